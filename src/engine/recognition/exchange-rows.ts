import { counted } from '../importing/import-report.ts';
import { isSame } from '../model/equal.ts';
import { toJson } from '../model/json.ts';
import { tokensOf } from '../importing/messages/any-message.ts';
import { elementsOf, type Placed } from '../importing/values/elements.ts';
import { fits } from '../importing/values/where.ts';
import { opened } from '../importing/values/written-value.ts';
import { formatPath, type Path } from '../model/path.ts';
import { isList, isRecord, valueAt, type RecordValue, type Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { isChat } from './chat-words.ts';
import { Composer, type NamedPart, rowsIn } from './parts.ts';

/** Fields that hold the messages of a prompt. */
const asked = pathsOf(
  'messages request.messages request.body.messages request_body.messages input.messages inputs.messages prompt.messages',
  'prompt.raw prompt input inputs',
);

/** Fields that hold the answer. A single text counts as an answer only under some of them. */
const answered = pathsOf(
  'response.messages response.message response.output response.content response.text response',
  'output.messages outputs.messages output.message output.content output.text output outputs',
  'completion sampled actual_output actualOutput answer',
);

/** When an output repeats the prompt's messages and continues them, as graphs and agents do, that list is the conversation. */
const wholes = pathsOf('output.messages outputs.messages output outputs');

const usages = pathsOf('usage response.usage response.tokenUsage tokenUsage');

function pathsOf(...places: readonly string[]): readonly Path[] {
  return places.flatMap((some) => some.split(' ').map((place) => place.split('.')));
}

/** Pairs of keys for a prompt that is only text. Any file may have an input and an output, so both keys must match. */
const textPairs: readonly (readonly [RegExp, RegExp])[] = [
  [/^prompt(?:\.raw)?$/, /^(?:response|completion)(?:\.(?:output|content|text))?$/],
  [/^input$/, /^(?:actual_output|actualOutput)$/],
];

/** A result of promptfoo without an answer. */
const failedResult = { 'prompt.raw': 'text', vars: 'record', error: 'text', failureReason: 'number' } as const;

const sample = 20;

/**
 * Records that hold a prompt and the answer to it under keys of their own (`{messages, output}`, `{prompt, completion}`,
 * results of promptfoo), as requests and responses of Chat Completions. Otherwise the
 * answer would be lost. Undefined when most records hold no such pair.
 */
export function exchangeRows(document: Document): Document | undefined {
  const composer = new Composer();
  for (const rows of rowsIn(document.value)) {
    const first = rows.slice(0, sample).map((row) => exchangeIn(row, composer));
    if (first.filter((one) => one !== undefined).length * 2 <= first.length) continue;
    const exchanges = rows.flatMap((row) => exchangeIn(row, composer) ?? []);
    return documentOf(document, rows.length, exchanges, composer);
  }
  return undefined;
}

interface Exchange extends Placed {
  readonly question: Path;
  /** Undefined for a call that failed. */
  readonly answer: Path | undefined;
}

function exchangeIn({ value, place }: Placed, composer: Composer): Exchange | undefined {
  if (!isRecord(value) || isWhole(value)) return undefined;
  for (const question of asked) {
    const found = messagesIn(valueAt(value, question));
    if (found === undefined) continue;
    const whole = wholeConversation(value, found.messages);
    if (whole !== undefined) {
      const record = composer.record([['messages', valueAt(value, whole) ?? null, whole]]);
      return { place, question: whole, answer: whole, value: record };
    }
    const answer = answered.find(
      (path) =>
        path[0] !== question[0] && answerAt(value, path, composer) !== undefined && isPair(found, question, path),
    );
    const message = answer && answerAt(value, answer, composer);
    if (isAnsweredWithin(found.messages)) continue;
    if (answer === undefined || message === undefined) {
      if (!fits(value, failedResult)) continue;
      const request = composer.record([['messages', found.messages, question]]);
      return { place, question, answer: undefined, value: request };
    }
    const model = valueAt(value, ['model']) ?? valueAt(value, ['response', 'model']);
    const choice = composer.record([
      ['index', 0, []],
      ['message', message.value, message.place.slice(answer.length)],
      ['finish_reason', valueAt(value, ['response', 'finishReason']), []],
    ]);
    const record = composer.record([
      ['messages', found.messages, question],
      ['choices', composer.list([{ value: choice, place: [] }]), answer],
      ['model', typeof model === 'string' ? model : undefined, []],
      ['usage', usageIn(value), []],
    ]);
    return { place, question, answer, value: record };
  }
  return undefined;
}

function wholeConversation(row: RecordValue, question: readonly Value[]): Path | undefined {
  return wholes.find((path) => {
    const list = elementsOf(valueAt(row, path) ?? null);
    return list.length > question.length && isChat(list) && isSame(list[0] ?? null, question[0] ?? null);
  });
}

/** A response of Chat Completions or Ollama, which their importers read better. */
const isWhole = (row: RecordValue): boolean =>
  [row, row['response'], row['response_body'], row['output'], row['completion']].some(
    (held) =>
      held !== undefined && isRecord(held) && (isList(held['choices'] ?? null) || typeof held['done'] === 'boolean'),
  );

interface Messages {
  readonly messages: readonly Value[];
  readonly isText: boolean;
}

function messagesIn(value: Value | undefined): Messages | undefined {
  if (value === undefined) return undefined;
  const messages = elementsOf(opened(value));
  if (isChat(messages)) return { messages, isText: false };
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  return { messages: [{ role: 'user', content: value }], isText: true };
}

const isPair = ({ isText }: Messages, question: Path, answer: Path): boolean =>
  !isText || textPairs.some(([of, to]) => of.test(question.join('.')) && to.test(answer.join('.')));

/** The answer at a path: a text, a message of the model, or a list of one of these. */
function answerAt(row: RecordValue, path: Path, composer: Composer): Placed | undefined {
  const value = valueAt(row, path);
  if (value === undefined) return undefined;
  // Promptfoo keeps an answer that only calls functions as the list of its calls, or as the text of that list.
  const calls = typeof value === 'string' && value.startsWith('[{') ? opened(value) : value;
  const said = (content: Value, tool_calls: readonly NamedPart[] = []): Placed => ({
    value: composer.record([['role', 'assistant', []], ['content', content, []], ...tool_calls]),
    place: path,
  });
  if (isList(calls) && calls.length > 0 && elementsOf(calls).every(isCall))
    return said(null, [['tool_calls', calls, []]]);
  if (typeof value === 'string') return value.trim() === '' ? undefined : said(value);
  if (isList(value)) return value.length === 1 ? answerAt(row, [...path, 0], composer) : undefined;
  if (!isRecord(value)) return undefined;
  // Promptfoo parses an answer that was asked for as JSON.
  const isParsed = path.join('.') === 'response.output' && value['role'] === undefined;
  if (!('content' in value || 'tool_calls' in value)) return isParsed ? said(toJson(value)) : undefined;
  const { role = 'assistant', content = null } = value;
  if (role !== 'assistant') return undefined;
  const isSaid = typeof content === 'string' || (isList(content) && elementsOf(content).every(isText));
  return isSaid || isList(value['tool_calls'] ?? null) ? { value: { ...value, role }, place: path } : undefined;
}

/** A definition of a function has parameters in place of arguments. */
const isCall = (value: Value): boolean =>
  fits(value, { type: ['function'], 'function.name': 'text', 'function.arguments': 'there' });

const isText = (part: Value): boolean => isRecord(part) && part['type'] === 'text';

/** When the last message is the model's, the field beside the conversation is not its answer. */
const isAnsweredWithin = (messages: readonly Value[]): boolean =>
  valueAt(messages.at(-1) ?? null, ['role']) === 'assistant';

function usageIn(row: RecordValue): RecordValue | undefined {
  for (const path of usages) {
    const { prompt, completion } = tokensOf(valueAt(row, path)) ?? {};
    if (prompt !== undefined || completion !== undefined)
      return {
        ...(prompt !== undefined && { prompt_tokens: prompt }),
        ...(completion !== undefined && { completion_tokens: completion }),
      };
  }
  return undefined;
}

function documentOf(
  document: Document,
  rows: number,
  exchanges: readonly Exchange[],
  composer: Composer,
): Document | undefined {
  const first = exchanges.find(({ answer }) => answer !== undefined) ?? exchanges[0];
  if (first === undefined) return undefined;
  const others = rows - exchanges.length;
  const isOne = rows === 1 && first.place.length === 0;
  const note = {
    severity: 'lost',
    code: 'log/exchanges',
    message: `${counted(exchanges.length, 'record')} with a prompt at “${formatPath(first.question)}”${first.answer === undefined ? ', and without an answer' : ` and its answer at “${formatPath(first.answer)}”`}: read as requests and responses. Their other fields are left out${others > 0 ? `, and so ${others === 1 ? 'is' : 'are'} ${counted(others, 'other record')}` : ''}.`,
    place: formatPath([...first.place, ...first.question]),
  } as const;
  return composer.document(document, isOne ? first.value : composer.list(exchanges), [note]);
}
