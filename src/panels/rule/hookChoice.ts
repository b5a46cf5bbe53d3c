import { type HookId, hookIds, hooks } from '../../engine/model/hooks.ts';
import type { Rule } from '../../worker/protocol.ts';

/** Hooks at a capability can be held to one of them. */
const capabilityHooks: ReadonlySet<HookId> = new Set<HookId>([
  'middleware.before',
  'middleware.after',
  'binding',
  'tool-expression',
]);

export const takesMatch = (hook: HookId): boolean => capabilityHooks.has(hook);

/** The rule at another hook. A capability chosen before is kept only where the hook knows capabilities. */
export const atHook = (rule: Rule, hook: HookId): Rule => ({
  ...rule,
  hook,
  match: takesMatch(hook) ? rule.match : null,
});

export const hookChoices = hookIds.map((id) => ({ value: id, title: id, about: hooks[id].about }));

/** What a rule can speak of at a hook, as one would write it: `context (c), input (i), now`. */
export function namesAt(hook: HookId): string {
  const { variables, aliases, functions } = hooks[hook];
  const short = (variable: string) => Object.keys(aliases).find((alias) => aliases[alias] === variable);
  const spelt = variables.map((variable) => {
    const alias = short(variable);
    return alias === undefined ? variable : `${variable} (${alias})`;
  });
  return [...spelt, ...functions.map((name) => `${name}()`)].join(', ');
}
