import { useViewActions } from '../../state/useView.ts';
import type { Control } from '../../engine/systems/voice/views/namespaces.ts';
import { useTurnWords } from '../useTurnWords.ts';
import styles from './Namespaces.module.css';

/** The agent that has control, since when, and a requested handoff. */
export function ControlStrip({ control, turn }: { readonly control: Control; readonly turn: number }) {
  const { agent, since, pending } = control;
  return (
    <div className={styles.strip}>
      <span className={styles.control}>
        {agent === null ? (
          'no agent has control'
        ) : (
          <>
            <span className={styles.agent}>{agent}</span> has control
            {since === null || since < 0 ? ' from the start' : <Since words="since turn" turn={since} />}
          </>
        )}
        {pending !== null && (
          <>
            {' · '}handoff to <span className={styles.agent}>{pending.agent}</span> requested
            {pending.turn < 0 ? ' before turn 0' : <Since words="at turn" turn={pending.turn} />}
          </>
        )}
      </span>
      <span className={styles.aside}>{useTurnWords().after(turn)}</span>
    </div>
  );
}

function Since({ words, turn }: { readonly words: string; readonly turn: number }) {
  const { moveCursor } = useViewActions();
  return (
    <>
      {' '}
      <button type="button" className={styles.link} onClick={() => moveCursor(turn)}>
        {words} {turn}
      </button>
    </>
  );
}
