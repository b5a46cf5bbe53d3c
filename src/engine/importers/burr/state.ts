import { isSame } from '../../model/equal.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { readAnyMessage } from '../../importing/messages/any-message.ts';
import { isAnyMessage } from '../../importing/messages/message-spelling.ts';
import type { AnyMessage } from '../../importing/messages/any-message.ts';
import { textOf } from '../../importing/content/content.ts';
import { createConversationTracker } from '../../importing/messages/conversation-tracker.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import type { CallMatcher } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { conversationKeys, ownKeys } from './format.ts';
import type { PlacedState } from './shapes.ts';

export function titleOfState({ state }: PlacedState): string {
  const userMessage = messagesIn(state, [], createImportReport()).find(({ role }) => role === 'user');
  const words = userMessage === undefined ? (state['query'] ?? state['prompt']) : textOf(userMessage.parts);
  return typeof words === 'string' && words.trim() !== '' ? shortTitle(words) : 'state of Burr';
}

export function sessionOfState(placed: PlacedState): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const tracker = createConversationTracker(matcher, report);
  tracker.addConversation(messagesIn(placed.state, placed.place, report));
  emitState(placed.state, {}, placed.place, matcher);
  return toTaskSession(
    { title: titleOfState(placed), importer: 'burr', declared: [], recording: {}, entries: matcher.entries() },
    report,
  );
}

export function messagesIn(state: RecordValue, place: Path, report: ImportReport): readonly AnyMessage[] {
  for (const key of conversationKeys) {
    const list = state[key];
    if (!Array.isArray(list)) continue;
    const messages = list as readonly Value[]; // narrowed to any[]
    if (messages.length === 0 || !messages.every((one) => isAnyMessage(one))) continue;
    return messages.flatMap((one, index) => readAnyMessage(one, [...place, key, index], report) ?? []);
  }
  return [];
}

/** The state without Burr's own keys and without the conversation, if it changed. */
export function emitState(state: RecordValue, before: RecordValue, place: Path, matcher: CallMatcher): RecordValue {
  const kept = Object.fromEntries(
    Object.entries(state).filter(([key, value]) => !ownKeys.has(key) && !isConversation(key, value)),
  );
  const changed = Object.entries(kept)
    .filter(([key, value]) => !Object.hasOwn(before, key) || !isSame(before[key] ?? null, value))
    .map(([key, value]): { key: string; value: Value | undefined } => ({ key, value }));
  for (const key of Object.keys(before)) if (!Object.hasOwn(kept, key)) changed.push({ key, value: undefined });
  if (changed.length > 0) matcher.addState({ state: changed, place });
  return kept;
}

const isConversation = (key: string, value: Value): boolean =>
  conversationKeys.some((one) => one === key) && Array.isArray(value);
