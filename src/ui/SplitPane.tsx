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
  /** Sizes in percent that the user chose before, by pane. */
  readonly sizes?: PaneSizes | undefined;
  /** Called when the user has moved a handle. */
  readonly onSizes?: (sizes: PaneSizes) => void;
}

export type PaneSizes = { readonly [pane: string]: number };

/**
 * Panes beside or below each other. The hairline between two can be dragged, or moved by arrow keys; a double click
 * resets it.
 */
export function SplitPane({ direction, panes, sizes, onSizes }: SplitPaneProps) {
  // Those of other panes, as from another version of the page, would be refused.
  const known = sizes !== undefined && panes.every(({ id }) => (sizes[id] ?? 0) > 0) ? sizes : undefined;
  return (
    <Group
      orientation={direction === 'row' ? 'horizontal' : 'vertical'}
      className={styles.group}
      defaultLayout={known}
      onLayoutChanged={(fitting, { isUserInteraction, requestedLayout }) => {
        if (isUserInteraction) onSizes?.(requestedLayout ?? fitting);
      }}
    >
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
