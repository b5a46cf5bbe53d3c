import { useShownSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import type { Rule } from '../../worker/protocol.ts';
import styles from './Rule.module.css';
import { Starter } from './Starter.tsx';

/** Warns of a rule from another session whose capability this session does not have, so that it runs nowhere. */
export function ForeignCapability({ rule }: { readonly rule: Rule }) {
  const { outline } = useShownSession();
  const actions = useViewActions();
  if (rule.match === null || outline.functions.includes(rule.match)) return null;
  return (
    <>
      <div className={styles.starter}>
        <span>
          This session has no <code className={styles.proposal}>{rule.match}</code>, so the rule runs nowhere.
        </span>
        <Button onClick={() => actions.setRule({ ...rule, match: null })}>Run it at every capability</Button>
      </div>
      <Starter />
    </>
  );
}
