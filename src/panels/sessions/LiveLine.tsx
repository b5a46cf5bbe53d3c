import { counted } from '../../ui/format.ts';
import type { LiveReport, LiveState } from '../../worker/live-protocol.ts';
import styles from './SessionsPanel.module.css';

const states: { readonly [S in LiveState]: string } = {
  waiting: 'Waiting for the first record',
  connected: 'Connected',
  interrupted: 'Connection lost, trying again',
  ended: 'Ended',
};

/** The state of a live session, and why nothing of it is shown yet. */
export function LiveLine({ live }: { readonly live: LiveReport }) {
  const { state, records, dropped, opened, problem } = live;
  return (
    <div className={styles.live} data-state={state}>
      <span className={styles.liveMark} aria-hidden="true" />
      <span>
        <span role="status">{states[state]}</span>
        {records > 0 && `, ${counted(records, 'record')}`}
        {dropped > 0 && `, ${counted(dropped, 'record')} lost: the server has no room for more`}
      </span>
      {problem !== null && (
        <p className={styles.liveProblem}>
          {opened === null ? 'Not read yet: ' : 'The newest records could not be read: '}
          {problem.message}
        </p>
      )}
    </div>
  );
}
