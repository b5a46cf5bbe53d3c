import { type HookId, hookIds, hooks } from '../../engine/model/hooks.ts';
import type { Rule } from '../../worker/protocol.ts';

/** Hooks of a capability; a rule there can be limited to one capability. */
const capabilityHooks: ReadonlySet<HookId> = new Set<HookId>([
  'middleware.before',
  'middleware.after',
  'binding',
  'tool-expression',
]);

export const takesMatch = (hook: HookId): boolean => capabilityHooks.has(hook);

/** The rule at another hook. It keeps its capability only if that hook belongs to capabilities. */
export const atHook = (rule: Rule, hook: HookId): Rule => ({
  ...rule,
  hook,
  match: takesMatch(hook) ? rule.match : null,
});

/** When a rule runs, in the user's words; the specification's term is shown beside it. */
export const hookTitles: { readonly [H in HookId]: string } = {
  turn: 'At every turn',
  'guardrail.before': 'Before an input',
  'guardrail.after': 'After an answer',
  'middleware.before': 'Before a tool call',
  'middleware.after': 'After a tool call',
  binding: 'In a tool’s parameter',
  'tool-expression': 'In a tool written in CEL',
  prompt: 'In the prompt',
  script: 'In the model’s script',
};

export const hookChoices = hookIds.map((id) => ({
  value: id,
  title: `${hookTitles[id]} (${id})`,
  about: hooks[id].about,
}));

/** The names that a rule can use at a hook: `context (c), input (i), now`. */
export function namesAt(hook: HookId): string {
  const { variables, aliases, functions } = hooks[hook];
  const short = (variable: string) => Object.keys(aliases).find((alias) => aliases[alias] === variable);
  const spelt = variables.map((variable) => {
    const alias = short(variable);
    return alias === undefined ? variable : `${variable} (${alias})`;
  });
  return [...spelt, ...functions.map((name) => `${name}()`)].join(', ');
}
