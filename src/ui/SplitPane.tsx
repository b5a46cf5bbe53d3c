import { Fragment, type ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import styles from './SplitPane.module.css';

export interface Pane {
  readonly id: string;
  /** Accessible name of the line before it. */
  readonly name: string;
  /** Percentage of the whole at first. */
  readonly size: number;
  /** Pixels. */
  readonly least: number;
  readonly content: ReactNode;
}

/** Panes beside or below each other; the hairlines between them can be dragged, or moved by arrow keys. */
export function SplitPane({
  direction,
  panes,
}: {
  readonly direction: 'row' | 'column';
  readonly panes: readonly Pane[];
}) {
  return (
    <Group orientation={direction === 'row' ? 'horizontal' : 'vertical'} className={styles.group}>
      {panes.map((pane, index) => (
        <Fragment key={pane.id}>
          {index > 0 && <Separator className={styles.line} aria-label={`Resize ${pane.name}`} />}
          <Panel id={pane.id} defaultSize={`${pane.size}%`} minSize={pane.least} className={styles.pane}>
            {pane.content}
          </Panel>
        </Fragment>
      ))}
    </Group>
  );
}
