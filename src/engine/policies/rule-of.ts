import type { DeclaredFunction } from '../model/history.ts';
import { hostEffects } from '../model/host-effect.ts';
import type { Rule } from '../rules/rule.ts';
import { functionKey } from '../systems/task/keys.ts';
import type { Policy, PolicyRule, RuleCapability } from './policy.ts';

/** A rule of a policy in the form that the rule editor judges, for a session with these functions. */
export function ruleOf(
  policy: Policy,
  { kind, expression, hook, capability, step, variables }: PolicyRule,
  functions: Functions,
): Rule {
  const more = {
    ofPolicy: true as const,
    ...(step?.condition !== undefined && { condition: step.condition }),
    ...(variables !== undefined && { variables }),
    ...(kind !== 'assert' && { yields: meaningOf(kind) }),
  };
  if (capability === null) return { expression, hook, match: null, ...more };
  const keys = functionsOf(policy, capability, functions);
  const [only] = keys;
  if (only !== undefined && keys.length === 1) return { expression, hook, match: only, ...more };
  return { expression, hook, match: null, functions: keys, ...more };
}

function meaningOf(kind: PolicyRule['kind']): NonNullable<Rule['yields']> {
  if (kind === 'output') return kind;
  return hostEffects.find((effect) => effect === kind) ?? 'value';
}

type Functions = readonly Pick<DeclaredFunction, 'key'>[];

/**
 * The session's functions of a capability. A tool may have one action, whose function has the tool's name, or several.
 * The manifest does not say how many, so the names in the session decide. A function belongs to the capability with the
 * longest matching name.
 */
export function functionsOf(policy: Policy, { ref, only }: RuleCapability, functions: Functions): readonly string[] {
  if (only !== null) {
    const key = functionKey({ kind: 'multi', ref, capability: only });
    return functions.flatMap((each) => (each.key === key ? [key] : []));
  }
  const own = functionKey({ kind: 'single', ref });
  const others = refsOf(policy)
    .map((other) => functionKey({ kind: 'single', ref: other }))
    .filter((key) => key.length > own.length && isOf(key, own));
  return functions.map(({ key }) => key).filter((key) => isOf(key, own) && !others.some((other) => isOf(key, other)));
}

const isOf = (key: string, name: string): boolean => key === name || key.startsWith(`${name}_`);

const refsOf = ({ rules }: Policy): readonly string[] => [
  ...new Set(rules.flatMap(({ capability }) => (capability === null ? [] : [capability.ref]))),
];
