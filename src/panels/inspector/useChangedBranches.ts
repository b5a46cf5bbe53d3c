import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { stateQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { changedBranches, keyOf } from './stateLines.ts';

/**
 * What to open so that the eye lands on what happened: the branches that changed at the turn that was looked at first,
 * two levels deep. They stay when the cursor moves on, so that nothing jumps. Null until they are known.
 */
export function useChangedBranches(root: 'context' | 'system'): readonly string[] | null {
  const engine = useEngine();
  const { ref } = useSession();
  const decisions = useDecisions();
  const cursor = useCalmCursor();
  const [turn] = useState(cursor);
  const top = useQuery(stateQuery(engine, ref, turn, root, [], decisions));
  const outer = changedBranches(top.data ?? []);
  const inner = useQueries({
    queries: outer.map(({ path }) => stateQuery(engine, ref, turn, root, path, decisions)),
  });

  // Without an answer there is nothing to open, and the tree says why.
  if (top.isPending || inner.some((answer) => answer.isPending)) return null;
  return [...outer, ...inner.flatMap((answer) => changedBranches(answer.data ?? []))].map(({ path }) => keyOf(path));
}
