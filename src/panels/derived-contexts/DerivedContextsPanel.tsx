import { useMemo, memo } from 'react';
import { useSession } from '../../state/useSession.ts';
import { CutTitle } from '../../ui/CutTitle.tsx';
import { count, counted } from '../../ui/format.ts';
import { Region } from '../../ui/Region.tsx';
import { Tree } from '../../ui/Tree.tsx';
import type { NodeOutline } from '../../worker/protocol.ts';
import { type Branch, branchesOf } from './branches.ts';
import { TreeButtons, TreeSearch, useContextTree } from './ContextTree.tsx';
import styles from './DerivedContextsPanel.module.css';

/** The tree of derived contexts. Choosing one moves the cursor to its first turn. */
export function DerivedContextsPanel() {
  const { ref } = useSession();
  // Open branches and the search belong to one session, also while it continues.
  return <DerivedContexts key={ref.id} />;
}

function DerivedContexts() {
  const { turns } = useSession();
  const tree = useContextTree();
  const { nodes, states, lines } = tree;
  const branches = useMemo(() => branchesOf(nodes), [nodes]);
  return (
    <Region name="Derived contexts" landmark={false} actions={<TreeButtons tree={tree} />}>
      <div className={styles.panel}>
        <TreeSearch tree={tree} />
        <Tree
          label="Derived contexts"
          lines={lines.map(({ node, ...line }) => {
            const branch = line.open === false ? branches.get(node.id) : undefined;
            const state = states.get(node.id) ?? null;
            return {
              ...line,
              name: spoken(node, branch, state),
              content: <ContextLine node={node} branch={branch ?? null} turns={turns} state={state} />,
            };
          })}
          selected={tree.here}
          onSelect={tree.choose}
          onToggle={tree.toggle}
        />
      </div>
    </Region>
  );
}

function spoken({ title, turns }: NodeOutline, branch: Branch | undefined, state: string | null): string {
  const below = branch === undefined ? '' : ` and ${counted(branch.contexts - 1, 'context')} below`;
  return `${title}${below}, ${counted(branch?.turns ?? turns, 'turn')}${state === null ? '' : `, state ${state}`}`;
}

interface ContextLineProps {
  readonly node: NodeOutline;
  /** Set for a closed node, whose line sums up its descendants. */
  readonly branch: Branch | null;
  /** The number of turns of the whole session. */
  readonly turns: number;
  /** Name of its context's state; contexts with the same name share the state. */
  readonly state: string | null;
}

const ContextLine = memo(function ContextLine({ node, branch, turns, state }: ContextLineProps) {
  return (
    <span className={styles.node}>
      <span className={styles.title} title={node.title}>
        <CutTitle title={node.title} tail={6} />
      </span>
      {branch !== null && <span className={styles.below}>+{count(branch.contexts - 1)}</span>}
      {state !== null && (
        <span className={styles.state} title={`All contexts marked ${state} share the state ${state}`}>
          {state}
        </span>
      )}
      <svg className={styles.sparkline} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <path className={styles.ground} d={`M0 ${height - 0.5}H${width}`} />
        <path d={barsPath((branch ?? node).density, turns, width, height - 1)} />
      </svg>
      <span className={styles.count}>{count((branch ?? node).turns)}</span>
    </span>
  );
});

const width = 72;
const height = 11;

/**
 * A sparkline's bars as one SVG path with its base at `height`: the context's share of the session's turns in each
 * part. A share and not a count, because parts of equal length can differ by one turn.
 */
export function barsPath(density: readonly number[], turns: number, width: number, height: number): string {
  const parts = density.length;
  const step = width / Math.max(1, parts);
  const gap = step > 3 ? 1 : 0;
  const firstOf = (part: number) => Math.ceil((part * turns) / parts);
  return density
    .map((own, part) => {
      if (own === 0) return '';
      const all = Math.max(1, firstOf(part + 1) - firstOf(part));
      const tall = Math.max(1, Math.round((own / all) * height));
      return `M${round(part * step)} ${height}v-${tall}h${round(step - gap)}v${tall}z`;
    })
    .join('');
}

const round = (value: number) => Math.round(value * 100) / 100;
