import { formatPath, type Path } from '../../model/path.ts';
import type { Note } from '../../model/problem.ts';
import { entry, isRecord, type Value } from '../../model/value.ts';
import { contentText } from '../content/content.ts';
import { counted, type ImportReport, assumed } from '../import-report.ts';
import type { SessionEntry } from '../importer.ts';
import { changedEntry } from '../transcript/changed-entry.ts';
import { elementsOf, type Placed } from '../values/elements.ts';
import { findAt } from '../values/where.ts';
import { readInstant } from '../values/instants.ts';

/**
 * Model calls as proxies and browsers log them: an agent's next request repeats the one before it and adds the answer and the
 * results of its calls.
 */
export interface LogFormat<Exchange extends { readonly place: Path }> {
  readonly importer: string;
  /** The name of an exchange in notes. */
  readonly unit: string;
  exchangeIn(line: Value, place: Path): Exchange | undefined;
  /** The facts of an answer whose request is not recorded; undefined for other exchanges. */
  answerAlone?(exchange: Exchange): AnswerAlone | undefined;
  /** Both as one exchange, if the second is the response to the first: some logs keep them in separate lines. */
  joined?(request: Exchange, response: Exchange): Exchange | undefined;
  /** Whether a request may continue the exchange before it. */
  goesOn(before: Exchange, after: Exchange): boolean;
  /** Whether a request contains the answer of the exchange before it. */
  repeatsAnswer(before: Exchange, after: Exchange): boolean;
  /** A session of one exchange, or of several, each of which continues the one before it. */
  entryOf(row: readonly Exchange[]): SessionEntry;
  /** If no exchange continues another, each line has an entry, so that the lines keep their numbers. */
  unreadable?(index: number): SessionEntry;
}

/** The sessions of a log, ordered by the time at which they begin. */
export function sessionsInLog<Exchange extends { readonly place: Path }>(
  lines: readonly Value[],
  format: LogFormat<Exchange>,
): readonly SessionEntry[] {
  const { importer, unit, unreadable } = format;
  const found = lines.map((line, index) => format.exchangeIn(line, [index]));
  const exchanges = found.filter((one) => one !== undefined);
  const ofAnswers = rowsOfAnswers(exchanges, format);
  const rows = ofAnswers ?? rowsOf(exchanges, format);
  if (unreadable !== undefined && rows.every(({ length }) => length === 1))
    return found.map((one, index) => (one === undefined ? unreadable(index) : format.entryOf([one])));
  const skipped = found.flatMap((one, index) => (one === undefined ? [index] : []));
  return rows.map((row, index) => {
    const place = formatPath((row[0]?.place ?? []).slice(0, 1));
    const notes: Note[] = [];
    if (row.length > 1 && ofAnswers !== undefined) {
      const message = `${row.length} answers of the model, each with a longer prompt than the one before: read as one conversation. The prompts are not in the text.`;
      notes.push({ severity: 'assumed', code: `${importer}/answers-in-a-row`, message, place });
    } else if (row.length > 1) {
      const each = unit === 'response' ? 'going on from those before it' : 'repeating those before it';
      const message = `${row.length} exchanges with the model, each ${each}, are one session.`;
      notes.push({ severity: 'info', code: `${importer}/growing-requests`, message, place });
    }
    // No other report lists the lines that were left out.
    if (index === 0 && skipped.length > 0) {
      const message = `${counted(skipped.length, 'entry', 'entries')} without a ${unit} left out.`;
      notes.push({ severity: 'lost', code: `${importer}/no-${unit}`, message, place: formatPath(skipped.slice(0, 1)) });
    }
    return notes.length === 0 ? format.entryOf(row) : withNotes(format.entryOf(row), notes);
  });
}

const withNotes = (one: SessionEntry, notes: readonly Note[]): SessionEntry =>
  changedEntry(one, ({ session, sources }) => ({
    session: { ...session, notes: [...session.notes, ...notes] },
    sources,
  }));

/** The conversations of agents that run at the same time. */
const maxAtOnce = 32;

/** Several agents with the same request at the same time differ only in the answer that the next request repeats. */
function rowsOf<Exchange extends { readonly place: Path }>(
  exchanges: readonly Exchange[],
  { joined, goesOn, repeatsAnswer }: LogFormat<Exchange>,
): readonly (readonly Exchange[])[] {
  const whole: Exchange[] = [];
  for (const exchange of exchanges) {
    const before = whole.at(-1);
    const both = before && joined?.(before, exchange);
    if (both === undefined) whole.push(exchange);
    else whole[whole.length - 1] = both;
  }
  const rows: Exchange[][] = [];
  for (const exchange of whole) {
    const lastOf = (row: readonly Exchange[]): Exchange => row.at(-1) ?? exchange; // no row is empty
    const open = rows.slice(-maxAtOnce).filter((row) => goesOn(lastOf(row), exchange));
    const row = open.findLast((one) => repeatsAnswer(lastOf(one), exchange)) ?? open.at(-1);
    if (row === undefined) rows.push([exchange]);
    else row.push(exchange);
  }
  return rows;
}

/** The facts of a model's answer whose prompt is not recorded. */
export interface AnswerAlone {
  readonly model: string | undefined;
  /** In seconds since 1970, if known. */
  readonly created: number | undefined;
  /** Tokens of the whole prompt, including those from a cache. */
  readonly prompt: number | undefined;
  readonly completion: number;
  /** The reasoning tokens in the completion: most models do not receive their reasoning again. */
  readonly thought: number;
  readonly asksForTools: boolean;
}

/**
 * Answers of a model that were printed one after the other, without their prompts. They continue one conversation
 * if each prompt is large enough for the previous prompt and its answer; a program that prints the answers of many
 * conversations prints prompts of all sizes. Undefined if they are not such answers; one row for each conversation.
 */
function rowsOfAnswers<Exchange extends { readonly place: Path }>(
  exchanges: readonly Exchange[],
  { answerAlone }: LogFormat<Exchange>,
): readonly (readonly Exchange[])[] | undefined {
  const answers = exchanges.flatMap((exchange) => answerAlone?.(exchange) ?? []);
  if (answers.length < Math.max(2, exchanges.length)) return undefined;
  const goesOn = answers.map((answer, index) => carriesOn(answers[index - 1], answer));
  const links = goesOn.filter(Boolean).length;
  if (links < fairPart * (answers.length - 1) || !isEvident(answers, goesOn)) return undefined;
  const rows: Exchange[][] = [];
  for (const [index, exchange] of exchanges.entries()) {
    if (goesOn[index] === true) rows.at(-1)?.push(exchange);
    else rows.push([exchange]);
  }
  return rows;
}

/** A few conversations may follow one another: where the next begins, its prompt is small again. */
const fairPart = 0.8;
/** Prompts of so many unrelated answers do not grow by chance. */
const enough = 4;

/** If there are fewer, one has to request tools: then something must have followed it. */
const isEvident = (answers: readonly AnswerAlone[], goesOn: readonly boolean[]): boolean =>
  answers.length >= enough || answers.some(({ asksForTools }, index) => goesOn[index + 1] === true && asksForTools);

function carriesOn(before: AnswerAlone | undefined, after: AnswerAlone): boolean {
  if (before?.prompt === undefined || after.prompt === undefined || before.model !== after.model) return false;
  if (before.created !== undefined && after.created !== undefined && after.created < before.created) return false;
  return after.prompt >= before.prompt + Math.max(1, before.completion - before.thought);
}

/**
 * Whether two answers of a model are one: that of a response, and the one that a later request repeats. They request the same
 * calls, by their ids, or say the same. Their notation may differ.
 */
export function isRepeatedAnswer(answer: readonly Value[], repeated: Value | undefined): boolean {
  if (repeated === undefined) return false;
  const said = callIdsAndText(repeated);
  return answer.some((value) => {
    const { calls, text } = callIdsAndText(value);
    const isCalling = calls.length + said.calls.length > 0;
    return isCalling ? calls.some((id) => said.calls.includes(id)) : text !== '' && text === said.text;
  });
}

function callIdsAndText(value: Value): { readonly calls: readonly string[]; readonly text: string } {
  if (!isRecord(value)) return { calls: [], text: '' };
  const { content, tool_calls = null, call_id = null } = value;
  const parts = [...elementsOf(tool_calls), ...elementsOf(content ?? null).filter(isCall)];
  const calls = [call_id, ...parts.map((part) => (isRecord(part) ? (part['id'] ?? null) : null))];
  return {
    calls: calls.filter((id) => typeof id === 'string'),
    text: contentText(content).trim(),
  };
}

const isCall = (part: Value): boolean => isRecord(part) && part['type'] === 'tool_use';

export const isOfModel = (message: Value | undefined): boolean =>
  message !== undefined && isRecord(message) && entry(message, 'role') === 'assistant';

const timeKeys = ['timestamp', 'start_time', 'created_at', 'time'];

/** The log's own time of a request or response: bodies have none, or whole seconds only. */
export function timeOfLine({ value, place }: Placed, report: ImportReport): string | undefined {
  const time = findAt(value, timeKeys);
  return time && readInstant(time.value, [...place, ...time.path], report);
}

export const hasTime = ({ value }: Placed): boolean => findAt(value, timeKeys) !== undefined;

/** An answer that a log contains only because a later request repeats it. */
export const noteUnlogged = assumed(
  'import/unlogged-exchange',
  '{# answer} of the model {is|are} only in a later request that repeats {it|them}: read from there, without tokens and time.',
);
