import { contentText } from '../../importing/content/content.ts';
import { counted, lost, type ImportReport } from '../../importing/import-report.ts';
import { timeOfLine, type AnswerAlone } from '../../importing/messages/request-log.ts';
import type { Exchange, ExchangeSide } from '../../importing/messages/exchange.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { readExchanges } from '../../importing/messages/read-exchanges.ts';
import { cachedTokens } from '../../importing/messages/anthropic-blocks.ts';
import { recordedTokens } from '../../importing/transcript/transcript.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { countAt, elementsAt, findAt, textAt } from '../../importing/values/where.ts';
import { below, formatPath, type Path } from '../../model/path.ts';
import { isList, isRecord, valueAt, type Value } from '../../model/value.ts';
import { readMessage, timeIn } from './messages.ts';
import { exchangeIn, isStump } from './shapes.ts';

export const read = readExchanges({
  importer: 'openai-chat',
  nothing: 'This looks like Chat Completions, but it contains no list of messages with “role” and “content”.',
  exchangeIn,
  answersIn: ({ list }) => list.flatMap((choice) => findAt(choice, 'message')?.value ?? []),
  answerAlone,
  readMessage,
  readResponse,
  timeOf: (message) => timeIn(message)?.value,
  isStump,
  untitled: (model) => `chat with ${model ?? 'a model'}`,
  notes(row, report) {
    const others = new Set(row.flatMap((exchange) => exchange.others ?? []));
    if (others.size > 0) {
      const place = row.find((exchange) => (exchange.others ?? []).length > 0)?.place ?? null;
      const message = `Not part of the format and left out: ${[...others].join(', ')}.`;
      report.note('info', 'openai-chat/other-keys', place, () => message);
    }
    const [first] = row;
    if (first !== undefined && row.length === 1) noteOtherChats(first, report);
  },
  lastNotes(entries, row, report) {
    // For example, of a log of requests or of a data set of prompts.
    const place = row.find(({ request }) => request !== undefined)?.request?.place ?? row[0]?.place ?? [];
    if (entries.length > 0 && entries.every(({ kind }) => kind === 'input')) noteNoAnswer(place, report);
  },
});

function answerAlone({ body, list }: ExchangeSide): AnswerAlone {
  const { created } = body;
  return {
    model: textAt(body, 'model'),
    created: typeof created === 'number' ? created : undefined,
    prompt: countAt(body, 'usage.prompt_tokens'),
    completion: countAt(body, 'usage.completion_tokens') ?? 0,
    thought: countAt(body, 'usage.completion_tokens_details.reasoning_tokens') ?? 0,
    asksForTools: elementsAt(list[0], 'message.tool_calls').length > 0,
  };
}

/** The log's own time is finer than the whole seconds inside the response. */
function readResponse({ body, list, place, line }: ExchangeSide, report: ImportReport): readonly NormalizedMessage[] {
  const [choice = null, ...others] = list;
  const at = (line && timeOfLine(line, report)) ?? readInstant(body['created'], below(place, 'created'), report);
  const tokens = recordedTokens(
    countAt(body, 'usage.prompt_tokens'),
    countAt(body, 'usage.completion_tokens'),
    cachedTokens(body['usage']),
  );
  const message = valueAt(choice, ['message']) ?? null;
  // An answer of Ollama has its message without a list of choices.
  const where = body['choices'] === undefined ? [...place, 'message'] : [...place, 'choices', 0, 'message'];
  const read = readMessage(message, where, report, at);
  if (others.length > 0) noteChoices(others.length)([...place, 'choices', 1], report);
  return read.map((one) =>
    one.role === 'assistant' ? { ...one, tokens, ended: textAt(choice, 'finish_reason') } : one,
  );
}

/** Conversations among the ignored keys, such as examples or the conversation of a judge. */
function noteOtherChats({ request, others = [], place }: Exchange, report: ImportReport): void {
  const own = (request?.list ?? []).slice(0, sample).flatMap(wordsOf);
  const chats = others.flatMap((key) => chatsIn(valueAt(request?.line?.value ?? null, [key]), [...place, key]));
  // The same conversation in another form adds no information.
  const isOther = ({ messages }: Chat): boolean =>
    !messages
      .slice(0, sample)
      .flatMap(wordsOf)
      .some((words) => own.some((mine) => isWithin(mine, words)));
  const found = chats.filter(isOther).map((chat) => chat.place);
  const [first] = found;
  if (first === undefined) return;
  const names = found.slice(0, 6).map((path) => `“${formatPath(path)}”`);
  lost('openai-chat/other-chats', () => `Other conversations beside it were not read: ${names.join(', ')}.`)(
    first,
    report,
  );
}

/** How many messages of a conversation are compared. */
const sample = 20;

interface Chat {
  readonly messages: readonly Value[];
  readonly place: Path;
}

function chatsIn(value: Value | undefined, place: Path): readonly Chat[] {
  if (value === undefined) return [];
  const held = isRecord(value)
    ? Object.entries(value).map(([key, inner]) => ({ value: inner, place: [...place, key] }))
    : [];
  return [{ value, place }, ...held].flatMap(({ value: inner, place: at }: Placed) => {
    const messages = isList(inner) ? exchangeIn(inner, at)?.request?.list : undefined;
    return messages === undefined ? [] : [{ messages, place: at }];
  });
}

function wordsOf(message: Value): readonly string[] {
  if (textAt(message, 'role') !== 'user') return [];
  const text = contentText(valueAt(message, ['content'])).trim();
  return text === '' ? [] : [text.slice(0, maxCompared)];
}

/** How many characters of a message are compared with other messages. */
const maxCompared = 20_000;

const isWithin = (one: string, other: string): boolean =>
  one.includes(other.slice(0, 80)) || other.includes(one.slice(0, 80));

const noteChoices = (others: number) =>
  lost('openai-chat/choices', () => `Left out: ${counted(others, 'other choice')} of the model.`);

const noteNoAnswer = lost(
  'openai-chat/no-answer',
  'The file contains only the prompt: the model’s answer is not recorded.',
);
