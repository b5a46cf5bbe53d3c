import { paced, type Pace } from '../../base/pace.ts';
import { ok, type Result } from '../../base/result.ts';
import { lookUp } from '../cel/evaluate/access.ts';
import { CelError, parse, plan, preview, type EvalResult, type Expr, type Library } from '../cel/index.ts';
import type { Evaluate } from '../engines/engine.ts';
import { evaluating, refusalOf } from '../engines/judged-by.ts';
import { PlainVariables, readsOf } from '../engines/reads.ts';
import { engineOf, type LoadedEngine } from '../engines/registry.ts';
import type { Decisions, EngineId } from '../model/decisions.ts';
import type { TurnIndex } from '../model/history.ts';
import type { Problem, TextRange } from '../model/problem.ts';
import { elementAt, isList, isMap, keysOf, Unknown, type Value } from '../model/value.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { scopeAt } from '../rules/hook-scope.ts';
import { planRule } from '../rules/plan-rule.ts';
import type { Rule } from '../rules/rule.ts';
import { childrenOf } from '../cel/walk.ts';
import { withoutEngine } from './compare-engine.ts';
import { sameAnswer } from './same-answer.ts';

/** The smallest part of a rule on which two engines differ, when each evaluates it alone with the values of a turn. */
export interface Cause {
  readonly part: TextRange & { readonly text: string };
  /** The condition of a rule is a text of its own. */
  readonly within: 'rule' | 'condition';
  readonly ours: string;
  readonly theirs: string;
  /** The variables of macros around the part, with the values at which the engines differ. */
  readonly bound: readonly { readonly name: string; readonly value: string }[];
  /** The turns at which this part is the cause, ascending. */
  readonly turns: readonly TurnIndex[];
}

/** Turns that are looked at; the causes of further ones are rarely others. */
const mostCauseTurns = 200;

/** The causes of the differences at some turns, the most frequent first. */
export async function causesOf(
  session: OpenSession,
  rule: Rule,
  chosen: Decisions,
  id: EngineId,
  turns: readonly TurnIndex[],
  pace: Pace,
): Promise<Result<readonly Cause[], Problem>> {
  const planned = planRule(session, rule);
  if (!planned.ok) return planned;
  const scope = scopeAt(session, rule.hook, withoutEngine(chosen));
  const engine = engineOf(id);
  const { library } = planned.value;
  const texts = [
    { within: 'condition' as const, text: rule.condition ?? '' },
    { within: 'rule' as const, text: rule.expression },
  ].filter(({ text }) => text !== '');
  const searches = texts.map(({ within, text }) => ({ within, search: new Search(text, library, engine) }));
  const found = new Map<string, Cause>();
  await paced(Math.min(turns.length, mostCauseTurns), pace, (index) => {
    const turn = turns[index] ?? 0;
    scope.moveTo(turn);
    for (const { within, search } of searches) {
      const smallest = search.at(scope);
      if (smallest === null) continue;
      const key = `${within} ${smallest.part.start} ${smallest.part.end}`;
      const known = found.get(key);
      found.set(key, known ? { ...known, turns: [...known.turns, turn] } : { ...smallest, within, turns: [turn] });
      return;
    }
  });
  return ok([...found.values()].toSorted((a, b) => b.turns.length - a.turns.length));
}

type Smallest = Pick<Cause, 'part' | 'ours' | 'theirs' | 'bound'>;
type Variables = ReadonlyMap<string, Value>;

/** A text whose parts are evaluated alone, by both engines. */
class Search {
  readonly #text: string;
  readonly #expr: Expr;
  readonly #library: Library;
  readonly #engine: LoadedEngine;
  /** The engine does not accept the text at all: then the part that it does not accept is the cause, needed or not. */
  readonly #isRefused: boolean;
  readonly #reads: ReturnType<typeof readsOf>;
  readonly #both = new Map<Expr, { readonly ours: Evaluate; readonly theirs: Evaluate }>();

  constructor(text: string, library: Library, engine: LoadedEngine) {
    this.#text = text;
    this.#expr = parse(text).expr;
    this.#library = library;
    this.#engine = engine;
    this.#isRefused = refusalOf(engine, text) !== null;
    this.#reads = readsOf(this.#expr);
  }

  at(scope: { get(name: string): Value | undefined }): Smallest | null {
    return this.#smallest(this.#expr, new PlainVariables(scope, this.#reads).values, []);
  }

  #smallest(expr: Expr, variables: Variables, bound: Smallest['bound']): Smallest | null {
    const { ours, theirs } = this.#answers(expr, variables);
    if (this.#isRefused ? !isRefusal(theirs) : sameAnswer(ours, theirs)) return null;
    const { start, end } = expr.range;
    return (
      this.#within(expr, variables, bound) ?? {
        part: { start, end, text: this.#text.slice(start, end) },
        ours: inWords(ours),
        theirs: inWords(theirs),
        bound,
      }
    );
  }

  /** The cause inside a part that is different. */
  #within(expr: Expr, variables: Variables, bound: Smallest['bound']): Smallest | null {
    if (expr.kind === 'macro' && expr.variables.length > 0) return this.#withinMacro(expr, variables, bound);
    // `has(a.b)` asks for the place and not for its value.
    if (expr.kind === 'macro' && expr.macro.text === 'has') return null;
    for (const child of childrenOf(expr)) {
      const smallest = this.#smallest(child, variables, bound);
      if (smallest !== null) return smallest;
      // Neither engine needs the other operands.
      if (this.#decides(expr, child, variables)) return null;
    }
    return null;
  }

  #decides(parent: Expr, child: Expr, variables: Variables): boolean {
    if (parent.kind !== 'logic' || this.#isRefused) return false;
    return this.#answers(child, variables).ours === (parent.operator === '||');
  }

  /** The body of a macro is evaluated for each element, with the macro's variables among the others. */
  #withinMacro(
    macro: Extract<Expr, { kind: 'macro' }>,
    variables: Variables,
    bound: Smallest['bound'],
  ): Smallest | null {
    const range = macro.target;
    if (range === null) return null;
    const different = this.#smallest(range, variables, bound);
    if (different !== null) return different;
    const list = this.#answers(range, variables).ours;
    if (list instanceof CelError) return null;
    const names = macro.variables.map(({ text }) => text);
    for (const values of elementsOf(list, names.length)) {
      const inner = new Map(variables);
      for (const [at, name] of names.entries()) inner.set(name, values[at] ?? null);
      const more = names.map((name, at) => ({ name, value: preview(values[at] ?? null, longestValue).text }));
      for (const arg of macro.args) {
        const smallest = this.#smallest(arg, inner, [...bound, ...more]);
        if (smallest !== null) return smallest;
      }
    }
    return null;
  }

  #answers(expr: Expr, variables: Variables): { readonly ours: EvalResult; readonly theirs: EvalResult } {
    let both = this.#both.get(expr);
    if (both === undefined) {
      const program = plan(expr, this.#library);
      const text = this.#text.slice(expr.range.start, expr.range.end);
      both = { ours: (values) => program.run(values), theirs: evaluating(this.#engine, text) };
      this.#both.set(expr, both);
    }
    return { ours: both.ours(variables), theirs: both.theirs(variables) };
  }
}

/** Elements that a macro is looked into. */
const mostElements = 100;

/** The values of a macro's variables: an element or a key, and with two variables a position or a key before the value. */
function elementsOf(list: Value, variables: number): readonly (readonly Value[])[] {
  if (isList(list))
    return Array.from({ length: Math.min(list.length, mostElements) }, (_, at) => {
      const element = elementAt(list, at) ?? null;
      return variables === 2 ? [at, element] : [element];
    });
  if (!isMap(list)) return [];
  return keysOf(list)
    .slice(0, mostElements)
    .map((key) => [key, lookUp(list, key) ?? null]);
}

const longestValue = 120;

const isRefusal = (answer: EvalResult): boolean => answer instanceof CelError && answer.code === 'parse_error';

/** An answer as people read it: a literal of CEL, or the engine's own message. */
function inWords(answer: EvalResult): string {
  if (answer instanceof CelError) return `an error: ${answer.message}`;
  return answer instanceof Unknown ? 'unknown' : preview(answer, longestValue).text;
}
