import { ok } from '../../base/result.ts';
import type { Decisions } from '../../engine/model/decisions.ts';
import type { GateDecision } from '../../engine/model/gate-decision.ts';
import { indexOf } from '../../engine/model/history-index.ts';
import type { History, Invocation, Turn, TurnIndex } from '../../engine/model/history.ts';
import { openJson } from '../../engine/model/json-text.ts';
import { toJson, toJsonWithin } from '../../engine/model/json.ts';
import { messageText } from '../../engine/model/label.ts';
import { written } from '../../engine/model/prefix.ts';
import { saidBy } from '../../engine/model/said.ts';
import type { Value } from '../../engine/model/value.ts';
import type { Excerpt } from '../previews.ts';
import type { CallDetail, InvocationDetail, TokenCurve, TokenReport, TurnPart, TurnRow } from '../protocol.ts';
import type { Methods } from '../serve.ts';
import { asked, type OpenSources } from './open-sources.ts';
import { allArguments, cutTo, firstArguments } from './call-arguments.ts';
import { indexInLists } from './capabilities.ts';
import { timeBreaks } from './time-breaks.ts';

/** The readable facts about turns: rows of the grid, one call, tokens. */
export function turnMethods(
  sources: OpenSources,
): Pick<Methods, 'rows' | 'turnText' | 'callArguments' | 'call' | 'tokens' | 'tokenCurve'> {
  return {
    rows: asked(sources, ({ history }, { from, to }) =>
      ok(history.turns.slice(Math.max(0, from), to).map((turn) => rowOf(history, turn))),
    ),
    turnText: asked(sources, ({ history }, { turn, part, limit }) => ok(partOf(history, turn, part, limit))),
    callArguments: asked(sources, ({ history }, { turn: index, limit }) => {
      const turn = history.turns[index];
      return ok(turn === undefined ? null : allArguments(invocationOf(history, turn)?.input, limit));
    }),
    call: asked(sources, ({ history }, { turn, decisions }) => ok(callAt(history, turn, decisions))),
    tokens: asked(sources, ({ history }, { turn }) => ok(tokenReport(history, turn))),
    tokenCurve: asked(sources, ({ history }) => ok(tokenCurve(history))),
  };
}

/** A label is one line. */
const labelLength = 300;
/** The transcript shows some six lines of a message, and four of a result, on a wide screen too. */
const textLength = 1500;
const resultLength = 1000;

export function rowOf(history: History, turn: Turn): TurnRow {
  const invocation = invocationOf(history, turn);
  const { thinking, text } = saidOf(turn);
  return {
    index: turn.index,
    kind: turn.kind,
    node: turn.node,
    label: turn.label.slice(0, labelLength),
    isRemark: turn.isRemark,
    thought: thinking === undefined ? null : wordsIn(thinking),
    text: textOf(text, textLength),
    given: firstArguments(invocation?.input),
    result: excerptOf(invocation?.output, 0, resultLength),
    reason: invocation?.reason === undefined ? null : shortened(invocation.reason),
    at: turn.at ?? null,
    tookMs: turn.tookMs ?? null,
    tokens:
      turn.tokens === undefined
        ? null
        : { prompt: turn.tokens.prompt ?? null, completion: turn.tokens.completion ?? null },
    outcome: invocation?.outcome ?? null,
    gate: turn.gate?.map(shortGate) ?? null,
    ended: turn.ended ?? null,
    ...timeBreaks(history, turn),
  };
}

const shortened = (text: string) => (text.length <= labelLength ? text : `${cutTo(text, labelLength)}…`);

/** The reason may have the whole arguments of a call; `call` has it whole. */
const shortGate = (gate: GateDecision): GateDecision =>
  gate.reason === undefined ? gate : { ...gate, reason: shortened(gate.reason) };

/** Only a model's text may hold thoughts. */
export const saidOf = ({ kind, text, thinking }: Turn) =>
  kind === 'llm' ? saidBy(text, thinking) : { text, thinking };

function wordsIn(text: string): number {
  let words = 0;
  for (const _ of text.matchAll(/\S+/g)) words += 1;
  return words;
}

const textOf = (text = '', limit: number): Excerpt | null => (text === '' ? null : excerptOf(text, 0, limit));

/** A text as it is, any other value as JSON; no more of it is read than is shown. */
function excerptOf(value: Value | undefined, indent: number, limit: number): Excerpt | null {
  if (value === undefined) return null;
  if (typeof value !== 'string') return { text: toJsonWithin(value, indent, limit).text, more: 0 };
  const text = cutTo(value, limit);
  return { text, more: value.length - text.length };
}

/** A text that is longer takes too long to be formatted. */
const formattedLength = 2_000_000;

function partOf(
  history: History,
  index: TurnIndex,
  part: Exclude<TurnPart, 'arguments'>,
  limit: number,
): Excerpt | null {
  const turn = history.turns[index];
  if (turn === undefined) return null;
  const { thinking, text } = saidOf(turn);
  if (part === 'message') return textOf(text, limit);
  if (part === 'thinking') return excerptOf(thinking, 0, limit);
  const output = invocationOf(history, turn)?.output;
  if (typeof output !== 'string' || output.length > formattedLength) return excerptOf(output, 2, limit);
  // Most tools return JSON as a text on one line.
  const opened = openJson(output);
  return excerptOf(opened === output ? output : toJson(opened, 2), 2, limit);
}

export function invocationOf(history: History, turn: Turn): Invocation | undefined {
  return turn.invocation === undefined ? undefined : history.invocations[turn.invocation];
}

function callAt(history: History, index: TurnIndex, decisions: Decisions): CallDetail {
  const turn = history.turns[index];
  if (turn === undefined)
    return { turn: null, message: null, withheld: null, gate: [], invocation: null, ...nothingPlanned };
  const invocation = invocationOf(history, turn);
  return {
    turn: rowOf(history, turn),
    message: turn.text === undefined || turn.text === '' ? null : turn.text,
    withheld: turn.withheld === undefined ? null : messageText(turn.withheld['message'] ?? null),
    gate: turn.gate ?? [],
    invocation: invocation === undefined ? null : invocationDetail(history, invocation, decisions),
    ...(turn.kind === 'llm' ? plannedBy(history, index) : nothingPlanned),
  };
}

function invocationDetail(history: History, invocation: Invocation, decisions: Decisions): InvocationDetail {
  return {
    function: invocation.function,
    outcome: invocation.outcome,
    reason: invocation.reason ?? null,
    input: jsonOf(invocation.input),
    output: jsonOf(history.results.outputOf(invocation, decisions)),
    outputNote: textNote(history, invocation, decisions),
    taskId: invocation.taskId,
    path: ['context', 'capabilities', invocation.function, 'outputs', indexInLists(history, invocation, decisions)],
  };
}

/** The decision about a result that is recorded as text; null when the text cannot be meant as a value. */
function textNote({ results }: History, invocation: Invocation, { textResults }: Decisions): string | null {
  const { output, function: name } = invocation;
  if (typeof output !== 'string' || openJson(output) === output) return null;
  if (invocation.outcome === 'errored') return 'Recorded as text and kept as text, as the text of every error is.';
  if (textResults === 'text')
    return 'Recorded as text and kept as text: the settings say so. json.decode() converts it.';
  if (textResults === 'parsed') return 'Recorded as text and read as JSON: the settings say so.';
  const reading = results.readingOf(name);
  return reading.kind === 'not-all-json'
    ? `Recorded as text and kept as text: the result of ${name} at turn ${reading.turn} is not a JSON object or list. json.decode() converts it.`
    : `Recorded as text and read as JSON: every result of ${name} is a JSON object or list.`;
}

const jsonOf = (value: Value | undefined) => (value === undefined ? null : toJson(value, 2));

/** Number of calls in a list; the grid has them all. */
const maxPlanned = 100;

const nothingPlanned = { planned: [], plannedCount: 0 } as const;

/** The capability turns between a model turn and the next turn of another kind are those that it requested. */
function plannedBy(history: History, index: TurnIndex): Pick<CallDetail, 'planned' | 'plannedCount'> {
  const planned: { turn: TurnIndex; function: string }[] = [];
  let plannedCount = 0;
  for (let next = index + 1; next < history.turns.length; next++) {
    const turn = history.turns[next];
    if (turn?.kind !== 'capability') break;
    plannedCount += 1;
    const invocation = planned.length < maxPlanned ? invocationOf(history, turn) : undefined;
    if (invocation !== undefined) planned.push({ turn: next, function: invocation.function });
  }
  return { planned, plannedCount };
}

function tokenReport(history: History, at: TurnIndex): TokenReport {
  const zero = { prompt: 0, completion: 0, total: 0 };
  const { prompt, completion, total } = history.tokens[written(indexOf(history).tokenTurns, at) - 1] ?? zero;
  return {
    known: prompt !== undefined && completion !== undefined && total !== undefined,
    prompt: prompt ?? null,
    completion: completion ?? null,
    total: total ?? null,
  };
}

/** One pixel column can show one step, so a curve has at most this many points. */
const maxPoints = 600;

function tokenCurve({ tokens }: History): TokenCurve {
  const stride = Math.max(1, Math.ceil(tokens.length / maxPoints));
  const points = tokens
    .filter((_, index) => index % stride === 0 || index === tokens.length - 1)
    .map(({ turn, prompt, completion, total }) => ({
      turn,
      prompt: prompt ?? null,
      completion: completion ?? null,
      total: total ?? null,
    }));
  const highest = tokens.reduce(
    (most, { prompt, completion, total }) => Math.max(most, prompt ?? 0, completion ?? 0, total ?? 0),
    0,
  );
  const known = tokens.findLastIndex(({ total }) => total !== undefined);
  const last = { total: tokens[known]?.total ?? 0, unknownFrom: tokens[known + 1]?.turn ?? null };
  return { points, highest, last };
}
