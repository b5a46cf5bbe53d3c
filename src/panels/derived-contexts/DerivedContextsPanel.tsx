import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { useEngine } from '../../services/engine/useEngine.ts';
import { blockOf, blockQuery, blockSize } from '../../services/rowBlocks.ts';
import { useCalmCursor, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import type { NodeOutline } from '../../worker/protocol.ts';
import { count, counted } from '../../ui/format.ts';
import { Region } from '../../ui/Region.tsx';
import { Tree } from '../../ui/Tree.tsx';
import styles from './DerivedContextsPanel.module.css';
import { barsPath } from './bars.ts';
import { nodeLines } from './nodeLines.ts';

/** The tree of contexts that were derived from the session's own; choosing one moves the cursor to its first turn. */
export function DerivedContextsPanel() {
  const outline = useSession();
  const cursor = useCalmCursor();
  const { moveCursor } = useViewActions();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const block = useQuery(blockQuery(useEngine(), outline.ref, blockOf(cursor))).data;
  const here = block?.[cursor % blockSize]?.node ?? outline.nodes[0]?.id ?? null;

  const choose = (id: string) => {
    const first = outline.nodes.find((node) => node.id === id)?.firstTurn;
    if (id !== here && first != null) moveCursor(first);
  };

  return (
    <Region name="Derived contexts" landmark={false}>
      <Tree
        label="Derived contexts"
        lines={nodeLines(outline.nodes, closed).map((line) => ({
          ...line,
          name: `${line.node.title}, ${counted(line.node.turns, 'turn')}`,
          content: <NodeContent node={line.node} turns={outline.turns} />,
        }))}
        selected={here}
        onSelect={choose}
        onToggle={(id, open) => setClosed(open ? without(closed, id) : new Set(closed).add(id))}
      />
    </Region>
  );
}

const without = (ids: ReadonlySet<string>, id: string) => new Set([...ids].filter((other) => other !== id));

interface NodeContentProps {
  readonly node: NodeOutline;
  /** Of the whole session. */
  readonly turns: number;
}

const NodeContent = memo(function NodeContent({ node, turns }: NodeContentProps) {
  return (
    <span className={styles.node}>
      <span className={styles.title} title={node.title}>
        {node.title}
      </span>
      <svg className={styles.sparkline} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <path className={styles.ground} d={`M0 ${height - 0.5}H${width}`} />
        <path d={barsPath(node.density, turns, width, height - 1)} />
      </svg>
      <span className={styles.count}>{count(node.turns)}</span>
    </span>
  );
});

const width = 72;
const height = 11;
