import { useQuery } from '@tanstack/react-query';
import type { TurnIndex } from '../../engine/model/history.ts';
import { rowsQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useSession } from '../../state/useSession.ts';

/** Turns are asked for in blocks, so that a moving cursor does not ask again at every step. */
const block = 64;
const longestLabel = 60;

/** What a turn is about, in a few words; empty until it is known. */
export function useLabel(turn: TurnIndex): string {
  const { ref, turns } = useSession();
  const from = Math.floor(turn / block) * block;
  const rows = useQuery(rowsQuery(useEngine(), ref, from, Math.min(from + block, turns)));
  const label = rows.data?.[turn - from]?.label ?? '';
  return label.length > longestLabel ? `${label.slice(0, longestLabel)}…` : label;
}
