import { useSession } from '../state/useSession.ts';
import { afterTurn, atTurn, upToTurn } from './words.ts';

/** A moment of the shown session in words. A session without turns has one, the snapshot. */
export const useTurnWords = () => (useSession().kinds.snapshot > 0 ? atSnapshot : words);

const words = {
  isSnapshot: false,
  title: (turn: number): string => (turn < 0 ? 'Initial state' : `Turn ${turn}`),
  name: (turn: number): string => `turn ${turn}`,
  at: atTurn,
  after: afterTurn,
  upTo: upToTurn,
};

const at = () => 'in the snapshot';
const atSnapshot: typeof words = {
  isSnapshot: true,
  title: () => 'The snapshot',
  name: () => 'the snapshot',
  at,
  after: at,
  upTo: at,
};
