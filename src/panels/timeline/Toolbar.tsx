import { Button, IconButton } from '../../ui/Button.tsx';
import { count } from '../../ui/format.ts';
import { usePolite } from '../../ui/usePolite.ts';
import { type PictureKind, SaveMenu } from '../SaveMenu.tsx';
import { rangeWords } from '../words.ts';
import { AxisChoice } from './AxisChoice.tsx';
import { firstTurnOf, type Layout } from './layout.ts';
import styles from './Timeline.module.css';

interface ToolbarProps {
  readonly layout: Layout;
  readonly hasTime: boolean;
  /** All turns are in sight. */
  readonly isWhole: boolean;
  readonly onAll: () => void;
  readonly onTable: () => void;
  readonly onSave: (kind: PictureKind) => Promise<void>;
}

/** Beside the ruler: what is on its axis, and other forms of the timeline. */
export function Toolbar({ layout, hasTime, isWhole, onAll, onTable, onSave }: ToolbarProps) {
  return (
    <div className={styles.toolbar}>
      <AxisChoice hasTime={hasTime} />
      <IconButton icon="table" label="Table of the verdicts" aria-haspopup="dialog" onClick={onTable} />
      <SaveMenu name="timeline" onSave={onSave} />
      {!isWhole && <InSight layout={layout} onAll={onAll} />}
    </div>
  );
}

const sayAtMostEveryMs = 600;

function InSight({ layout, onAll }: Pick<ToolbarProps, 'layout' | 'onAll'>) {
  const range = { first: firstTurnOf(layout, 0), last: firstTurnOf(layout, layout.cells) - 1 };
  const said = usePolite(`${rangeWords(range)} of ${count(layout.turns)}`, sayAtMostEveryMs);
  return (
    <>
      <Button look="quiet" aria-keyshortcuts="0" title={`In sight: ${rangeWords(range)}. Show all (0)`} onClick={onAll}>
        All
      </Button>
      <span className="visually-hidden" role="status" aria-label="In sight">
        {said}
      </span>
    </>
  );
}
