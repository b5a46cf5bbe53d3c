import { Scrolling } from '../../ui/Scrolling.tsx';
import { useCallback, useMemo, useState } from 'react';
import { turnKinds } from '../../engine/model/history.ts';
import { useSession } from '../../state/useSession.ts';
import { CutTitle } from '../../ui/CutTitle.tsx';
import { brief, count, counted } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { visibleText } from '../../ui/visible.tsx';
import { useNarrow } from '../../ui/useNarrow.ts';
import type { SessionOutline, TurnColumns } from '../../worker/protocol.ts';
import type { Sheet } from '../paintVerdicts.ts';
import { kindsPerCell, type Lane, lanesOf } from './lanes.ts';
import { firstTurnOf, type Layout } from './layout.ts';
import { laneHeight, paintKinds, type Words } from './paintKinds.ts';
import type { TextBrush } from '../textBrush.ts';
import styles from './Timeline.module.css';
import { LaneTrack } from './Track.tsx';
import type { RowProps } from './VerdictRow.tsx';

export interface LaneRowProps extends Pick<RowProps, 'layout' | 'onCursor' | 'onHover'> {
  readonly columns: TurnColumns;
  readonly onPan: (by: number) => void;
}

/** The kinds of the turns, with a lane for the root and those below it for the derived contexts. */
export function KindsRow({ layout, columns, onCursor, onHover, onPan }: LaneRowProps) {
  const { nodes, kinds } = useSession();
  const [folded, setFolded] = useState<ReadonlyMap<string, boolean>>(new Map());
  const lanes = useMemo(() => lanesOf(nodes, folded), [nodes, folded]);
  const paint = useCallback(
    (brush: TextBrush, sheet: Sheet, token: (name: string) => string) =>
      paintKinds(
        brush,
        { lanes, masks: kindsPerCell(columns, lanes, layout), wordsAt: (turn) => wordsAt(columns, turn) },
        layout,
        sheet,
        {
          input: token('--input'),
          call: token('--call'),
          inputFill: token('--input-fill'),
          modelFill: token('--model-fill'),
          callFill: token('--call-fill'),
          line: token('--hairline'),
          text: token('--data'),
          quiet: token('--chrome'),
          font: token('--text'),
        },
      ),
    [columns, lanes, layout],
  );
  const content = (
    <>
      <div className={styles.laneNames}>
        {lanes.map((lane, index) =>
          index === 0 ? (
            <KindLegend key={index} kinds={kinds} />
          ) : (
            <LaneName
              key={index}
              lane={lane}
              onFold={(key, isFolded) => setFolded(new Map(folded).set(key, isFolded))}
            />
          ),
        )}
      </div>
      <LaneTrack
        name="kinds"
        summary={[kindCountsText(kinds), ...lanes.slice(1).map(laneWords)].join('; ')}
        layout={layout}
        onCursor={onCursor}
        onPan={onPan}
        onHover={(cell) => onHover(cell === null ? null : { cell, words: kindsAt(columns, layout, cell) })}
        paint={paint}
        captions={lanes.map((lane, index) =>
          index === 0 ? { text: 'kinds', words: kindCountsText(kinds) } : { text: laneWords(lane) },
        )}
        height={lanes.length * laneHeight}
      />
    </>
  );
  // Several lanes may need more room than there is.
  return lanes.length > 1 ? (
    <Scrolling as="div" className={styles.lanes} aria-label="Turns by context">
      {content}
    </Scrolling>
  ) : (
    <div className={styles.lanes}>{content}</div>
  );
}

interface LaneNameProps {
  readonly lane: Lane;
  readonly onFold: (key: string, isFolded: boolean) => void;
}

/** The whole name, and a button where contexts of one name share a lane or could. */
function LaneName({ lane, onFold }: LaneNameProps) {
  const { title, depth, folding } = lane;
  const words = laneWords(lane);
  const style = { paddingLeft: 12 * Math.min(depth - 1, 3) };
  if (folding === undefined) {
    return (
      <span className={styles.laneName} title={words} style={style}>
        <CutTitle title={title} />
      </span>
    );
  }
  const { key, isFolded, contexts } = folding;
  return (
    <button
      type="button"
      className={styles.laneName}
      title={isFolded ? `Show each ${title} in a lane of its own` : `Show all ${title} in one lane`}
      style={style}
      aria-expanded={!isFolded}
      onClick={() => onFold(key, !isFolded)}
    >
      <CutTitle title={title} /> <span className={styles.many}>({counted(contexts, 'context')})</span>
      <Icon name={isFolded ? 'right' : 'down'} />
    </button>
  );
}

/** The signs of the kinds, each with the number of its turns and, while there is room, with its word. */
function KindLegend({ kinds }: Pick<SessionOutline, 'kinds'>) {
  const isNarrow = useNarrow();
  const present = kindList.filter(({ kind }) => kinds[kind] > 0);
  const digits = present.reduce((sum, { kind }) => sum + count(kinds[kind]).length, 0);
  const shown = isNarrow && digits > mostNarrowDigits ? brief : count;
  return (
    <div className={styles.legend} title={kindCountsText(kinds)}>
      {present.map(({ kind, word, noun }) => (
        <span key={kind} className={styles.kind} data-kind={kind} title={counted(kinds[kind], noun)}>
          {shown(kinds[kind])}
          {digits <= mostDigits && <span className={styles.word}>{word}</span>}
        </span>
      ))}
    </div>
  );
}

/** More of them leave no room for the words. */
const mostDigits = 6;
/** Beside a narrow timeline, more of them leave no room for themselves. */
const mostNarrowDigits = 9;

/** Of a cell of several turns; one turn has a text of its own. */
function kindsAt({ kinds }: TurnColumns, layout: Layout, cell: number): string | null {
  const own = kinds.subarray(firstTurnOf(layout, cell), firstTurnOf(layout, cell + 1));
  if (own.length < 2) return null;
  const [input = 0, llm = 0, capability = 0] = turnKinds.map((_, kind) => own.filter((one) => one === kind).length);
  return kindCountsText({ input, llm, capability });
}

const kindList = [
  { kind: 'input', word: 'input', noun: 'input' },
  { kind: 'llm', word: 'model', noun: 'model call' },
  { kind: 'capability', word: 'tool', noun: 'tool call' },
] as const;

const kindCountsText = (kinds: Omit<SessionOutline['kinds'], 'snapshot'>): string =>
  kindList.map(({ kind, noun }) => counted(kinds[kind], noun)).join(', ');

const laneWords = ({ title, contexts }: Lane): string =>
  contexts.length === 1 ? title : `${title} (${counted(contexts.length, 'context')})`;

/** In the order of `turnKinds`. */
const kindWords = ['input', 'model', 'call', 'state'];

function wordsAt({ kinds, calls, functions }: TurnColumns, turn: number): Words {
  const name = functions[(calls[turn] ?? 0) - 1];
  return name === undefined
    ? { text: kindWords[kinds[turn] ?? -1] ?? '', isName: false }
    : { text: visibleText(name), isName: true };
}
