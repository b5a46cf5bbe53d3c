import type { RunStepRow } from '../../worker/run-protocol.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import styles from './Run.module.css';
import { hasFailed } from './useRun.ts';

/** What went wrong at the step where the run stands, whole: a row has room for the beginning of it only. */
export function StepFault({ step }: { readonly step: RunStepRow | undefined }) {
  if (step === undefined || !hasFailed(step)) return null;
  const { index, outcome, errorKind, words } = step;
  return (
    <p className={styles.stepFault}>
      Step {index + 1} was {outcome}
      {errorKind !== null && (
        <>
          {' '}
          with <code>{errorKind}</code>
        </>
      )}
      {words === '' ? '.' : ': '}
      <Sentence text={words} />
    </p>
  );
}
