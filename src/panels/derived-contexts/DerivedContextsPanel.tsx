import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useEngine } from '../../services/engine/useEngine.ts';
import { blockOf, blockQuery, blockSize } from '../../services/rowBlocks.ts';
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
import { ContextLine } from './ContextLine.tsx';
import styles from './DerivedContextsPanel.module.css';
import { sharingQuery } from '../../services/engine/queries.ts';

/** Fewer contexts are all shown; of more, those on the way to the cursor, and a search finds the rest. */
const few = 24;

/** The tree of contexts that were derived from the session's own; choosing one moves the cursor to its first turn. */
export function DerivedContextsPanel() {
  const { ref } = useSession();
  // What was opened and sought belongs to one session, however it goes on.
  return <DerivedContexts key={ref.id} />;
}

function DerivedContexts() {
  const { ref, nodes, turns } = useSession();
  const cursor = useCalmCursor();
  const { moveCursor } = useViewActions();
  const block = useQuery(blockQuery(useEngine(), ref, blockOf(cursor))).data;
  const here = block?.[cursor % blockSize]?.node ?? nodes[0]?.id ?? null;
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
        nodes.length > few && (
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
        {nodes.length > few && (
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
 * Which branches are open: those that the user opened or closed as they left them; of few contexts all the others, of
 * many those that the cursor has been in.
 */
function useOpenness(nodes: readonly NodeOutline[], here: string | null) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const [before, setBefore] = useState<string | null>(null);
  const isFew = nodes.length <= few;
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

/** Names of the states that contexts hold at the cursor, by node, where the system can tell who shares one. */
function useSharedStates(): ReadonlyMap<string, string> {
  const { ref, views } = useSession();
  const asked = useQuery({
    ...sharingQuery(useEngine(), { session: ref, turn: useCalmCursor(), decisions: useDecisions() }),
    enabled: views.includes('sharing'),
  });
  if (asked.data === undefined) return none;
  const { contexts, states } = asked.data;
  const names = new Map(states.map(({ id, name }) => [id, name]));
  const byNode = new Map<string, string>();
  // The first context of a node is the one that the node was made for; copies and views of it follow.
  for (const { node, state } of contexts) {
    const name = state === null ? undefined : names.get(state);
    if (node !== null && name !== undefined && !byNode.has(node)) byNode.set(node, name);
  }
  return byNode;
}
