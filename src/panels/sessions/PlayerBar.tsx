import { useEngine } from '../../services/engine/useEngine.ts';
import { IconButton } from '../../ui/Button.tsx';
import { count, counted } from '../../ui/format.ts';
import type { Input, SourceId } from '../../worker/protocol.ts';
import type { PlaybackState } from '../../worker/live-protocol.ts';
import { SpeedSelect } from '../SpeedSelect.tsx';
import styles from './SessionsPanel.module.css';

interface PlayerBarProps {
  readonly name: string;
  readonly source: SourceId;
  readonly playback: PlaybackState;
}

/** Pauses and paces a recording that is played back, and shows how much of it has arrived. */
export function PlayerBar({ name, source, playback }: PlayerBarProps) {
  const engine = useEngine();
  const { isPlaying, speed, played, total, isTimed, shortened } = playback;
  const isOver = played === total;
  const control = (controls: Input<'play'>['controls']) => {
    // A session that was removed meanwhile needs no control.
    engine.play({ source, controls }).catch(() => undefined);
  };
  return (
    <div className={styles.player} role="group" aria-label={`Playback of ${name}`}>
      <IconButton
        icon={isPlaying && !isOver ? 'pause' : 'play'}
        label={isPlaying ? 'Pause playing: no more records arrive' : 'Continue playing'}
        disabled={isOver}
        onClick={() => control({ isPlaying: !isPlaying })}
      />
      <IconButton
        icon="restart"
        label="Play from the beginning"
        onClick={() => control({ restart: true, isPlaying: true })}
      />
      <SpeedSelect speed={speed} onChoose={(chosen) => control({ speed: chosen })} />
      <progress
        className={styles.progress}
        aria-label={`${count(played)} of ${counted(total, 'record')}`}
        value={played}
        max={total}
      />
      {!isTimed && <p>No times are recorded: at 1×, a record comes every half second.</p>}
      {shortened > 0 && <p>{counted(shortened, 'gap')} of more than 10 s shortened to that.</p>}
    </div>
  );
}
