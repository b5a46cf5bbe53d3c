import { useQuery } from '@tanstack/react-query';
import { explainQuery } from '../../../services/engine/queries.ts';
import { useEngine } from '../../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useJudgedRule, useSession } from '../../../state/useSession.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FilePicker } from '../../FilePicker.tsx';
import styles from './Given.module.css';
import { exampleOf } from './given-example.ts';
import { Outcome } from './Outcome.tsx';
import { useGivenText } from './useGivenText.ts';

/** Values for what no recording holds of a request, with the verdicts that they give. */
export function GivenDialog({ onClose }: { readonly onClose: () => void }) {
  const given = useGivenText('given', 'change the given values');
  const example = useExample();
  const close = () => {
    given.settle();
    onClose();
  };
  return (
    <Dialog title="Values of a request" size="large" onClose={close}>
      <div className={styles.dialog}>
        <p className={styles.about}>
          No recording holds the request around a call, such as <code>jwt</code> or <code>request</code>. Values that
          you give here are the same at every turn of every session, and never replace what is recorded. They are kept
          in this browser; links and session files do not carry them.
        </p>
        <textarea
          className={styles.text}
          aria-label="Values as a JSON object"
          aria-invalid={given.problem !== null}
          spellCheck={false}
          autoComplete="off"
          placeholder='{"jwt": {"sub": "ann"}}'
          value={given.text}
          onChange={({ target }) => given.write(target.value)}
          data-autofocus
        />
        <Outcome {...given} name="values" />
        <div className={styles.buttons}>
          <FilePicker
            label="File with values of a request"
            button="Open a file…"
            onFiles={([file]) => {
              file?.text().then(given.write, (cause: unknown) => reportError(cause));
            }}
          />
          {given.text.trim() === '' ? (
            <Button look="quiet" onClick={() => given.write(example)}>
              Begin with what the rule reads
            </Button>
          ) : (
            <Button look="quiet" onClick={() => given.write('')}>
              Remove all
            </Button>
          )}
          <Button look="main" className={styles.end} onClick={close}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** An object with what the rule reads at the cursor and the recording does not have. */
function useExample(): string {
  const { ref } = useSession();
  const rule = useJudgedRule();
  const { data } = useQuery({
    ...explainQuery(useEngine(), ref, rule, useCalmCursor(), useDecisions()),
    enabled: rule.expression.trim() !== '',
  });
  return exampleOf(data?.parts ?? []);
}
