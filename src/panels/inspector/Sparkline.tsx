import { useQuery } from '@tanstack/react-query';
import type { Path } from '../../engine/model/path.ts';
import { pathHistoryQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useCursor, useDecisions, useIsGrowing, useSession } from '../../state/useSession.ts';
import { count, counted } from '../../ui/format.ts';
import type { PathHistory, StateEntry } from '../../worker/protocol.ts';
import { stepPath } from '../plotScale.ts';
import { useTurnRow } from '../useTurnRow.ts';
import styles from './Plots.module.css';

interface Place {
  readonly root: 'context' | 'system';
  readonly path: Path;
}

export const isNumber = ({ preview }: StateEntry): boolean => ['int', 'uint', 'double'].includes(preview.type);

/** The numbers of a place of the state over the turns of the context at the cursor; undefined until they are known. */
export function usePathHistory({ root, path }: Place): PathHistory | undefined {
  const { ref: session, nodes, turns } = useSession();
  const row = useTurnRow(useCalmCursor());
  // A context may have a history of its own; where there is one context, nothing has to be asked again.
  const node = root === 'context' && nodes.length > 1 ? (row?.node ?? null) : null;
  const asked = { session, root, path, node, decisions: useDecisions() };
  const isCheap = useIsGrowing() ? turns <= mostWhileGrowing : true;
  return useQuery({ ...pathHistoryQuery(useEngine(), asked), enabled: isCheap }).data;
}

/** A history is read again whenever the session has grown; a longer one waits until it no longer does. */
const mostWhileGrowing = 10_000;

export const [sparkWidth, sparkHeight] = [64, 16] as const;

/** The numbers of a place in the height of a line; the larger plot, which says the same in words, is below the tree. */
export function Sparkline(place: Place) {
  const { turns } = useSession();
  const cursor = useCursor();
  const history = usePathHistory(place);
  const line = history === undefined ? null : sparkOf(history, turns, cursor);
  return (
    <span className={styles.spark} title={history === undefined ? undefined : historyWords(history)} aria-hidden="true">
      {line !== null && (
        <svg width={sparkWidth} height={sparkHeight}>
          <path className={styles.line} data-still={line.isStill} d={line.path} />
          {line.here !== null && !line.isStill && (
            <circle className={styles.here} cx={line.here.x} cy={line.here.y} r="2" />
          )}
        </svg>
      )}
    </span>
  );
}

/** Where the line of a history runs, and the dot of the cursor on it. */
export function sparkOf({ points, lowest, highest }: PathHistory, turns: number, cursor: number) {
  if (lowest === null || highest === null) return null;
  const x = (turn: number) => 2 + (turn / Math.max(1, turns)) * (sparkWidth - 4);
  // A value that never changes is in the middle.
  const y = (value: number) =>
    lowest === highest
      ? sparkHeight / 2
      : sparkHeight - 2 - ((value - lowest) / (highest - lowest)) * (sparkHeight - 4);
  const value = valueAfter(points, cursor);
  const here = value === null ? null : { x: x(cursor + 0.5), y: y(value) };
  return { path: stepPath(points, turns, x, y), here, isStill: lowest === highest };
}

export const valueAfter = (points: PathHistory['points'], turn: number): number | null =>
  points.findLast((point) => point.turn <= turn)?.value ?? null;

/** `0 to 12, last 12; 4 changes` */
export function historyWords({ points, lowest, highest, changes, sampled }: PathHistory): string {
  if (lowest === null || highest === null) return 'no number at any turn';
  const last = points.at(-1)?.value ?? null;
  const range = lowest === highest ? `always ${count(lowest)}` : `min ${count(lowest)}, max ${count(highest)}`;
  const end = last === null ? 'not there at the end' : `last ${count(last)}`;
  const seen = sampled === null ? '' : `, ${counted(sampled, 'turn')} sampled`;
  return lowest === highest && changes === 0
    ? `${range}${seen}`
    : `${range}, ${end}; ${counted(changes, 'change')}${seen}`;
}
