import { err, ok, type Result } from '../../base/result.ts';
import {
  CelError,
  explain,
  preview,
  type ExplainedElement,
  type ExplainedPart,
  type EvalResult,
  type ValuePreview,
} from '../cel/index.ts';
import { environmentOf } from '../environments/registry.ts';
import type { Decisions } from '../model/decisions.ts';
import type { TurnIndex } from '../model/history.ts';
import type { HookId } from '../model/hooks.ts';
import { formatPath, type Path } from '../model/path.ts';
import type { Problem } from '../model/problem.ts';
import { onlySnapshot } from '../model/snapshot-moment.ts';
import { Unknown, type Value } from '../model/value.ts';
import type { VerdictKind } from '../model/verdict.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { isEligible, scopeAt, unaliased } from './hook-scope.ts';
import { judge } from './judge.ts';
import { rememberedRule } from './plan-rule.ts';
import type { Rule } from './rule.ts';
import { isSkipped } from './sweep.ts';

/** The reasons for a rule's verdict at one turn. */
export interface Why {
  readonly verdict: VerdictKind;
  readonly value: ValuePreview | null;
  /** What kept the whole expression from a value, in words. */
  readonly problem: Problem | null;
  readonly parts: readonly WhyPart[];
  /** Ids of the parts that decided; the id of the whole expression is last. */
  readonly proof: readonly number[];
}

export interface WhyPart extends Omit<ExplainedPart, 'elements'>, Written {
  readonly elements: readonly WhyElement[] | null;
}

export interface WhyElement extends ExplainedElement, Written {}

interface Written {
  /** The turn that wrote the place that is read; null when no place is read, or one that was never written. */
  readonly writtenAt: TurnIndex | null;
}

const valueLength = 400;

/** At a turn that the hook does not gate, the verdict is n/a and there are no parts. */
export function why(session: OpenSession, rule: Rule, turn: TurnIndex, decisions: Decisions): Result<Why, Problem> {
  const traced = whyInFull(session, rule, turn, decisions);
  return traced.ok ? ok(traced.value.why) : traced;
}

/** The reasons, with the whole values behind them. */
interface WhyInFull {
  readonly why: Why;
  /** Of a part; undefined if it was not reached. */
  readonly resultOf: (id: number) => EvalResult | undefined;
  /** What a macro tried; undefined for an element that is not among those of its part. */
  readonly elementOf: (id: number, index: number) => Value | undefined;
}

/** The same with the whole value of every part, for callers that need more than a page shows. */
export function whyInFull(
  session: OpenSession,
  rule: Rule,
  turnIndex: TurnIndex,
  decisions: Decisions,
): Result<WhyInFull, Problem> {
  const planned = rememberedRule(session, rule, decisions);
  if (!planned.ok) return planned;
  const turn = session.history.turns[turnIndex];
  if (turn === undefined) return err(noSuchTurn(turnIndex, session.history.turns.length));
  if (!isEligible(session, rule, turn)) return ok(turn.kind === 'snapshot' ? notAtSnapshot(rule.hook) : notJudged);

  const { expr, program, condition } = planned.value;
  const scope = scopeAt(session, rule.hook, decisions).moveTo(turnIndex);
  const conditionResult = condition?.run(scope) ?? true;
  if (isSkipped(conditionResult))
    return ok({ ...notJudged, why: { ...notJudged.why, problem: skipped(rule.condition ?? '') } });
  if (conditionResult instanceof CelError || conditionResult instanceof Unknown)
    return ok(undecided(conditionResult, rule, decisions));
  const trace = program.trace(scope);
  const { result } = trace;
  const { parts, proof } = explain(rule.expression, expr, trace);
  const whole = parts[0];
  const answer: Why = {
    verdict: judge(result, rule, decisions),
    value: result instanceof CelError || result instanceof Unknown ? null : preview(result, valueLength),
    problem: result instanceof CelError ? { code: `cel/${result.code}`, message: result.message } : unknownIn(whole),
    parts: parts.map((part) => withPlace(part, session, rule.hook, turnIndex, decisions)),
    proof,
  };
  return ok({
    why: answer,
    resultOf: (id) => trace.resultOf(id),
    elementOf: (id, at) => trace.macroOf(id)?.elements.find(({ index }) => index === at)?.element,
  });
}

const notJudged = {
  why: { verdict: 'n/a', value: null, problem: null, parts: [], proof: [] },
  resultOf: () => undefined,
  elementOf: () => undefined,
} as const;

const notAtSnapshot = (hook: HookId) => ({
  ...notJudged,
  why: { ...notJudged.why, problem: { code: 'rule/snapshot', message: onlySnapshot(hook) } },
});

const skipped = (condition: string): Problem => ({
  code: 'rule/skipped',
  message: `The rule does not run here: its condition ${condition} is false.`,
});

/** Whether the rule should have run is not known. */
const undecided = (conditionResult: CelError | Unknown, rule: Rule, decisions: Decisions) => ({
  why: {
    ...notJudged.why,
    verdict: judge(conditionResult, rule, decisions),
    problem: {
      code: 'rule/condition',
      message:
        conditionResult instanceof CelError
          ? `Its condition ${rule.condition ?? ''} failed: ${conditionResult.message}`
          : `The value of its condition is not known: the recording does not hold ${conditionResult.missing.map(formatPath).join(', ')}.`,
    },
  },
  resultOf: () => undefined,
  elementOf: () => undefined,
});

const unknownIn = (whole: ExplainedPart | undefined): Problem | null =>
  whole?.outcome === 'unknown' && whole.message !== null ? { code: 'cel/unknown', message: whole.message } : null;

function withPlace(
  part: ExplainedPart,
  session: OpenSession,
  hook: HookId,
  turn: TurnIndex,
  decisions: Decisions,
): WhyPart {
  const placed = ({ path: read }: { readonly path: Path | null }) => {
    const path = read === null ? null : unaliased(read, hook);
    return { path, writtenAt: path === null ? null : writtenAt(path, session, hook, turn, decisions) };
  };
  const elements = part.elements?.map((element) => ({ ...element, ...placed(element) })) ?? null;
  return { ...part, ...placed(part), elements };
}

/** More than anybody reads at once; of a longer value, the middle is left out. */
const wholeLength = 100_000;

/** The value of a part, or of an element that a macro tried, in full. Null where it has none. */
export function explainedValue(
  session: OpenSession,
  rule: Rule,
  turn: TurnIndex,
  { part, element }: { readonly part: number; readonly element: number | null },
  decisions: Decisions,
): Result<ValuePreview | null, Problem> {
  const traced = whyInFull(session, rule, turn, decisions);
  if (!traced.ok) return traced;
  const { resultOf, elementOf } = traced.value;
  const value = element === null ? resultOf(part) : elementOf(part, element);
  if (value === undefined || value instanceof CelError || value instanceof Unknown) return ok(null);
  return ok(preview(value, wholeLength));
}

/**
 * Variables that a hook has beside the history, such as `input`, were written by the judged turn itself. Null for a place that
 * no turn wrote, or of which no record says who wrote it.
 */
export const writtenAt = (
  path: Path,
  session: OpenSession,
  hook: HookId,
  turn: TurnIndex,
  decisions: Decisions,
): TurnIndex | null => environmentOf(hook).writtenAt(session, hook, path, turn, decisions);

const noSuchTurn = (turn: TurnIndex, count: number): Problem => ({
  code: 'explain/no-such-turn',
  message: `There is no turn ${turn}: this session has ${count}, counted from 0.`,
});
