import { useQuery } from '@tanstack/react-query';
import { sharingQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';

const none: ReadonlyMap<string, string> = new Map();

/** Names of the states that contexts hold at the cursor, by node, where the system can tell who shares one. */
export function useSharedStates(): ReadonlyMap<string, string> {
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
