import { unreachable } from '../../base/unreachable.ts';
import type { HookId } from '../../engine/model/hooks.ts';
import type { Explanation, Rule } from '../../worker/protocol.ts';

/** `FIRES (assert is false)`; `counted` says how an error is counted, if that is decided. */
export function verdictTitle(
  { verdict, value }: Pick<Explanation, 'verdict' | 'value'>,
  counted: string | null,
): string {
  switch (verdict) {
    case 'pass':
      return `PASSES (assert is ${value === null ? 'true' : shortened(value.text)})`;
    case 'fire':
      return `FIRES (assert is ${value === null ? 'false' : shortened(value.text)})`;
    case 'error':
      return counted === null ? 'ERROR (it has no value)' : `ERROR, ${counted} (it has no value)`;
    case 'unknown':
      return 'UNKNOWN (the recording lacks a value)';
    case 'value':
      return `VALUE${value === null ? '' : ` (${shortened(value.text)})`}`;
    case 'n/a':
      return 'NOT ELIGIBLE';
    default:
      return unreachable(verdict);
  }
}

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

/** The turns at which a hook runs, in the words of the grid. */
const turnsAt: { readonly [H in HookId]: string } = {
  turn: 'every turn',
  'guardrail.before': 'input turns',
  'guardrail.after': 'llm turns that answer the user',
  'middleware.before': 'capability turns',
  'middleware.after': 'capability turns',
  binding: 'capability turns',
  'tool-expression': 'capability turns',
  prompt: 'llm turns',
  script: 'llm turns',
};

/**
 * `middleware.before runs at capability turns of refund.` A policy's rule may cover several functions, or none in this
 * session.
 */
export function eligibleText({ hook, match, functions }: Pick<Rule, 'hook' | 'match' | 'functions'>): string {
  const names = match === null ? functions : [match];
  if (names?.length === 0) return `${hook} runs at ${turnsAt[hook]}, but this session never used the rule’s function.`;
  return `${hook} runs at ${turnsAt[hook]}${names === undefined ? '' : ` of ${names.join(', ')}`}.`;
}

/** `It would pass with this change` */
export function flipHeading(verdict: 'pass' | 'fire', sets: number): string {
  const other = verdict === 'pass' ? 'fire' : 'pass';
  if (sets === 0) return `No change of up to three values was found by which it would ${other}`;
  return `It would ${other} with ${sets === 1 ? 'this change' : `any one of these ${sets} changes`}`;
}
