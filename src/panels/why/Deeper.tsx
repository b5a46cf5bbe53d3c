import type { TurnIndex } from '../../engine/model/history.ts';
import type { Explanation } from '../../worker/protocol.ts';
import { OwnManifest } from '../OwnManifest.tsx';
import { Fixes } from './Fixes.tsx';
import { Flips } from './Flips.tsx';
import { GapNote } from './GapNote.tsx';
import { Misses } from './Misses.tsx';

interface DeeperProps {
  readonly turn: TurnIndex;
  readonly explanation: Explanation;
}

/** What comes after the reasons: what they cannot know, what would turn the verdict, how a rule that fails can be mended, where it nearly fired. */
export function Deeper({ turn, explanation: { verdict, parts } }: DeeperProps) {
  return (
    <>
      {verdict !== 'n/a' && <GapNote turn={turn} parts={parts} />}
      {verdict === 'error' && <Fixes turn={turn} />}
      {(verdict === 'pass' || verdict === 'fire') && <Flips turn={turn} />}
      {verdict !== 'fire' && <Misses turn={turn} />}
      <OwnManifest />
    </>
  );
}
