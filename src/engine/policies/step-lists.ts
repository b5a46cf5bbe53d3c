import type { History } from '../model/history.ts';
import { keyOf } from '../systems/task/keys.ts';
import type { Binding } from './bound-input.ts';
import type { Policy, PolicyRule, StepList } from './policy.ts';
import { functionsOf } from './rule-of.ts';
import type { ListedStep } from './step-list.ts';

/** The steps of a policy for the calls of one function. */
export interface FunctionSteps {
  /** Whether it has any steps. */
  readonly hasRules: boolean;
  readonly bindings: readonly Binding[];
  /** Each of these runs while none of the functions of its capability was used. */
  readonly beforeFirst: readonly { readonly listed: ListedStep; readonly functions: readonly string[] }[];
  readonly before: readonly ListedStep[];
  readonly after: readonly ListedStep[];
  /** Keys of the functions that these steps invoke. */
  readonly invoked: ReadonlySet<string>;
}

/** A policy's steps by where they run, in the order of the text. */
export class StepLists {
  readonly guardrails: { readonly before: readonly ListedStep[]; readonly after: readonly ListedStep[] };
  readonly #policy: Policy;
  readonly #functions: History['functions'];
  readonly #known = new Map<string, FunctionSteps>();

  constructor(policy: Policy, functions: History['functions']) {
    this.#policy = policy;
    this.#functions = functions;
    const guardrail = (list: StepList) =>
      policy.rules.flatMap((rule) => (rule.capability === null && rule.list === list ? listedAs(rule, undefined) : []));
    this.guardrails = { before: guardrail('before'), after: guardrail('after') };
  }

  of(key: string): FunctionSteps {
    const known = this.#known.get(key) ?? this.#made(key);
    this.#known.set(key, known);
    return known;
  }

  #made(key: string): FunctionSteps {
    const all = this.#policy.rules.flatMap((rule) => {
      const { step, capability, list } = rule;
      if (step === null || capability === null || !this.#isFor(rule, null, key)) return [];
      const isForAction = capability.only !== null && this.#isFor(rule, capability.only, key);
      const listed = listedAs(rule, isForAction ? capability.only : undefined);
      return listed.map((each) => ({ list, capability, listed: each }));
    });
    const of = (wanted: StepList) => all.flatMap(({ list, listed }) => (list === wanted ? [listed] : []));
    const bindings = this.#bindings(key);
    return {
      hasRules: all.length > 0 || bindings.length > 0,
      bindings,
      beforeFirst: all
        .filter(({ list }) => list === 'before_first')
        .map(({ listed, capability: { ref } }) => ({
          listed,
          functions: functionsOf(this.#policy, { ref, only: null }, this.#functions),
        })),
      before: of('before'),
      after: of('after'),
      invoked: new Set(all.flatMap(({ listed: { step } }) => invokedKeys(step))),
    };
  }

  #bindings(key: string): readonly Binding[] {
    return this.#policy.rules.flatMap((rule) => {
      const { id, kind, expression, path, capability } = rule;
      if (kind !== 'binding' || capability === null || !this.#isFor(rule, null, key)) return [];
      const isOfSeveral = functionsOf(this.#policy, capability, this.#functions).length > 1;
      return [{ id, parameter: String(path.at(-1)), expression, isOfSeveral }];
    });
  }

  #isFor({ capability }: PolicyRule, only: string | null, key: string): boolean {
    return capability !== null && functionsOf(this.#policy, { ref: capability.ref, only }, [{ key }]).length > 0;
  }
}

const listedAs = ({ id, step }: PolicyRule, action: string | undefined): readonly ListedStep[] =>
  step === null ? [] : [{ id, step, action }];

/** Keys of all functions that a policy's own steps invoke. */
export const allInvoked = ({ rules }: Policy): readonly string[] =>
  rules.flatMap(({ step }) => (step === null ? [] : invokedKeys(step)));

/** An `invoke` names `ref` or `ref:capability`. */
function invokedKeys({ invoke }: { readonly invoke?: string }): readonly string[] {
  if (invoke === undefined) return [];
  const [ref = '', capability] = invoke.split(':', 2);
  return [keyOf(capability === undefined ? { ref } : { ref, capability })];
}
