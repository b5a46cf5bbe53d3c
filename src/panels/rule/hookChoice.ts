import { type HookId, hookIds, hooks } from '../../engine/model/hooks.ts';
import type { ViewActions } from '../../state/view.ts';
import type { Rule } from '../../worker/protocol.ts';
import { environmentTitles, hookTitles } from '../words.ts';

/** Hooks of a capability; a rule there can be limited to one capability. */
const capabilityHooks: ReadonlySet<HookId> = new Set<HookId>([
  'middleware.before',
  'middleware.after',
  'binding',
  'tool-expression',
  'cel-ai.tool-call.before',
  'cel-ai.tool-call.after',
  'agentgateway.tool-call.before',
  'agentgateway.tool-call.after',
]);

export const takesMatch = (hook: HookId): boolean => capabilityHooks.has(hook);

/** The rule at another hook. It keeps its capability only if that hook belongs to capabilities. */
export const atHook = (rule: Rule, hook: HookId): Rule => ({
  ...rule,
  hook,
  match: takesMatch(hook) ? rule.match : null,
});

export function chooseHook(actions: ViewActions, rule: Rule, hook: HookId): void {
  actions.does(`choose ${hookTitles[hook].toLowerCase()}`, () => actions.setRule(atHook(rule, hook)));
}

export const everyTool = 'every tool';

/** `match`: null for every tool. */
export function chooseTool(actions: ViewActions, rule: Rule, match: string | null): void {
  actions.does(`choose ${match === null ? everyTool : `the tool ${match}`}`, () => actions.setRule({ ...rule, match }));
}

export const hookChoices = hookIds.map((id) => ({
  value: id,
  title: `${hookTitles[id]} (${id})`,
  about: hooks[id].about,
  group: environmentTitles[hooks[id].environment],
}));

/** For an empty rule: when it will run, and what it can be made of. */
export const invitation = (hook: HookId): string =>
  `Runs ${hooks[hook].about}. It can use ${namesAt(hook)}: Ctrl-Space lists them, and whole rules.`;

/** The names that a rule can use at a hook: `context (c), input (i) and now`. */
export function namesAt(hook: HookId): string {
  const { variables, aliases, functions } = hooks[hook];
  const short = (variable: string) => Object.keys(aliases).find((alias) => aliases[alias] === variable);
  const spelt = variables.map((variable) => {
    const alias = short(variable);
    return alias === undefined ? variable : `${variable} (${alias})`;
  });
  return listed([...spelt, ...functions.map((name) => `${name}()`)]);
}

const listed = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
