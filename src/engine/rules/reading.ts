import { type ReadingPart, readingOf, valueReadingOf } from '../cel/reading/reading.ts';
import type { HostEffect } from '../model/host-effect.ts';
import { type HookId, isAsserting } from '../model/hooks.ts';
import type { Rule } from './rule.ts';

/**
 * A rule in plain words: *Blocks issue_refund unless the amount is at most 1000*, or where its verdicts say that it `computes` a
 * value, *Gives the number of tokens so far at a turn*. Null for a rule that words say no better than its own text.
 */
export function readRule(rule: Rule, computes = false): readonly ReadingPart[] | null {
  if (computes) return readComputing(rule);
  const blocked = effect[rule.hook];
  const { yields } = rule;
  if (blocked === null || yields === 'value' || yields === 'output') return null;
  const reading = readingOf(rule.expression, rule.hook, yields === undefined && isAsserting(rule.hook));
  if (reading === null) return null;
  const { parts, isNegated } = reading;
  const what = blocked(functionsOf(rule));
  // An assertion acts where it is false; a rule of another host's policy where it is true.
  const [acts, isIf] =
    yields === undefined ? [what, isNegated] : [what.replace(/^(?:Blocks|Fires at)/, hostVerbs[yields]), !isNegated];
  const begin = `${acts} ${isIf ? 'if' : 'unless'} `;
  return [words(begin), ...parts, ...whereOf(rule)];
}

function readComputing(rule: Rule): readonly ReadingPart[] | null {
  const used = use[rule.hook]?.(functionsOf(rule));
  const parts = valueReadingOf(rule.expression, rule.hook);
  return used === undefined || parts === null ? null : [words('Gives '), ...parts, words(` ${used}`), ...whereOf(rule)];
}

const whereOf = ({ condition }: Rule): readonly ReadingPart[] =>
  condition === undefined ? [] : [words(', where '), { text: condition, isCode: true }, words(' is true')];

const hostVerbs: { readonly [E in HostEffect]: string } = {
  allow: 'Allows',
  deny: 'Denies',
  confirm: 'Asks a person about',
  replay: 'Sends back',
};

const words = (text: string): ReadingPart => ({ text, isCode: false });

/** The tools that the rule covers; null for all. */
const functionsOf = ({ match, functions }: Rule): string | null =>
  match ?? (functions === undefined || functions.length === 0 ? null : functions.join(' and '));

/** What happens where the rule fires; null where its result is not a verdict. */
const effect: { readonly [H in HookId]: ((functions: string | null) => string) | null } = {
  turn: () => 'Fires at a turn',
  'guardrail.before': () => 'Blocks an input',
  'guardrail.after': () => 'Blocks an answer',
  'middleware.before': (functions) => `Blocks ${functions ?? 'a tool call'}`,
  'middleware.after': (functions) => `Blocks the result of ${functions ?? 'a tool call'}`,
  binding: null,
  'tool-expression': null,
  prompt: null,
  script: null,
  'cel-ai.input': () => 'Blocks an input',
  'cel-ai.output': () => 'Blocks an answer',
  'cel-ai.tool-call.before': (functions) => `Blocks ${functions ?? 'a tool call'}`,
  'cel-ai.tool-call.after': (functions) => `Blocks the result of ${functions ?? 'a tool call'}`,
  'agentgateway.llm.before': () => 'Blocks a request to the model',
  'agentgateway.llm.after': () => 'Fires at a response of the model',
  'agentgateway.tool-call.before': (functions) => `Blocks ${functions ?? 'a tool call'}`,
  'agentgateway.tool-call.after': (functions) => `Fires at the result of ${functions ?? 'a tool call'}`,
};

/** Where a computed value is used. At the other hooks a result is a verdict, or takes the place of what the hook judges. */
const use: { readonly [H in HookId]?: (functions: string | null) => string } = {
  turn: () => 'at a turn',
  binding: (functions) => `for a parameter of ${functions ?? 'a tool'}`,
  'tool-expression': (functions) => `as the result of ${functions ?? 'a tool'}`,
  prompt: () => 'in the prompt',
  script: () => 'in a script',
};
