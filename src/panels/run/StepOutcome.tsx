import { unreachable } from '../../base/unreachable.ts';
import type { RunStepRow } from '../../worker/run-protocol.ts';
import { visible } from '../../ui/visible.tsx';
import styles from './Run.module.css';
import { hasFailed } from './useRun.ts';

/** What a step came to, in a row: a value, or the kind of error and its sentence. */
export function StepOutcome({ step, isAhead }: { readonly step: RunStepRow; readonly isAhead: boolean }) {
  const words = outcomeWords(step);
  return (
    <span className={styles.outcome} data-failed={hasFailed(step)} data-ahead={isAhead} title={words}>
      {visible(words)}
    </span>
  );
}

function outcomeWords({ outcome, words, errorKind }: RunStepRow): string {
  switch (outcome) {
    case 'returned':
      return words;
    case 'resolved':
      return `resolved ${words}`;
    case 'refused':
    case 'rejected':
      return [outcome, errorKind, words].filter((part) => part !== null && part !== '').join(' · ');
    case 'waiting':
      return 'waiting';
    case 'ignored':
      return 'ignored: nothing happened';
    default:
      return unreachable(outcome);
  }
}
