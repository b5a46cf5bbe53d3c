import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { sharingQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { count } from '../../ui/format.ts';
import { TextField } from '../../ui/TextField.tsx';
import { type NodeLine, treeLines } from '../../ui/treeLines.ts';
import type { NodeOutline } from '../../worker/protocol.ts';
import type { Sharing } from '../../engine/systems/adk/sharing/sharing.ts';
import { useTurnRow } from '../useTurnRow.ts';
import { matching, waysTo } from './branches.ts';
import styles from './DerivedContextsPanel.module.css';

/**
 * Up to this many contexts are all shown; of more, only the ancestors of the cursor's context, and a search finds the
 * rest.
 */
const maxOpenContexts = 24;

/** Whether the tree needs a search and buttons for all its branches. */
export const isLarge = (nodes: readonly NodeOutline[]): boolean => nodes.length > maxOpenContexts;

/** The tree of derived contexts, in the rail and in its own view. */
export interface ContextTree {
  readonly nodes: readonly NodeOutline[];
  /** The lines on the screen. */
  readonly lines: readonly NodeLine<NodeOutline>[];
  /** The context of the turn at the cursor. */
  readonly here: string | null;
  /** Names of the contexts' states at the cursor, by node, if the system records which contexts share one. */
  readonly states: ReadonlyMap<string, string>;
  readonly sought: string;
  readonly seek: (words: string) => void;
  readonly toggle: (id: string, open: boolean) => void;
  readonly toggleAll: (open: boolean) => void;
  /** Moves the cursor to the context's first turn, unless it is in the context already. */
  readonly choose: (id: string) => void;
}

export function useContextTree(): ContextTree {
  const { nodes } = useSession();
  const cursor = useCalmCursor();
  const { moveCursor } = useViewActions();
  const here = useTurnRow(cursor)?.node ?? nodes[0]?.id ?? null;
  const states = useSharedStates();
  const [sought, seek] = useState('');
  const { isOpen, toggle, toggleAll } = useOpenness(nodes, here);
  const found = useMemo(() => matching(nodes, sought), [nodes, sought]);
  const isSearching = sought.trim() !== '';
  const lines = useMemo(() => treeLines(found, ({ id }) => isSearching || isOpen(id)), [found, isSearching, isOpen]);
  const choose = (id: string) => {
    const first = nodes.find((node) => node.id === id)?.firstTurn;
    if (id !== here && first != null) moveCursor(first);
  };
  return { nodes, lines, here, states, sought, seek, toggle, toggleAll, choose };
}

/** Buttons that open and close all branches of a large tree. */
export function TreeButtons({ tree: { nodes, toggleAll } }: { readonly tree: ContextTree }) {
  if (!isLarge(nodes)) return null;
  return (
    <>
      <Button look="quiet" aria-label="Open all" onClick={() => toggleAll(true)}>
        Open
      </Button>
      <Button look="quiet" aria-label="Close all" onClick={() => toggleAll(false)}>
        Close
      </Button>
    </>
  );
}

/** The search in a large tree. */
export function TreeSearch({ tree: { nodes, lines, sought, seek } }: { readonly tree: ContextTree }) {
  if (!isLarge(nodes)) return null;
  return (
    <>
      <TextField
        label="Find a context"
        type="search"
        placeholder={`Find one of ${count(nodes.length)} contexts`}
        className={styles.search}
        isFilter
        value={sought}
        onChange={seek}
      />
      {lines.length === 0 && <p className={styles.none}>No context has “{sought.trim()}” in its name.</p>}
    </>
  );
}

/**
 * The open branches. The user's choices stay; all other branches are open if there are few contexts, or else those that
 * the cursor has visited.
 */
function useOpenness(nodes: readonly NodeOutline[], here: string | null) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const [before, setBefore] = useState<string | null>(null);
  const isFew = !isLarge(nodes);
  if (!isFew && here !== before) {
    setBefore(here);
    setVisited(new Set([...visited, ...(here === null ? [] : waysTo(nodes, here))]));
  }
  const isOpen = useCallback((id: string) => chosen.get(id) ?? (isFew || visited.has(id)), [chosen, isFew, visited]);
  return {
    isOpen,
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
  return useMemo(() => (result.data === undefined ? none : statesByNode(result.data)), [result.data]);
}

function statesByNode({ contexts, states }: Sharing): ReadonlyMap<string, string> {
  const names = new Map(states.map(({ id, name }) => [id, name]));
  const byNode = new Map<string, string>();
  // The first context of a node is its original; copies and views of it follow.
  for (const { node, state } of contexts) {
    const name = state === null ? undefined : names.get(state);
    if (node !== null && name !== undefined && !byNode.has(node)) byNode.set(node, name);
  }
  return byNode;
}
