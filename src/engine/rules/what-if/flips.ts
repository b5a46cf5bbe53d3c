import type { Pace } from '../../../base/pace.ts';
import { ok, type Result } from '../../../base/result.ts';
import { CelError, plan, preview, type Scope } from '../../cel/index.ts';
import { findFlips, planWithParts, type Change, type DescribedChange, replaced } from '../../cel/flips/index.ts';
import type { Decisions } from '../../model/decisions.ts';
import type { TurnIndex } from '../../model/history.ts';
import { formatPath, type Path } from '../../model/path.ts';
import type { Problem } from '../../model/problem.ts';
import { elementAt, entry, isList, isMap, Unknown, type Value, MapView } from '../../model/value.ts';
import type { OpenSession } from '../../opening/open-session.ts';
import { isEligible, scopeAt, unaliased } from '../hook-scope.ts';
import { judge } from '../judge.ts';
import { rememberedRule } from '../plan-rule.ts';
import type { Rule } from '../rule.ts';
import { isSkipped } from '../sweep.ts';
import type { Flips, OtherValue, OtherValues } from './what-if.ts';
import { writtenAt } from '../why.ts';
import { ContextAlias } from '../../model/context-view.ts';
import { hooks, type HookId } from '../../model/hooks.ts';

const previewLength = 120;
const budget = 1_000_000;

/**
 * Changes of values that would have reversed a rule's verdict at one turn. Each set alone reverses it; the smallest come
 * first, and no set contains another. Null where the verdict is neither pass nor fire, or where the rule yields no boolean to
 * reverse.
 */
export async function flips(
  session: OpenSession,
  rule: Rule,
  turnIndex: TurnIndex,
  decisions: Decisions,
  pace: Pace,
): Promise<Result<Flips | null, Problem>> {
  const planned = rememberedRule(session, rule, decisions);
  if (!planned.ok) return planned;
  const turn = session.history.turns[turnIndex];
  if (turn === undefined || !isEligible(session, rule, turn)) return ok(null);
  const { expr, library, memories, program, condition } = planned.value;
  const scope = scopeAt(session, rule.hook, decisions).moveTo(turnIndex);
  if (isSkipped(condition?.run(scope) ?? true)) return ok(null);
  let strides = 0;
  const options = {
    budget,
    stopped: () => {
      strides++;
      return pace.stopped;
    },
  };
  const result = program.run(scope, options);
  const verdict = judge(result, rule, decisions);
  if (typeof result !== 'boolean' || (verdict !== 'pass' && verdict !== 'fire')) return ok(null);

  const programs = new Map<string, ReturnType<typeof planWithParts>>();
  const holds = (changes: readonly Change[]): boolean => {
    const changed = new ChangedScope(scope, rule.hook, changes.flatMap(placeOf));
    const conditionResult = condition?.run(changed, options) ?? true;
    if (isSkipped(conditionResult) || conditionResult instanceof CelError || conditionResult instanceof Unknown)
      return false;
    const fixedParts = new Map(changes.flatMap(partOf));
    if (fixedParts.size === 0) return program.run(changed, options) === !result;
    const key = [...fixedParts.keys()].join(' ');
    const withParts = programs.get(key) ?? planWithParts(expr, library, memories, new Set(fixedParts.keys()));
    programs.set(key, withParts);
    return withParts(changed, fixedParts, options) === !result;
  };
  const canonical = (path: Path) => unaliased(path, rule.hook);
  const found = await findFlips(
    { expr, library, memories, scope, target: !result, canonical, holds, effort: () => strides },
    pace,
  );
  const describe = (change: DescribedChange): OtherValue => ({
    ...otherValue(change, session, rule, turnIndex, decisions),
    isUnknown:
      change.input.path === null
        ? plan(change.input.expr, library).run(scope, options) instanceof Unknown
        : isUnknownAt(change.input.path, scope),
  });
  const alternatives = found.sets.map((set): OtherValues => ({
    kind: 'values',
    turn: turnIndex,
    values: set.map(describe),
  }));
  return ok({ verdict, turns: 1, isWhole: found.isWhole, alternatives, parts: [], notes: notesOf(found) });
}

const placeOf = ({ input: { path }, value }: Change) => (path === null ? [] : [{ path, value }]);

const partOf = ({ input, value }: Change): readonly (readonly [number, Value])[] =>
  input.path === null && value !== undefined ? [[input.expr.id, value]] : [];

function otherValue(
  { input: { path, expr, now }, value, wanted, because }: DescribedChange,
  session: OpenSession,
  rule: Rule,
  turn: TurnIndex,
  decisions: Decisions,
): Omit<OtherValue, 'isUnknown'> {
  const { start, end } = expr.range;
  return {
    start,
    end,
    text: path === null ? rule.expression.slice(start, end) : formatPath(path),
    path,
    writtenAt: path === null || now === undefined ? null : writtenAt(path, session, rule.hook, turn, decisions),
    now: now === undefined || now instanceof Unknown ? null : preview(now, previewLength),
    because,
    wanted,
    to: value === undefined ? null : preview(value, previewLength),
  };
}

function isUnknownAt([root = '', ...steps]: Path, scope: Scope): boolean {
  let value = scope.get(String(root));
  for (const step of steps) {
    if (value === undefined || value instanceof Unknown) break;
    if (isList(value)) value = typeof step === 'number' ? elementAt(value, step) : undefined;
    else value = isMap(value) ? entry(value, String(step)) : undefined;
  }
  return value instanceof Unknown;
}

function notesOf({ isWhole, hasFixed }: { readonly isWhole: boolean; readonly hasFixed: boolean }): readonly string[] {
  return [
    ...(isWhole ? [] : ['There were too many changes to try all of them: other changes may also work.']),
    ...(hasFixed
      ? [
          'Inside a macro such as exists(), values come from the elements of the list: changes of such values were not tried.',
        ]
      : []),
  ];
}

/** A hook's variables with other values at some places, under every name of those places. */
class ChangedScope implements Scope {
  readonly #scope: Scope;
  readonly #hook: HookId;
  readonly #changes: readonly { readonly path: Path; readonly value: Value | undefined }[];

  constructor(
    scope: Scope,
    hook: HookId,
    changes: readonly { readonly path: Path; readonly value: Value | undefined }[],
  ) {
    this.#scope = scope;
    this.#hook = hook;
    this.#changes = changes;
  }

  get(name: string): Value | undefined {
    const { aliases } = hooks[this.#hook];
    const variable = (Object.hasOwn(aliases, name) ? aliases[name] : undefined) ?? name;
    let value = this.#scope.get(variable);
    if (value === undefined) return undefined;
    for (const { path, value: other } of this.#changes) {
      if (path[0] === variable) value = replaced(value, path.slice(1), other);
    }
    return name === 'c' && value instanceof MapView ? new ContextAlias(value) : value;
  }
}
