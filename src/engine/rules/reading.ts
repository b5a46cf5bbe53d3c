import { type ReadingPart, readingOf } from '../cel/reading/reading.ts';
import type { HostEffect } from '../model/host-effect.ts';
import type { HookId } from '../model/hooks.ts';
import type { Rule } from './rule.ts';

/**
 * A rule in plain words: *Blocks issue_refund unless the amount is at most 1000*. Null for a rule that computes a value,
 * and for one that words say no better than its own text.
 */
export function readRule(rule: Rule): readonly ReadingPart[] | null {
  const blocked = effect[rule.hook];
  const { yields } = rule;
  if (blocked === null || yields === 'value' || yields === 'output') return null;
  const reading = readingOf(rule.expression, rule.hook);
  if (reading === null) return null;
  const { parts, isNegated } = reading;
  const what = blocked(functionsOf(rule));
  // An assertion acts where it is false; a rule of another host's policy where it is true.
  const [acts, isIf] =
    yields === undefined ? [what, isNegated] : [what.replace(/^(?:Blocks|Fires at)/, hostVerbs[yields]), !isNegated];
  const begin = `${acts} ${isIf ? 'if' : 'unless'} `;
  const { condition } = rule;
  const where =
    condition === undefined ? [] : [words(', where '), { text: condition, isCode: true }, words(' is true')];
  return [words(begin), ...parts, ...where];
}

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
