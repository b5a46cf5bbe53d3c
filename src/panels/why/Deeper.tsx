import type { TurnIndex } from '../../engine/model/history.ts';
import type { Explanation } from '../../worker/protocol.ts';
import { Fixes } from './Fixes.tsx';
import { Flips } from './Flips.tsx';

interface DeeperProps {
  readonly turn: TurnIndex;
  readonly explanation: Explanation;
}

/** What comes after the reasons: what would turn the verdict, or how a rule that fails can be mended. */
export function Deeper({ turn, explanation: { verdict } }: DeeperProps) {
  if (verdict === 'error') return <Fixes turn={turn} />;
  return verdict === 'pass' || verdict === 'fire' ? <Flips turn={turn} /> : null;
}
