import { useQuery } from '@tanstack/react-query';
import type { TurnIndex } from '../engine/model/history.ts';
import { useEngine } from '../services/engine/useEngine.ts';
import { lastRowsQuery } from '../services/engine/queries.ts';
import { blockOf, blockQuery } from '../services/rowBlocks.ts';
import { useIsFollowing, useSession } from '../state/useSession.ts';
import type { TurnRow } from '../worker/protocol.ts';

/** The row of a turn in the list of turns, which asks for the same rows; undefined until it has loaded. */
export function useTurnRow(turn: TurnIndex): TurnRow | undefined {
  const engine = useEngine();
  const session = useSession();
  const isFollowing = useIsFollowing();
  const rows = useQuery(isFollowing ? lastRowsQuery(engine, session) : blockQuery(engine, session.ref, blockOf(turn)));
  return rows.data?.find(({ index }) => index === turn);
}
