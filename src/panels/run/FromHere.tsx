import { useEngine } from '../../services/engine/useEngine.ts';
import { cursorOf, useOptionalSession } from '../../state/useSession.ts';
import { useView } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { afterTurn } from '../turnWords.ts';
import styles from './Start.module.css';
import type { Wanted } from './wanted.ts';

/** A recording can be gone on from where its cursor stands; a run is branched instead. */
export function FromHere({ onStart }: { readonly onStart: (wanted: Wanted) => void }) {
  const engine = useEngine();
  const shown = useOptionalSession();
  const chosen = useView((view) => view.turn);
  if (shown === null || shown.outline.isRun || shown.outline.turns === 0) return null;
  const { ref, title } = shown.outline;
  const turn = cursorOf(chosen, shown);
  return (
    <div className={styles.here}>
      <span>
        Go on from <strong>{title}</strong>, as it stood {afterTurn(turn)}.
      </span>
      <Button
        onClick={() =>
          onStart({ start: () => engine.startAt({ session: ref, turn }), title: `${title}, from turn ${turn}` })
        }
      >
        Start a run from here
      </Button>
    </div>
  );
}
