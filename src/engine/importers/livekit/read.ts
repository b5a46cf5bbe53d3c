import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import { unreachable } from '../../../base/unreachable.ts';
import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { createCallLog, paramsOf, when, type CallLog } from '../../importing/transcript/call-log.ts';
import type { Read, ReadSession } from '../../importing/importer.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { epochSeconds } from '../../importing/values/event-time.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { noteSystem } from '../../importing/messages/message-list.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { Content, type Item } from './format.ts';
import { itemsIn, type PlacedItem } from './items.ts';
import { contextIn, itemOf, type Found } from './shapes.ts';

export const read: Read = ({ value }) => {
  const found = contextIn(value);
  if (found === undefined)
    return err({ code: 'import/empty', message: 'This looks like LiveKit, but no item is in it.' });
  const title = titleOf(found);
  return ok({ sessions: [{ title, system: 'voice', open: () => ok(toSession(found, value, title)) }] });
};

/** How many items are looked at for a title. */
const sample = 20;

function titleOf(found: Found): string {
  for (const { value } of itemsIn({ ...found, list: found.list.slice(0, sample) }, createImportReport())) {
    const item = itemOf(value);
    const words = item?.role === 'user' ? wordsOf(item, [], createImportReport()) : '';
    if (words.trim() !== '') return shortTitle(words);
  }
  return 'a conversation of LiveKit';
}

function toSession(found: Found, document: Value, title: string): ReadSession {
  const report = createImportReport();
  const items = itemsIn(found, report);
  if (found.kind === 'items') noteEvents(document, report);
  const log = createCallLog(report);
  const tools = new Set<string>();
  let startedAt: string | undefined;
  let isCalling = false;
  items.forEach(({ value, place: where, told }, index) => {
    const item = itemOf(value);
    if (item === undefined) return noteUnread(where, report);
    const at = readInstant(epochSeconds(item.created_at ?? told), where, report);
    startedAt ??= at;
    for (const tool of item.tools_added ?? []) if (typeof tool === 'string') tools.add(tool);
    // Calls behind each other were asked for at once.
    if (item.type === 'function_call' && !isCalling) planCalls(items, index, where, at, log);
    isCalling = item.type === 'function_call';
    emit(item, at, where, log, report);
  });
  return log.session({
    title,
    importer: 'livekit',
    ...(startedAt !== undefined && { started_at: startedAt }),
    tools: [...tools],
    recording: { platform: 'livekit' },
  });
}

function planCalls(
  items: readonly PlacedItem[],
  from: number,
  place: Path,
  at: string | undefined,
  log: CallLog,
): void {
  const planned: string[] = [];
  for (const { value } of items.slice(from)) {
    const item = itemOf(value);
    if (item?.type !== 'function_call') break;
    planned.push(item.name ?? 'unknown');
  }
  log.add({ type: 'model-called', ...when(at), planned }, place);
}

function emit(item: Item, at: string | undefined, place: Path, log: CallLog, report: ImportReport): void {
  switch (item.type) {
    case 'message':
      return tellMessage(item, at, place, log, report);
    case 'function_call': {
      const { call_id: id, name: tool, arguments: written } = item;
      const params = paramsOf(openArguments(written, [...place, 'arguments'], report), place, report);
      return log.called({ id, tool, params, at, place });
    }
    case 'function_call_output':
      return log.returned({
        id: item.call_id,
        tool: item.name === '' ? undefined : item.name,
        ...endOf(item),
        at,
        place,
      });
    case 'agent_handoff':
      if (item.new_agent_id !== undefined)
        log.add({ type: 'agent-switched', ...when(at), agent: item.new_agent_id }, place);
      return;
    case 'agent_config_update':
      return noteConfig(place, report);
    default:
      return unreachable(item.type);
  }
}

function tellMessage(item: Item, at: string | undefined, place: Path, log: CallLog, report: ImportReport): void {
  if (item.role === 'system' || item.role === 'developer') return noteSystem(place, report);
  const text = wordsOf(item, place, report);
  if (item.role === 'user') return log.add({ type: 'user-spoke', ...when(at), text }, place);
  // The context keeps what was heard of an answer that the caller cut off.
  log.add({ type: 'agent-spoke', ...when(at), text, ...(item.interrupted === true && { interrupted: true }) }, place);
}

function wordsOf({ content = [] }: Item, place: Path, report: ImportReport): string {
  const words = content.flatMap((value, index) => {
    if (typeof value === 'string') return [value];
    const part = isRecord(value) ? v.safeParse(Content, value) : undefined;
    const spoken = part?.success === true ? (part.output.transcript ?? part.output.audio) : undefined;
    if (spoken !== undefined) return [spoken];
    report.note(
      'lost',
      'livekit/content',
      [...place, 'content', index],
      (n) => `${counted(n, 'picture or sound', 'pictures or sounds')} without words: left out.`,
    );
    return [];
  });
  return words.join('\n');
}

/**
 * | in a `function_call_output` | outcome |
 * | --- | --- |
 * | `is_error: true` | errored, with its output |
 * | anything else | successful |
 */
function endOf({ output = '', is_error }: Item) {
  if (is_error === true)
    return { outcome: 'error', error: output === '' ? 'the output is marked as an error' : output } as const;
  return { outcome: 'ok', output: output } as const;
}

const noteUnread = (place: Path, report: ImportReport): void =>
  report.note('lost', 'livekit/item', place, (n) => `${counted(n, 'item')} of an unknown kind left out.`);

const noteConfig = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'livekit/config',
    place,
    (n) => `${counted(n, 'change')} of an agent’s instructions or tools: no turn.`,
  );

/** A report tells the conversation twice: as its context, and as the events that made it. */
function noteEvents(document: Value, report: ImportReport): void {
  const events = isRecord(document) ? elementsOf(document['events'] ?? null) : [];
  if (events.length === 0) return;
  report.note(
    'info',
    'livekit/report-events',
    ['events'],
    () => `${counted(events.length, 'event')} of the report beside its chat history, which tells the same: no turns.`,
  );
}
