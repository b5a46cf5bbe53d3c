import { Sentence } from '../../ui/Sentence.tsx';
import type { ExplainedElement } from '../../worker/protocol.ts';
import { Preview } from './Value.tsx';
import styles from './Why.module.css';

/** The result of a macro's body for one element. */
export function ElementOutcome({ element: { outcome, value, message } }: { readonly element: ExplainedElement }) {
  if (outcome === 'value') return value === null ? null : <Preview value={value} />;
  return (
    <span className={outcome === 'error' ? styles.error : styles.unknown}>
      <Sentence text={message ?? outcome} />
    </span>
  );
}
