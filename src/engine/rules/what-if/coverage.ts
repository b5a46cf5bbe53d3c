import type { Pace } from '../../../base/pace.ts';
import { ok, type Result } from '../../../base/result.ts';
import { isWithinVariable, walk, type Expr, type EvalResult } from '../../cel/index.ts';
import type { Decisions } from '../../model/decisions.ts';
import type { TurnIndex } from '../../model/history.ts';
import type { Problem } from '../../model/problem.ts';
import { Unknown } from '../../model/value.ts';
import type { OpenSession } from '../../opening/open-session.ts';
import { eligibleTurns, scopeAt } from '../hook-scope.ts';
import { planRule } from '../plan-rule.ts';
import type { Rule } from '../rule.ts';
import { budgetPerTurn, walkTurns } from '../sweep.ts';
import type { Clause, ClauseCounts, Coverage } from './what-if.ts';

/** How often each clause of a rule was true, false or neither: at every eligible turn of a session, or over the turns in the argument. */
export async function coverage(
  session: OpenSession,
  rule: Rule,
  decisions: Decisions,
  pace: Pace,
  only: readonly TurnIndex[] | null = null,
): Promise<Result<Coverage, Problem>> {
  const planned = planRule(session, rule);
  if (!planned.ok) return planned;
  const { expr } = planned.value;
  const program = planned.value.forSweep();
  const clauses = new Clauses(rule.expression, expr);
  const scope = scopeAt(session, rule.hook, decisions);
  const options = { budget: budgetPerTurn, stopped: () => pace.stopped };
  const eligible = eligibleTurns(session, rule);
  const turns = only === null ? eligible : eligible.filter((turn) => only.includes(turn));
  await walkTurns(turns, planned.value, scope, options, pace, (_turn, obstacle) => {
    const trace = obstacle === null ? program.trace(scope, options) : null;
    // Where it is unknown whether the rule runs, none of its clauses was evaluated.
    clauses.add((id) => trace?.resultOf(id));
  });
  return ok(clauses.coverage());
}

/** Merges several coverages of one expression. */
export function summed(all: readonly Coverage[]): Coverage | null {
  const [first, ...others] = all;
  if (first === undefined) return null;
  let { turns, parts } = first;
  for (const other of others) {
    turns += other.turns;
    parts = parts.map((clause) => {
      const same = other.parts.find(({ start, end }) => start === clause.start && end === clause.end);
      return same === undefined ? clause : { ...clause, counts: added(clause.counts, same.counts) };
    });
  }
  return { ...first, turns, parts };
}

const added = (a: ClauseCounts, b: ClauseCounts): ClauseCounts => ({
  true: a.true + b.true,
  false: a.false + b.false,
  error: a.error + b.error,
  unknown: a.unknown + b.unknown,
  never: a.never + b.never,
});

class Clauses {
  readonly #text: string;
  readonly #nodes: readonly { readonly expr: Expr; readonly depth: number; readonly inMacro: boolean }[];
  readonly #tallies: { -readonly [K in keyof ClauseCounts]: number }[];
  #turns = 0;

  constructor(text: string, root: Expr) {
    this.#text = text;
    this.#nodes = [...clausesIn(root)];
    this.#tallies = this.#nodes.map(() => ({ true: 0, false: 0, error: 0, unknown: 0, never: 0 }));
  }

  add(resultOf: (id: number) => EvalResult | undefined): void {
    this.#turns++;
    for (const [index, { expr }] of this.#nodes.entries()) {
      const tally = this.#tallies[index];
      if (tally !== undefined) tally[kindOf(resultOf(expr.id))]++;
    }
  }

  coverage(): Coverage {
    const none = { true: 0, false: 0, error: 0, unknown: 0, never: 0 };
    return {
      turns: this.#turns,
      isWhole: true,
      alternatives: [],
      notes: [],
      parts: this.#nodes.map(({ expr: { range }, depth, inMacro }, index): Clause => ({
        ...range,
        text: this.#text.slice(range.start, range.end),
        depth,
        inMacro,
        counts: this.#tallies[index] ?? none,
      })),
    };
  }
}

/** A clause that is neither true nor false is an error to the operator that reads it. */
function kindOf(result: EvalResult | undefined): keyof ClauseCounts {
  if (result === undefined) return 'never';
  if (result instanceof Unknown) return 'unknown';
  if (typeof result !== 'boolean') return 'error';
  return result ? 'true' : 'false';
}

/**
 * Parts that can only be true or false by their form, and also every operand of `&&`, `||`, `!` and the condition of `?
 * :`.
 */
function* clausesIn(root: Expr) {
  const depths = new Map<Expr, number>();
  const inMacro = new Set<Expr>();
  const within = new Set<Expr>();
  for (const { expr, parent } of walk(root)) {
    if (parent !== null && (within.has(parent) || isWithinVariable(expr, parent))) {
      within.add(expr);
      continue;
    }
    const depth = parent === null ? 0 : (depths.get(parent) ?? 0);
    if (parent !== null && (inMacro.has(parent) || (parent.kind === 'macro' && parent.target !== expr)))
      inMacro.add(expr);
    const isClause = expr.kind !== 'literal' && (isBoolean(expr) || (parent !== null && isTested(expr, parent)));
    depths.set(expr, isClause ? depth + 1 : depth);
    if (isClause) yield { expr, depth, inMacro: inMacro.has(expr) };
  }
}

const comparisons = ['_<_', '_<=_', '_>_', '_>=_', '_==_', '_!=_', '@in', '!_'];
const tests = ['startsWith', 'endsWith', 'contains', 'matches', 'bool'];
const booleanCalls: ReadonlySet<string> = new Set(comparisons.concat(tests));
const booleanMacros: ReadonlySet<string> = new Set(['has', 'all', 'exists', 'exists_one', 'existsOne']);

function isBoolean(expr: Expr): boolean {
  switch (expr.kind) {
    case 'logic':
      return true;
    case 'call':
      return booleanCalls.has(expr.name.text);
    case 'macro':
      return booleanMacros.has(expr.macro.text);
    default:
      return false;
  }
}

function isTested(expr: Expr, parent: Expr): boolean {
  if (parent.kind === 'logic') return true;
  if (parent.kind === 'conditional') return parent.condition === expr;
  return parent.kind === 'call' && parent.name.text === '!_';
}
