import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, memo } from 'react';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useSession, useDecisions } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { count, counted } from '../../ui/format.ts';
import { Region } from '../../ui/Region.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { Tree } from '../../ui/Tree.tsx';
import { treeLines } from '../../ui/treeLines.ts';
import type { NodeOutline } from '../../worker/protocol.ts';
import { type Branch, branchesOf, matching, waysTo } from './branches.ts';
import { useTurnRow } from '../useTurnRow.ts';
import styles from './DerivedContextsPanel.module.css';
import { sharingQuery } from '../../services/engine/queries.ts';
import { CutTitle } from '../../ui/CutTitle.tsx';

/**
 * Up to this many contexts are all shown; of more, only the ancestors of the cursor's context, and a search finds the
 * rest.
 */
const maxOpenContexts = 24;

/** The tree of derived contexts. Choosing one moves the cursor to its first turn. */
export function DerivedContextsPanel() {
  const { ref } = useSession();
  // Open branches and the search belong to one session, also while it continues.
  return <DerivedContexts key={ref.id} />;
}

function DerivedContexts() {
  const { nodes, turns } = useSession();
  const cursor = useCalmCursor();
  const { moveCursor } = useViewActions();
  const here = useTurnRow(cursor)?.node ?? nodes[0]?.id ?? null;
  const states = useSharedStates();
  const branches = useMemo(() => branchesOf(nodes), [nodes]);
  const [sought, setSought] = useState('');
  const { isOpen, toggle, toggleAll } = useOpenness(nodes, here);

  const found = useMemo(() => matching(nodes, sought), [nodes, sought]);
  const isSearching = sought.trim() !== '';
  const choose = (id: string) => {
    const first = nodes.find((node) => node.id === id)?.firstTurn;
    if (id !== here && first != null) moveCursor(first);
  };

  return (
    <Region
      name="Derived contexts"
      landmark={false}
      actions={
        nodes.length > maxOpenContexts && (
          <>
            <Button look="quiet" aria-label="Open all" onClick={() => toggleAll(true)}>
              Open
            </Button>
            <Button look="quiet" aria-label="Close all" onClick={() => toggleAll(false)}>
              Close
            </Button>
          </>
        )
      }
    >
      <div className={styles.panel}>
        {nodes.length > maxOpenContexts && (
          <TextField
            label="Find a context"
            type="search"
            placeholder={`Find one of ${count(nodes.length)} contexts`}
            className={styles.search}
            value={sought}
            onChange={setSought}
          />
        )}
        {found.length === 0 && <p className={styles.none}>No context has “{sought.trim()}” in its name.</p>}
        <Tree
          label="Derived contexts"
          lines={treeLines(found, ({ id }) => isSearching || isOpen(id)).map(({ node, ...line }) => {
            const branch = line.open === false ? branches.get(node.id) : undefined;
            const state = states.get(node.id) ?? null;
            return {
              ...line,
              name: spoken(node, branch, state),
              content: <ContextLine node={node} branch={branch ?? null} turns={turns} state={state} />,
            };
          })}
          selected={here}
          onSelect={choose}
          onToggle={toggle}
        />
      </div>
    </Region>
  );
}

function spoken({ title, turns }: NodeOutline, branch: Branch | undefined, state: string | null): string {
  const below = branch === undefined ? '' : ` and ${counted(branch.contexts - 1, 'context')} below`;
  return `${title}${below}, ${counted(branch?.turns ?? turns, 'turn')}${state === null ? '' : `, state ${state}`}`;
}

/**
 * The open branches. The user's choices stay; all other branches are open if there are few contexts, or else those that
 * the cursor has visited.
 */
function useOpenness(nodes: readonly NodeOutline[], here: string | null) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const [before, setBefore] = useState<string | null>(null);
  const isFew = nodes.length <= maxOpenContexts;
  if (!isFew && here !== before) {
    setBefore(here);
    setVisited(new Set([...visited, ...(here === null ? [] : waysTo(nodes, here))]));
  }
  return {
    isOpen: (id: string) => chosen.get(id) ?? (isFew || visited.has(id)),
    toggle: (id: string, open: boolean) => setChosen(new Map(chosen).set(id, open)),
    toggleAll: (open: boolean) => {
      const kept = open ? new Set<string>() : new Set(waysTo(nodes, here));
      setChosen(new Map(nodes.map(({ id }) => [id, open || kept.has(id)])));
    },
  };
}

const none: ReadonlyMap<string, string> = new Map();

/** Names of the contexts' states at the cursor, by node, if the system records which contexts share one. */
function useSharedStates(): ReadonlyMap<string, string> {
  const { ref, views } = useSession();
  const result = useQuery({
    ...sharingQuery(useEngine(), { session: ref, turn: useCalmCursor(), decisions: useDecisions() }),
    enabled: views.includes('sharing'),
  });
  if (result.data === undefined) return none;
  const { contexts, states } = result.data;
  const names = new Map(states.map(({ id, name }) => [id, name]));
  const byNode = new Map<string, string>();
  // The first context of a node is its original; copies and views of it follow.
  for (const { node, state } of contexts) {
    const name = state === null ? undefined : names.get(state);
    if (node !== null && name !== undefined && !byNode.has(node)) byNode.set(node, name);
  }
  return byNode;
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
