import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '../../services/engine/useEngine.ts';
import { blockOf, blockQuery, blockSize } from '../../services/rowBlocks.ts';
import { useCursor, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { count } from '../../ui/format.ts';
import { Region } from '../../ui/Region.tsx';
import { Tree } from '../../ui/Tree.tsx';
import styles from './DerivedContextsPanel.module.css';
import { type NodeLine, nodeLines } from './nodeLines.ts';

/** The tree of contexts that were derived from the session's own; choosing one moves the cursor to its first turn. */
export function DerivedContextsPanel() {
  const outline = useSession();
  const cursor = useCursor();
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
          name: `${line.node.title}, ${line.node.turns} turns`,
          content: <NodeContent line={line} turns={outline.turns} cursor={cursor} />,
        }))}
        selected={here}
        onSelect={choose}
        onToggle={(id, open) => setClosed(open ? without(closed, id) : new Set(closed).add(id))}
      />
    </Region>
  );
}

const without = (ids: ReadonlySet<string>, id: string) => new Set([...ids].filter((other) => other !== id));

function NodeContent({
  line: { node },
  turns,
  cursor,
}: {
  readonly line: NodeLine;
  readonly turns: number;
  readonly cursor: number;
}) {
  return (
    <span className={styles.node}>
      <span className={styles.title} title={node.title}>
        {node.title}
      </span>
      <Extent first={node.firstTurn} own={node.turns} turns={turns} cursor={cursor} />
      <span className={styles.count}>{count(node.turns)}</span>
    </span>
  );
}

const width = 56;

/** Where in the session the node's turns begin, and how many there are, on one scale for all nodes. */
function Extent({
  first,
  own,
  turns,
  cursor,
}: {
  readonly first: number | null;
  readonly own: number;
  readonly turns: number;
  readonly cursor: number;
}) {
  const x = (turn: number) => (turns === 0 ? 0 : (turn / turns) * width);
  return (
    <svg className={styles.extent} viewBox={`0 0 ${width} 12`} aria-hidden="true">
      <path d={`M0 9.5H${width}`} />
      {first !== null && <rect x={x(first)} y="5" width={Math.max(1, x(own))} height="4" />}
      <path className={styles.cursor} d={`M${x(cursor + 0.5)} 1V11`} />
    </svg>
  );
}
