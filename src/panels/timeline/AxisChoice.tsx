import { useSession } from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { axes } from '../../state/view/layout.ts';
import { Button } from '../../ui/Button.tsx';
import { count, counted } from '../../ui/format.ts';
import type { SessionOutline } from '../../worker/protocol.ts';
import styles from './Timeline.module.css';

/** Turns or time. `hasTime`: two turns have different times. */
export function AxisChoice({ hasTime }: { readonly hasTime: boolean }) {
  const session = useSession();
  const chosen = useView((view) => view.axis);
  const { chooseAxis } = useViewActions();
  return (
    <div role="group" aria-label="Axis" className={styles.axes}>
      {axes.map((axis) => {
        const isOff = axis === 'time' && !hasTime;
        return (
          <Button
            key={axis}
            look="quiet"
            aria-pressed={axis === (hasTime ? chosen : 'turns')}
            aria-disabled={isOff}
            aria-keyshortcuts="Shift+A"
            title={axis === 'time' ? timeWords(session, hasTime) : 'All turns are equally wide (A)'}
            onClick={() => !isOff && chooseAxis(axis)}
          >
            {axis}
          </Button>
        );
      })}
    </div>
  );
}

function timeWords({ turns, recorded }: Pick<SessionOutline, 'turns' | 'recorded'>, hasTime: boolean): string {
  if (recorded.times === 0) return 'No turn of this recording has a time.';
  if (!hasTime) return 'All times in this recording are the same.';
  const without = turns - recorded.times;
  const rest =
    without === 0 ? '' : ` ${count(without)} of ${counted(turns, 'turn')} have no time and share the gap around them.`;
  return `Turns begin at their time; long gaps are compressed (A).${rest}`;
}
