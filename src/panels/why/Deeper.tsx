import type { TurnIndex } from '../../engine/model/history.ts';
import type { Explanation } from '../../worker/protocol.ts';
import { OwnManifest } from '../OwnManifest.tsx';
import { Fixes } from './Fixes.tsx';
import { Flips } from './Flips.tsx';
import { Misses } from './Misses.tsx';
import { useSession } from '../../state/useSession.ts';
import styles from './Deeper.module.css';

interface DeeperProps {
  readonly turn: TurnIndex;
  readonly explanation: Explanation;
}

/**
 * The parts after the reasons: gaps in the recording, changes that would turn the verdict, fixes for a failing rule,
 * and nearest misses.
 */
export function Deeper({ turn, explanation: { verdict, parts } }: DeeperProps) {
  return (
    <>
      {verdict !== 'n/a' && <GapNote turn={turn} parts={parts} />}
      {verdict === 'error' && <Fixes turn={turn} />}
      {(verdict === 'pass' || verdict === 'fire') && <Flips turn={turn} verdict={verdict} />}
      {verdict !== 'fire' && <Misses turn={turn} />}
      <OwnManifest />
    </>
  );
}

/** Roots whose values belong to the turn itself and not to its history. */
const ofTheMoment = new Set<unknown>(['input', 'output', 'now']);

interface GapNoteProps {
  readonly turn: TurnIndex;
  readonly parts: Explanation['parts'];
}

/** Warns that a verdict reads history across a gap, where the recording has no turns to count. */
function GapNote({ turn, parts }: GapNoteProps) {
  const { notes } = useSession();
  const before = notes.flatMap(({ gaps = [] }) => gaps).filter((gap) => gap <= turn);
  const [first] = before;
  const looksBack = parts.some(({ path }) => path !== null && path.length > 0 && !ofTheMoment.has(path[0]));
  if (first === undefined || !looksBack) return null;
  const others = before.length === 1 ? '' : ` and at ${before.length - 1} more places`;
  return (
    <p className={styles.note}>
      The recording has a gap before turn {first}
      {others}: of the earlier history the rule sees only the recorded part.
    </p>
  );
}
