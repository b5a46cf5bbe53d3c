import type { Decisions } from './decisions.ts';
import { indexOf } from './history-index.ts';
import type { History, Received, TurnIndex } from './history.ts';
import { written } from './prefix.ts';
import { Unknown, type Value } from './value.ts';

/**
 * `input` at a turn: the arguments of a call, or the arriving message with its parameters. Undefined where the turn has
 * none; unknown where the recording does not hold it.
 */
export function inputOf(history: History, turn: TurnIndex): Value | undefined {
  const here = history.turns[turn];
  if (here === undefined || here.kind === 'llm' || here.kind === 'snapshot') return undefined;
  const value =
    here.kind === 'input'
      ? exchangeOf(history.inputs, indexOf(history).inputTurns, turn)
      : invocationOf(history, here.invocation)?.input;
  return value === undefined ? new Unknown([['input']]) : value;
}

/** `output` at a turn: the result of a call as the decisions show it to rules, or the answer to the user. */
export function outputOf(history: History, turn: TurnIndex, decisions: Decisions): Value | undefined {
  const here = history.turns[turn];
  if (here === undefined || here.kind === 'input' || here.kind === 'snapshot') return undefined;
  if (here.withheld !== undefined) return here.withheld;
  if (here.kind === 'llm') return exchangeOf(history.outputs, indexOf(history).outputTurns, turn);
  const invocation = invocationOf(history, here.invocation);
  const value = invocation && history.results.outputOf(invocation, decisions);
  return value === undefined ? new Unknown([['output']]) : value;
}

/** `now` at a turn: a text, as the specification defines it; the turn's own time, never the wall clock. */
export function nowAt(history: History, turn: TurnIndex): string | Unknown {
  return history.turns[turn]?.at ?? new Unknown([['now']]);
}

const invocationOf = (history: History, index: number | undefined) =>
  index === undefined ? undefined : history.invocations[index];

/** The last one of the turn. */
function exchangeOf(column: readonly Received[], turns: readonly number[], turn: TurnIndex): Value | undefined {
  const exchange = column[written(turns, turn) - 1];
  return exchange?.turn === turn ? exchange.value : undefined;
}
