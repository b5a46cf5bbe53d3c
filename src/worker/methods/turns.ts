import { ok } from '../../base/result.ts';
import type { Decisions } from '../../engine/model/decisions.ts';
import type { History, Invocation, Turn, TurnIndex } from '../../engine/model/history.ts';
import { toJson } from '../../engine/model/json.ts';
import { preview } from '../../engine/cel/index.ts';
import type { Value } from '../../engine/model/value.ts';
import type { CallDetail, CapabilityRow, InvocationDetail, TokenReport, TurnRow, ValuePreview } from '../protocol.ts';
import type { Methods } from '../serve.ts';
import { asked, type Bench } from './bench.ts';

/** What a person reads about turns: rows of the grid, one call, the capability table, tokens. */
export function turnMethods(bench: Bench): Pick<Methods, 'rows' | 'call' | 'capabilities' | 'tokens'> {
  return {
    rows: asked(bench, ({ history }, { from, to }) =>
      ok(history.turns.slice(Math.max(0, from), to).map((turn) => rowOf(history, turn))),
    ),
    call: asked(bench, ({ history }, { turn, decisions }) => ok(callAt(history, turn, decisions))),
    capabilities: asked(bench, ({ history }, { turn, decisions }) => ok(capabilityRows(history, turn, decisions))),
    tokens: asked(bench, ({ history }, { turn }) => ok(tokenReport(history, turn))),
  };
}

/** Grid labels are one line: the whole text is one click away in the inspector. */
const labelLength = 300;

function rowOf(history: History, turn: Turn): TurnRow {
  const invocation = invocationOf(history, turn);
  return {
    index: turn.index,
    kind: turn.kind,
    node: turn.node,
    label: turn.label.slice(0, labelLength),
    at: turn.at ?? null,
    tookMs: turn.tookMs ?? null,
    tokens: turn.tokens === undefined ? null : turn.tokens.prompt + turn.tokens.completion,
    outcome: invocation?.outcome ?? null,
  };
}

function invocationOf(history: History, turn: Turn): Invocation | undefined {
  return turn.invocation === undefined ? undefined : history.invocations[turn.invocation];
}

function callAt(history: History, index: TurnIndex, decisions: Decisions): CallDetail {
  const turn = history.turns[index];
  if (turn === undefined) return { turn: null, message: null, invocation: null, planned: [] };
  const invocation = invocationOf(history, turn);
  return {
    turn: rowOf(history, turn),
    message: turn.kind === 'capability' ? null : turn.label,
    invocation: invocation === undefined ? null : invocationDetail(history, invocation, decisions),
    planned: turn.kind === 'llm' ? plannedBy(history, index) : [],
  };
}

function invocationDetail(history: History, invocation: Invocation, decisions: Decisions): InvocationDetail {
  const upTo = history.invocations.filter((i) => i.function === invocation.function && i.turn <= invocation.turn);
  const position = upTo.indexOf(invocation);
  return {
    function: invocation.function,
    outcome: invocation.outcome,
    reason: invocation.reason ?? null,
    input: jsonOf(invocation.input),
    output: jsonOf(invocation.output),
    taskId: invocation.taskId,
    path: ['context', 'capabilities', invocation.function, 'outputs', listIndex(position, upTo.length, decisions)],
  };
}

/** Where CEL finds the invocation at `position` (oldest first) of `count`. */
const listIndex = (position: number, count: number, decisions: Decisions) =>
  decisions.capabilityOrder === 'newest-first' ? count - 1 - position : position;

const jsonOf = (value: Value | undefined) => (value === undefined ? null : toJson(value, 2));

const previewLength = 160;

const previewOf = (value: Value | undefined): ValuePreview | null =>
  value === undefined ? null : preview(value, previewLength);

/** The capability turns between a model turn and the next turn of another kind are those it asked for. */
function plannedBy(history: History, index: TurnIndex): CallDetail['planned'] {
  const planned: { turn: TurnIndex; function: string }[] = [];
  for (let next = index + 1; next < history.turns.length; next++) {
    const turn = history.turns[next];
    if (turn?.kind !== 'capability') break;
    const invocation = invocationOf(history, turn);
    if (invocation !== undefined) planned.push({ turn: next, function: invocation.function });
  }
  return planned;
}

function capabilityRows(history: History, at: TurnIndex, decisions: Decisions): readonly CapabilityRow[] {
  const used = byFunction(history.invocations.filter((invocation) => invocation.turn <= at));
  return history.functions.map(({ key, kind }) => {
    const invocations = used.get(key) ?? [];
    const count = (outcome: Invocation['outcome']) => invocations.filter((i) => i.outcome === outcome).length;
    return {
      function: key,
      kind,
      successful: count('successful'),
      errored: count('errored'),
      restricted: count('restricted'),
      invocations: invocations.map((invocation, position) => ({
        turn: invocation.turn,
        index: listIndex(position, invocations.length, decisions),
        at: invocation.at ?? null,
        outcome: invocation.outcome,
        input: previewOf(invocation.input),
        output: previewOf(invocation.output),
      })),
    };
  });
}

function byFunction(invocations: readonly Invocation[]): ReadonlyMap<string, readonly Invocation[]> {
  const groups = new Map<string, Invocation[]>();
  for (const invocation of invocations) {
    const group = groups.get(invocation.function);
    if (group === undefined) groups.set(invocation.function, [invocation]);
    else group.push(invocation);
  }
  return groups;
}

function tokenReport(history: History, at: TurnIndex): TokenReport {
  const sums = history.tokens.findLast((entry) => entry.turn <= at);
  const zero = { prompt: 0, completion: 0, total: 0 };
  const { prompt, completion, total } = sums ?? zero;
  return {
    known: prompt !== undefined && completion !== undefined && total !== undefined,
    prompt: prompt ?? null,
    completion: completion ?? null,
    total: total ?? null,
    curve: history.tokens.map((entry) => ({
      turn: entry.turn,
      prompt: entry.prompt ?? null,
      completion: entry.completion ?? null,
    })),
  };
}
