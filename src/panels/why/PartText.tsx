import { useView, useViewActions } from '../../state/useView.ts';
import type { ExplainedPart } from '../../worker/protocol.ts';
import styles from './Why.module.css';

/** A part of the rule as it is written; pressing it marks the same part in the editor. */
export function PartText({ part }: { readonly part: ExplainedPart }) {
  const actions = useViewActions();
  const { start, end } = part;
  const isMarked = useView(({ highlight }) => highlight?.start === start && highlight.end === end);
  return (
    <button
      type="button"
      className={styles.part}
      title={part.text}
      aria-pressed={isMarked}
      onClick={() => actions.highlightPart(isMarked ? null : { start, end })}
    >
      <code>{part.text.replace(/\s+/g, ' ')}</code>
    </button>
  );
}
