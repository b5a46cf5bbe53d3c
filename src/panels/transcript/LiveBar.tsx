import { use } from 'react';
import { togglePause } from '../../state/liveView.ts';
import { useNoticeActions } from '../../state/useNotices.ts';
import { HeldBackContext, useShownSession } from '../../state/useSession.ts';
import { useView, useViewActions, useViewStore } from '../../state/useView.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { counted } from '../../ui/format.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { toggleWatch } from '../watchLive.ts';
import styles from './Transcript.module.css';

/** Says whether the view follows a live session, brings the user back to its newest turn, and pauses the view. */
export function LiveBar({ isLive }: { readonly isLive: boolean }) {
  const shown = useShownSession();
  const view = useViewStore();
  const { followNewest } = useViewActions();
  const heldBack = use(HeldBackContext);
  const isFollowing = useView(({ turn }) => turn === 'newest');
  const away = useView((state) => state.away);
  const isPaused = useView((state) => state.isPaused);
  const isWatching = useView((state) => state.isWatching);
  const { notify } = useNoticeActions();
  const newTurns = heldBack + (away === null ? 0 : Math.max(0, shown.outline.turns - away.seen));
  if (!isLive && !isPaused && newTurns === 0) return null;

  return (
    <div className={styles.live}>
      <IconButton
        icon={isPaused ? 'play' : 'pause'}
        label={isPaused ? 'Resume the view' : 'Pause the view; records still arrive'}
        onClick={() => togglePause(view, shown)}
      />
      <IconButton
        icon="bell"
        label="Watch live sessions with the policy or the rule"
        aria-pressed={isWatching}
        onClick={() => toggleWatch(view, notify)}
      />
      {isPaused && <span className={styles.paused}>View paused</span>}
      {isFollowing && !isPaused ? (
        <span className={styles.following}>following</span>
      ) : (
        <Button look="quiet" className={styles.newest} title="Follow the newest turn" onClick={followNewest}>
          {newTurns === 0 ? 'Follow' : counted(newTurns, 'new turn')}
          <Kbd keys="f" />
        </Button>
      )}
    </div>
  );
}
