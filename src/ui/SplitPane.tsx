import { Fragment, type ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import styles from './SplitPane.module.css';

export interface Pane {
  readonly id: string;
  /** Accessible name of the resize handle before it. */
  readonly name: string;
  /** Initial size in percent. */
  readonly size: number;
  /** Pixels. */
  readonly least: number;
  readonly content: ReactNode;
}

interface SplitPaneProps {
  readonly direction: 'row' | 'column';
  readonly panes: readonly Pane[];
}

/**
 * Panes beside or below each other. The hairline between two can be dragged, or moved by arrow keys; a double click
 * resets it.
 */
export function SplitPane({ direction, panes }: SplitPaneProps) {
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
