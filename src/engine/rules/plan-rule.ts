import { err, ok, type Result } from '../../base/result.ts';
import { LoopMemories, parse, plan, planSweep } from '../cel/index.ts';
import type { Expr, Library, Program, Sweeping } from '../cel/index.ts';
import { engineOf, isOurs } from '../engines/registry.ts';
import { environmentOf } from '../environments/registry.ts';
import type { Decisions, EngineId } from '../model/decisions.ts';
import type { Growth } from '../model/growth.ts';
import type { Problem } from '../model/problem.ts';
import type { OpenSession } from '../opening/open-session.ts';
import type { Rule } from './rule.ts';

/** A rule ready to run in either of two ways: turn by turn, or once forward through a session. */
export interface PlannedRule {
  readonly expr: Expr;
  readonly library: Library;
  readonly program: Program;
  /** Null where the rule always runs. */
  readonly condition: Program | null;
  /** Folds over lists that only grow; each sweep needs a memory of its own. */
  forSweep(): Sweeping;
}

/** The problem is the first syntax error; other errors appear when the rule runs. */
export function planRule(
  session: OpenSession,
  rule: Rule,
  { memories, engine }: { readonly memories?: LoopMemories } & Pick<Decisions, 'engine'> = {},
): Result<PlannedRule, Problem> {
  const { expr, problems } = parse(rule.expression, rule.variables);
  const [problem] = problems;
  if (problem !== undefined) return err(problem);
  const library = environmentOf(rule.hook).library(session, rule.hook);
  const condition = rule.condition === undefined ? null : parse(rule.condition);
  const [wrong] = condition?.problems ?? [];
  if (wrong !== undefined) return err({ ...wrong, message: `In its condition: ${wrong.message}` });
  const planned: PlannedRule = {
    expr,
    library,
    program: plan(expr, library, memories && { memories }),
    condition: condition === null ? null : plan(condition.expr, library),
    forSweep: () => planSweep(expr, library),
  };
  return ok(engine === undefined || isOurs(engine) ? planned : inOtherEngine(planned, rule, engine));
}

/** Other engines keep nothing from turn to turn. */
function inOtherEngine(planned: PlannedRule, rule: Rule, id: EngineId): PlannedRule {
  const { condition = '' } = rule;
  const engine = engineOf(id);
  const program = engine.judgedBy(rule, planned.expr, planned.program);
  return {
    ...planned,
    program,
    condition:
      planned.condition && engine.judgedBy({ expression: condition }, parse(condition).expr, planned.condition),
    forSweep: () => ({ ...program, mark: () => () => undefined }),
  };
}

/** A rule that runs at turns in any order: it keeps what its macros computed for each element. */
export interface RememberedRule extends PlannedRule {
  readonly memories: LoopMemories;
  /** The changes of the session that it knows. */
  changes: number;
}

/** The cached plan while the rule stays the same, with all that it has computed; it continues while the session grows. */
export function rememberedRule(
  session: OpenSession,
  rule: Rule,
  { jsonNumbers }: Decisions,
): Result<RememberedRule, Problem> {
  const { growth } = session.history;
  const known = remembered.get(growth) ?? new Map<string, RememberedRule>();
  remembered.set(growth, known);
  const key = JSON.stringify([rule.expression, rule.condition ?? null, rule.variables ?? null, rule.hook, jsonNumbers]);
  let made = known.get(key);
  // The functions of the session may be others when all turns have changed.
  if (made === undefined || growth.since(made.changes) < 0) {
    const memories = new LoopMemories(growth);
    const planned = planRule(session, rule, { memories });
    if (!planned.ok) return planned;
    made = { ...planned.value, memories, changes: growth.count };
  }
  made.changes = growth.count;
  // The most recent entry is last; the oldest is dropped.
  known.delete(key);
  known.set(key, made);
  for (const [oldest] of known) if (known.size > maxRemembered) known.delete(oldest);
  return ok(made);
}

/** The draft, the rule it is compared with, and some of a policy. */
const maxRemembered = 4;
const remembered = new WeakMap<Growth, Map<string, RememberedRule>>();
