import { useShownSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Rule.module.css';

/** For an empty editor: a suggested rule that fires in this session. */
export function Starter() {
  const { starter } = useShownSession();
  const actions = useViewActions();
  if (starter === null || starter.expression.trim() === '') return null;
  return (
    <div className={styles.starter}>
      <span>Suggested rule that fires here:</span>
      <code className={styles.proposal}>{starter.expression}</code>
      <Button onClick={() => actions.setRule(starter)}>Use it</Button>
    </div>
  );
}
