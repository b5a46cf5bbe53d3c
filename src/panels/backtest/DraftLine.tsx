import { useViewActions } from '../../state/useView.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { Rule } from '../../worker/protocol.ts';
import styles from './Backtest.module.css';

/** The draft on one line: an edit here is an edit in the editor, and every session is judged by it. */
export function DraftLine({ draft, problem }: { readonly draft: Rule; readonly problem: string | null }) {
  const { setRule } = useViewActions();
  const where = draft.match === null ? draft.hook : `${draft.hook}, ${draft.match}`;
  return (
    <div className={styles.draft}>
      <span className={styles.where}>{where}</span>
      <TextField
        label="Draft rule expression"
        look="data"
        data-autofocus
        placeholder="Write a rule, and its verdicts in every session stand below"
        fault={problem !== null}
        value={draft.expression}
        onChange={(expression) => setRule({ ...draft, expression })}
      />
      {problem !== null && (
        <p className={styles.problem} role="status" aria-label="Problem">
          <Sentence text={problem} />
        </p>
      )}
    </div>
  );
}
