import { useQuery } from '@tanstack/react-query';
import { formatPath, type Path } from '../../engine/model/path.ts';
import { valueTextQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useDecisions, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import styles from './Namespaces.module.css';

/** A browser lays this much out without a pause; the rest can be copied. */
const limit = 20_000;

/** The whole value of the place that was chosen, with the way to it in the state. */
export function WholeValue({ path, turn }: { readonly path: Path; readonly turn: number }) {
  const engine = useEngine();
  const { ref: session } = useSession();
  const { focusPath, openTab, showRoot } = useViewActions();
  const whole = { session, turn, path, decisions: useDecisions() };
  const value = useQuery(valueTextQuery(engine, { ...whole, limit }));
  const text = value.data?.text;
  const name = formatPath(path);
  const showInState = () => {
    showRoot('system');
    focusPath(path);
    openTab('state');
  };
  return (
    <div className={styles.whole} role="group" aria-label="Chosen value">
      <div className={styles.wholeBar}>
        <code className={styles.wholePath} title={name}>
          {name}
        </code>
        <Button look="quiet" onClick={showInState}>
          In the state
        </Button>
        <CopyButton label="Copy the path" text={name} />
        <CopyButton label="Copy the value" text={async () => (await engine.valueText(whole)).text} />
        <IconButton icon="close" label="Let go of this place" onClick={() => focusPath(null)} />
      </div>
      {value.data?.cut === true && <p className={styles.aside}>Cut here; copying gives all of it.</p>}
      {/* A long value scrolls, so it must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className={styles.wholeText} tabIndex={0} aria-label="Value">
        {value.isError ? value.error.message : text === '' ? 'not there at this turn' : (text ?? '…')}
      </pre>
    </div>
  );
}
