import { isRecord } from '../../model/value.ts';
import type { RecordValue } from '../../model/value.ts';
import { countIn } from '../../importing/messages/any-message.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { messageIn } from '../../importing/transcript/message-list.ts';
import { createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { type RecordedTokens, tokensTold } from '../../importing/transcript/transcript.ts';
import { Message } from './format.ts';
import { emitMessages } from './messages.ts';
import type { Chat } from './shapes.ts';

/** The first speaker is the user. */
export function titleOf({ messages }: Chat): string {
  const [first] = messages;
  const content = first !== undefined && isRecord(first) ? first['content'] : undefined;
  const words = textOf(readContent(content, [], createImportReport()));
  return words.trim() === '' ? 'chat of AG2 agents' : shortTitle(words);
}

export function toSession(chat: Chat): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const placed = chat.messages.flatMap((value, index) => {
    const place = [...chat.place, index];
    const message = messageIn(Message, value, place, 'chat_history', report);
    return message === undefined ? [] : [{ message, place }];
  });
  emitMessages(placed, matcher, report);
  const { cost } = chat;
  const spent = cost && spentIn(cost.value);
  if (cost !== undefined && spent?.tokens !== undefined) matcher.addTotals(spent.tokens, cost.place);
  noteChat(chat, report);
  return toTaskSession(
    {
      title: titleOf(chat),
      importer: 'ag2',
      model: spent?.models.length === 1 ? spent.models[0] : undefined,
      declared: [],
      recording: chat.about,
      entries: matcher.entries(),
    },
    report,
  );
}

/** The tokens of all models together; an answer from a cache counts as a model's answer, too. */
function spentIn(cost: RecordValue): {
  readonly models: readonly string[];
  readonly tokens: RecordedTokens | undefined;
} {
  const usage = cost['usage_including_cached_inference'];
  if (usage === undefined || !isRecord(usage)) return { models: [], tokens: undefined };
  const models = Object.entries(usage).filter(([, spent]) => isRecord(spent));
  const sum = (key: string) =>
    models.reduce<number | undefined>((all, [, spent]) => {
      const count = isRecord(spent) ? countIn(spent[key]) : undefined;
      return all === undefined || count === undefined ? undefined : all + count;
    }, 0);
  const tokens = models.length === 0 ? undefined : tokensTold(sum('prompt_tokens'), sum('completion_tokens'));
  return { models: models.map(([name]) => name), tokens };
}

function noteChat({ messages }: Chat, report: ImportReport): void {
  report.note(
    'assumed',
    'ag2/sides',
    null,
    () =>
      'Who speaks first is taken for the user, everybody else for a model; their roles depend on whose memory it is.',
  );
  if (messages.length > 0) report.note('info', 'import/no-times', null, () => 'The messages of AG2 carry no times.');
}
