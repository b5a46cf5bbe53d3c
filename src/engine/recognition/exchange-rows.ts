import { counted } from '../importing/import-report.ts';
import { isSame } from '../model/equal.ts';
import { tokensOf } from '../importing/messages/any-message.ts';
import { elementsOf } from '../importing/values/elements.ts';
import { fits } from '../importing/values/where.ts';
import { opened } from '../importing/values/written-value.ts';
import { formatPath, type Path } from '../model/path.ts';
import { isList, isRecord, valueAt, type RecordValue, type Value } from '../model/value.ts';
import type { Document } from '../readers/document.ts';
import { isChat } from './chat-words.ts';
import { madeOf, type Part, rowsIn } from './parts.ts';

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

const sample = 20;

/**
 * Records that hold a prompt and the answer to it under keys of their own (`{messages, output}`, `{prompt, completion}`,
 * results of promptfoo), as requests and responses of Chat Completions. Otherwise the
 * answer would be lost. Undefined when most records hold no such pair.
 */
export function exchangeRows(document: Document): Document | undefined {
  for (const rows of rowsIn(document.value)) {
    const first = rows.slice(0, sample).map(exchangeIn);
    if (first.filter((one) => one !== undefined).length * 2 <= first.length) continue;
    const exchanges = rows.flatMap((row) => exchangeIn(row) ?? []);
    return documentOf(document, rows.length, exchanges);
  }
  return undefined;
}

interface Exchange {
  readonly value: RecordValue;
  readonly place: Path;
  readonly question: Path;
  readonly answer: Path;
  /** The messages are elements of a list in the document, so an index leads to one of them. */
  readonly isList: boolean;
}

function exchangeIn({ value, place }: Part): Exchange | undefined {
  if (!isRecord(value) || isWhole(value)) return undefined;
  for (const question of asked) {
    const found = messagesIn(valueAt(value, question));
    if (found === undefined) continue;
    const answer = answered.find(
      (path) => path[0] !== question[0] && isAnswer(valueAt(value, path)) && isPair(found, question, path),
    );
    const whole = wholeConversation(value, found.messages);
    if (whole !== undefined)
      return {
        place,
        question: whole,
        answer: whole,
        isList: true,
        value: { messages: valueAt(value, whole) ?? null },
      };
    const message = answer && answerIn(valueAt(value, answer) ?? null);
    if (answer === undefined || message === undefined || isAnsweredWithin(found.messages)) continue;
    const model = valueAt(value, ['model']) ?? valueAt(value, ['response', 'model']);
    const usage = usageIn(value);
    return {
      place,
      question,
      answer,
      isList: found.isList,
      value: {
        messages: found.messages,
        choices: [{ index: 0, message }],
        ...(typeof model === 'string' && { model }),
        ...(usage !== undefined && { usage }),
      },
    };
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
  readonly isList: boolean;
  readonly isText: boolean;
}

function messagesIn(value: Value | undefined): Messages | undefined {
  if (value === undefined) return undefined;
  if (isList(value)) {
    const messages = elementsOf(value);
    return isChat(messages) ? { messages, isList: true, isText: false } : undefined;
  }
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const written = opened(value);
  if (isList(written) && isChat(elementsOf(written)))
    return { messages: elementsOf(written), isList: false, isText: false };
  return { messages: [{ role: 'user', content: value }], isList: false, isText: true };
}

const isPair = ({ isText }: Messages, question: Path, answer: Path): boolean =>
  !isText || textPairs.some(([of, to]) => of.test(question.join('.')) && to.test(answer.join('.')));

const isAnswer = (value: Value | undefined): boolean => value !== undefined && answerIn(value) !== undefined;

/** A text, a message of the model, or a list of these. */
function answerIn(value: Value): RecordValue | undefined {
  // Promptfoo keeps an answer that only calls functions as the list of its calls, or as the text of that list.
  const calls = typeof value === 'string' && value.startsWith('[{') ? opened(value) : value;
  if (isList(calls) && calls.length > 0 && elementsOf(calls).every(isCall))
    return { role: 'assistant', content: null, tool_calls: calls };
  if (typeof value === 'string') return value.trim() === '' ? undefined : { role: 'assistant', content: value };
  if (isList(value)) {
    const [only, ...more] = elementsOf(value);
    return only === undefined || more.length > 0 ? undefined : answerIn(only);
  }
  if (!isRecord(value) || !('content' in value || 'tool_calls' in value)) return undefined;
  const { role = 'assistant', content = null } = value;
  if (role !== 'assistant') return undefined;
  const isSaid = typeof content === 'string' || (isList(content) && elementsOf(content).every(isText));
  return isSaid || isList(value['tool_calls'] ?? null) ? { ...value, role } : undefined;
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

function documentOf(document: Document, rows: number, exchanges: readonly Exchange[]): Document {
  const [first] = exchanges;
  const others = rows - exchanges.length;
  const where = first === undefined ? ['', ''] : [formatPath(first.question), formatPath(first.answer)];
  const isOne = rows === 1 && first?.place.length === 0;
  const note = {
    severity: 'lost',
    code: 'log/exchanges',
    message: `${counted(exchanges.length, 'record')} with a prompt at “${where[0]}” and its answer at “${where[1]}”: read as requests and responses. Their other fields are left out${others > 0 ? `, and so ${others === 1 ? 'is' : 'are'} ${counted(others, 'other record')}` : ''}.`,
    ...(first !== undefined && { place: formatPath([...first.place, ...first.question]) }),
  } as const;
  return madeOf(document, isOne ? first.value : exchanges.map(({ value }) => value), [note], (path) => {
    const [index, ...rest] = isOne ? [0, ...path] : path;
    const exchange = typeof index === 'number' ? exchanges[index] : undefined;
    return exchange === undefined ? [] : placeIn(exchange, rest);
  });
}

function placeIn({ place, question, answer, isList: hasMessages }: Exchange, path: Path): Path {
  const [key, index, ...rest] = path;
  if (key === 'choices') return [...place, ...answer];
  if (key !== 'messages') return place;
  if (!hasMessages || index === undefined) return [...place, ...question];
  return [...place, ...question, index, ...rest];
}
