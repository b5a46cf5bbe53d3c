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

/** What a rule reads that happens at the turn itself, and not before it. */
const ofTheMoment = new Set<unknown>(['input', 'output', 'now']);

interface GapNoteProps {
  readonly turn: TurnIndex;
  readonly parts: Explanation['parts'];
}

/** A verdict that looks back over a gap rests on what the recording has left: nobody can know what was counted there. */
function GapNote({ turn, parts }: GapNoteProps) {
  const { notes } = useSession();
  const before = notes.flatMap(({ gaps = [] }) => gaps).filter((gap) => gap <= turn);
  const [first] = before;
  const looksBack = parts.some(({ path }) => path !== null && path.length > 0 && !ofTheMoment.has(path[0]));
  if (first === undefined || !looksBack) return null;
  const others = before.length === 1 ? '' : ` and at ${before.length - 1} more places`;
  return (
    <p className={styles.note}>
      Something is missing before turn {first}
      {others}: of what happened earlier the rule sees only what the recording shows.
    </p>
  );
}
