import type { PolicyOutcome } from '../../engine/model/policy-outcome.ts';
import type { Mark } from '../../ui/VerdictMark.tsx';
import type { ReplayedTurnDetail } from '../../worker/policy-protocol.ts';

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

/** What bindings and transforms have made, by which variable of the steps it is. */
export const changedTitles: { readonly [P in ReplayedTurnDetail['changes'][number]['part']]: string } = {
  input: 'input after bindings and transforms',
  output: 'output after the transforms',
};
