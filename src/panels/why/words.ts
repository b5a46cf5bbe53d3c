import { unreachable } from '../../base/unreachable.ts';
import type { HookId } from '../../engine/model/hooks.ts';
import type { Explanation, Rule } from '../../worker/protocol.ts';

/** `FIRES (assert is false)` */
export function verdictTitle({ verdict, value }: Pick<Explanation, 'verdict' | 'value'>): string {
  switch (verdict) {
    case 'pass':
      return `PASSES (assert is ${value?.text ?? 'true'})`;
    case 'fire':
      return `FIRES (assert is ${value?.text ?? 'false'})`;
    case 'error':
      return 'ERROR (it has no value)';
    case 'unknown':
      return 'UNKNOWN (the recording lacks a value)';
    case 'value':
      return 'VALUE';
    case 'n/a':
      return 'NOT ELIGIBLE';
    default:
      return unreachable(verdict);
  }
}

/** Which turns a hook runs at, as they are called in the grid. */
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

/** `middleware.before runs at capability turns of refund.` */
export const eligibleText = ({ hook, match }: Pick<Rule, 'hook' | 'match'>): string =>
  `${hook} runs at ${turnsAt[hook]}${match === null ? '' : ` of ${match}`}.`;
