import type { PolicyOutcome } from '../../engine/model/policy-outcome.ts';
import type { Mark } from '../../ui/VerdictMark.tsx';
import type { PolicyRuleOutline, ReplayedTurnDetail } from '../../worker/policy-protocol.ts';

/** What a policy as a whole does at one turn. */
export const policyTitles: { readonly [O in PolicyOutcome]: string } = {
  none: 'No step of the policy runs here',
  pass: 'The policy lets this turn pass',
  continued: 'The policy objects, and lets this turn go on',
  unknown: 'What the policy does here is not known',
  block: 'The policy blocks this turn',
  lock: 'The policy locks the task here',
};

type StepOutcome = ReplayedTurnDetail['steps'][number]['outcome'];

export const stepWords: { readonly [O in StepOutcome]: { readonly word: string; readonly mark: Mark } } = {
  passed: { word: 'passed', mark: 'pass' },
  skipped: { word: 'skipped', mark: 'n/a' },
  failed: { word: 'failed', mark: 'fire' },
  unknown: { word: 'unknown', mark: 'unknown' },
  'not-reached': { word: 'not reached', mark: 'n/a' },
};

/** Whether the last transform that ran changed what the call is given, or what comes of it; null where none ran. */
export function transformedPart(
  { steps, transformed }: Pick<ReplayedTurnDetail, 'transformed'> & { readonly steps: readonly Step[] },
  rules: readonly Pick<PolicyRuleOutline, 'id' | 'kind' | 'hook'>[],
): 'arguments' | 'result' | null {
  if (transformed === null) return null;
  const ran = new Set(steps.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id));
  const last = rules.findLast(({ id, kind }) => kind === 'transform' && ran.has(id));
  if (last === undefined) return null;
  return last.hook.endsWith('.before') ? 'arguments' : 'result';
}

type Step = Pick<ReplayedTurnDetail['steps'][number], 'id' | 'outcome'>;
