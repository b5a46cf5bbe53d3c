import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import { entry, isRecord, valueAt, type RecordValue, type Value } from '../../model/value.ts';
import type { SessionEntry } from '../importer.ts';
import type { ImportReport } from '../import-report.ts';
import type { TranscriptEntry } from '../transcript/transcript.ts';
import { elementsOf, type Placed } from '../values/elements.ts';
import { textAt } from '../values/where.ts';
import type { NormalizedMessage } from './normalized-message.ts';
import { isOfModel, isRepeatedAnswer, type AnswerAlone, type LogFormat } from './request-log.ts';

/** A request with messages to a model, and its response; either may be missing. */
export interface Exchange {
  /** The place of the record that contains both. */
  readonly place: Path;
  /** `list` has the messages. */
  readonly request: ExchangeSide | undefined;
  /** `list` has the answers, in the form of the provider. */
  readonly response: ExchangeSide | undefined;
  /** Keys of the surrounding record that are not read. */
  readonly others?: readonly string[];
  /** Facts about the whole conversation, such as marks that people or policies attached to its messages. */
  readonly about?: RecordValue;
}

export interface ExchangeSide {
  readonly body: RecordValue;
  readonly list: readonly Value[];
  /** The place of a request's list, or of a response's body. */
  readonly place: Path;
  /** The log record around it, which may have the time; undefined for a list of messages alone. */
  readonly line?: Placed | undefined;
}

/** A provider's API in which each request repeats the conversation as messages. */
export interface ExchangeFormat {
  readonly importer: string;
  exchangeIn(value: Value, place: Path): Exchange | undefined;
  /** The messages of a response, as the next request repeats them. */
  answersIn(response: ExchangeSide): readonly Value[];
  /** The facts of a response whose request is not recorded. */
  answerAlone(response: ExchangeSide): AnswerAlone | undefined;
  /** Whether two requests contain the same message; otherwise the messages are compared as they are. */
  isRepeated?(old: Value, next: Value): boolean;
  /** `at`: the time of the record around the message. */
  readMessage(message: Value, place: Path, report: ImportReport, at?: string): readonly NormalizedMessage[];
  readResponse(response: ExchangeSide, report: ImportReport): readonly NormalizedMessage[];
  /** The time that a message has itself, in exports that may be listed newest first. */
  timeOf?(message: Value): Value | undefined;
  /** Whether a message was cut off before its content. */
  isStump?(messages: readonly Value[], index: number): boolean;
  /** The title of a conversation without a text of the user. */
  untitled(model: string | undefined): string;
  /** The model, if neither requests nor responses name it. */
  modelIn?(row: readonly Exchange[]): string | undefined;
  /** Noted once, after the messages of the first request. */
  noteRequest?(request: ExchangeSide, report: ImportReport): void;
  /** Noted once, after all messages. */
  notes?(row: readonly Exchange[], report: ImportReport): void;
  /** Noted once, after the calls without results. */
  lastNotes?(entries: readonly TranscriptEntry[], row: readonly Exchange[], report: ImportReport): void;
  /** The sentence for a document without such messages. */
  readonly nothing: string;
}

/** How the exchanges of a log continue one another. */
export function logOf(
  format: ExchangeFormat,
  entryOf: (row: readonly Exchange[]) => SessionEntry,
): LogFormat<Exchange> {
  return {
    importer: format.importer,
    unit: 'conversation',
    entryOf,
    exchangeIn: (line, place) => format.exchangeIn(line, place),
    answerAlone: ({ request, response }) =>
      request !== undefined || response === undefined ? undefined : format.answerAlone(response),
    joined(before, after) {
      if (before.response !== undefined || before.request === undefined || after.request !== undefined)
        return undefined;
      const others = [...new Set([...(before.others ?? []), ...(after.others ?? [])])];
      return { ...before, response: after.response, others };
    },
    goesOn: (before, after) => knownFrom(before, after, format) !== undefined,
    repeatsAnswer(before, after) {
      const known = knownFrom(before, after, format);
      return known !== undefined && isRepeatedAnswer(answersOf(before, format), after.request?.list[known - 1]);
    },
  };
}

/**
 * How many messages of a request the previous exchange already contains; undefined where the request does not continue that
 * exchange. A client may drop what it recorded of an answer that it could not use. The next request then repeats fewer
 * messages, followed by the answer to the next try.
 */
export function knownFrom(before: Exchange | undefined, after: Exchange, format: ExchangeFormat): number | undefined {
  const [old, next] = [before?.request?.list, after.request?.list];
  if (before === undefined || old === undefined || next === undefined || !isSent(before)) return undefined;
  const isRepeated = (one: Value | undefined, other: Value | undefined): boolean =>
    one !== undefined && other !== undefined && (format.isRepeated ?? isSame)(one, other);
  const last = old.at(-1);
  const [ownOld, ownNext] = [old.findIndex(isNoSystem), next.findIndex(isNoSystem)];
  if (last === undefined) return undefined;
  if (!isSame(next.slice(0, ownNext), old.slice(0, ownOld))) {
    // Another agent, which has its own instructions, continues the conversation of the agent before it.
    const at = ownNext + old.length - ownOld;
    const isHandedOver = ownOld !== -1 && isRepeated(old[ownOld], next[ownNext]) && isRepeated(last, next[at - 1]);
    return isHandedOver && isRepeatedAnswer(answersOf(before, format), next[at]) ? at + 1 : undefined;
  }
  if (!isRepeated(old[0], next[0])) return undefined;
  // Histories are long: comparing the last repeated messages is enough to distinguish them.
  if (isRepeated(last, next[old.length - 1])) {
    if (isOfModel(next[old.length])) return old.length + (before.response === undefined ? 0 : 1);
    if (before.response === undefined && next.length === old.length) return old.length;
  }
  const spoke = next.findLastIndex(isOfModel);
  const isTakenBack = spoke > 0 && spoke < old.length && isRepeated(old[spoke - 1], next[spoke - 1]);
  const [answer] = answersOf(before, format);
  const isAnswered = answer !== undefined && isSame(contentAndCalls(answer), contentAndCalls(next[spoke] ?? null));
  return isTakenBack && isAnswered ? spoke + 1 : undefined;
}

const isNoSystem = (message: Value): boolean =>
  !isRecord(message) || (entry(message, 'role') !== 'system' && entry(message, 'role') !== 'developer');

const answersOf = ({ response }: Exchange, { answersIn }: ExchangeFormat): readonly Value[] =>
  response === undefined ? [] : answersIn(response);

/** The text and the calls of an answer. A response and the request that repeats it write the answer differently. */
function contentAndCalls(message: Value): Value {
  const calls = elementsOf(valueAt(message, ['tool_calls']) ?? null).map((call) =>
    ['name', 'arguments'].map((key) => valueAt(call, ['function', key]) ?? null),
  );
  return [valueAt(message, ['content']) ?? '', calls];
}

/**
 * Whether a request was sent to a model, as opposed to a stored conversation: it was answered, names its model, or is the
 * request of a record.
 */
const isSent = ({ response, request, place }: Exchange): boolean =>
  response !== undefined ||
  (request !== undefined && (textAt(request.body, 'model') !== undefined || request.place.length > place.length + 1));
