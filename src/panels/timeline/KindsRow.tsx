import { useCallback, useMemo, useState } from 'react';
import { turnKinds } from '../../engine/model/history.ts';
import { useSession } from '../../state/useSession.ts';
import { CutTitle } from '../../ui/CutTitle.tsx';
import { count, counted } from '../../ui/format.ts';
import type { SessionOutline, TurnColumns } from '../../worker/protocol.ts';
import type { Brush, Sheet } from '../paintVerdicts.ts';
import { cappedLanes, kindsPerCell, type Lane, laneHeight, lanesOf, paintKinds } from './lanes.ts';
import { firstTurnOf, type Layout } from './layout.ts';
import styles from './Timeline.module.css';
import { LaneTrack } from './Track.tsx';
import type { RowProps } from './VerdictRow.tsx';

export interface LaneRowProps extends Pick<RowProps, 'layout' | 'onCursor' | 'onHover'> {
  readonly columns: TurnColumns;
  readonly onPan: (by: number) => void;
}

/** Lanes that show without scrolling. */
const mostLanes = 3;

/** The kinds of the turns, with a lane for the root and those below it for the derived contexts. */
export function KindsRow({ layout, columns, onCursor, onHover, onPan }: LaneRowProps) {
  const { nodes, kinds } = useSession();
  const [isWhole, setWhole] = useState(false);
  const all = useMemo(() => lanesOf(nodes), [nodes]);
  const lanes = useMemo(() => (isWhole ? all : cappedLanes(all, mostLanes)), [all, isWhole]);
  const isCapped = lanes.length < all.length;
  const paint = useCallback(
    (brush: Brush, sheet: Sheet, token: (name: string) => string) =>
      paintKinds(brush, lanes, kindsPerCell(columns, lanes, layout), layout, sheet, {
        input: token('--input'),
        model: token('--model'),
        call: token('--call'),
        line: token('--hairline'),
      }),
    [columns, lanes, layout],
  );
  return (
    <>
      <div className={styles.lanes}>
        {(isCapped ? lanes.slice(0, -1) : lanes).map((lane, index) =>
          index === 0 ? (
            <span key={index}>kinds</span>
          ) : (
            <span key={index} title={laneWords(lane)} style={{ paddingLeft: 8 * Math.min(lane.depth, 3) }}>
              <CutTitle title={lane.title} tail={6} />
            </span>
          ),
        )}
        {all.length > mostLanes && (
          <button type="button" className={styles.more} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'fewer' : lanes.at(-1)?.title}
          </button>
        )}
      </div>
      <div className={styles.kindCounts} title={kindCountsText(kinds)}>
        {kindList.map(
          (kind) =>
            kinds[kind] > 0 && (
              <span key={kind} className={styles.kind} data-kind={kind}>
                {count(kinds[kind])}
              </span>
            ),
        )}
      </div>
      <LaneTrack
        name="kinds"
        summary={[kindCountsText(kinds), ...all.slice(1).map(laneWords)].join('; ')}
        layout={layout}
        onCursor={onCursor}
        onPan={onPan}
        onHover={(cell) => onHover(cell === null ? null : { cell, words: kindsAt(columns, layout, cell) })}
        paint={paint}
        height={lanes.length * laneHeight}
      />
    </>
  );
}

/** Of a cell of several turns; one turn has a text of its own. */
function kindsAt({ kinds }: TurnColumns, layout: Layout, cell: number): string | null {
  const own = kinds.subarray(firstTurnOf(layout, cell), firstTurnOf(layout, cell + 1));
  if (own.length < 2) return null;
  const [input = 0, llm = 0, capability = 0] = turnKinds.map((_, kind) => own.filter((one) => one === kind).length);
  return kindCountsText({ input, llm, capability });
}

const kindList = ['input', 'llm', 'capability'] as const;

const kindCountsText = (kinds: Omit<SessionOutline['kinds'], 'snapshot'>): string =>
  [counted(kinds.input, 'input'), counted(kinds.llm, 'model call'), counted(kinds.capability, 'tool call')].join(', ');

const laneWords = ({ title, contexts }: Lane): string =>
  contexts.length === 1 ? title : `${title} (${counted(contexts.length, 'context')})`;
