import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, lazy, type ReactNode, Suspense, use } from 'react';
import { unreachable } from '../../base/unreachable.ts';
import { gateReason, gateWords, isMarked } from '../../engine/model/gate-decision.ts';
import type { TurnKind } from '../../engine/model/history.ts';
import type { UserNote } from '../../engine/model/user-note.ts';
import { verdictCodes, type VerdictKind } from '../../engine/model/verdict.ts';
import { passageQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useJudgedRule, useSession } from '../../state/useSession.ts';
import type { TurnRow as Row } from '../../worker/protocol.ts';
import { counted, day, milliseconds } from '../../ui/format.ts';
import { Icon } from '../../ui/Icon.tsx';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import { visible } from '../../ui/visible.tsx';
import { verdictWordOf } from '../words.ts';
import { CallEntry } from './CallEntry.tsx';
import { Facts, factsWidth, type Recorded } from './Facts.tsx';
import { FindContext, Found } from './Found.tsx';
import { extentOf, firstLines, isLong, Passage, ShowAll, Toggle } from './Passage.tsx';
import styles from './Transcript.module.css';

/** Few turns have notes. */
const NoteList = lazy(async () => ({ default: (await import('../NoteList.tsx')).NoteList }));

/** Few sessions are of a gate. */
const GateMarks = lazy(async () => ({ default: (await import('./GateMarks.tsx')).GateMarks }));

/** The derived context of a turn. */
export interface TurnContext {
  /** Number of contexts with turns that it was derived through. */
  readonly depth: number;
  readonly isRoot: boolean;
  readonly title: string;
}

export interface TurnLine {
  readonly row: Row;
  readonly context: TurnContext;
  /** The row above it is in another context. */
  readonly isEntry: boolean;
  /** The row above it is the turn before it, so that the time between the two is what passed. */
  readonly isNext: boolean;
  readonly verdict: VerdictKind;
  /** Whether the recording has a gap before or after the turn. */
  readonly gap: { readonly before: boolean; readonly after: boolean };
  /** Watched rules that fired here while the session was live. */
  readonly watched: readonly string[];
  /** Notes of the user on the turn, and on paths of the state after it. */
  readonly notes?: readonly UserNote[] | undefined;
  /** It contains the text that the user searches for. */
  readonly isHit: boolean;
  /** A call that belongs to the model turn above it. */
  readonly isJoined: boolean;
  /** A model turn whose calls are below it. */
  readonly hasCalls: boolean;
}

interface TurnRowProps {
  readonly line: TurnLine;
  /** For the text, in pixels. */
  readonly width: number;
  readonly recorded: Recorded;
  /** The facts are beside the text, and not under it. */
  readonly isWide: boolean;
  readonly isOpen: boolean;
  readonly onToggle: (turn: number) => void;
  /** Of the cursor's row. */
  readonly menu: ReactNode;
}

/** Of one context inside another, in pixels. */
const indent = 16;
/** Deeper contexts have no more room. */
const maxIndents = 8;

/** The cells of one turn. */
export function TurnRow(props: TurnRowProps) {
  const { line, recorded, isWide, isOpen } = props;
  const rule = useJudgedRule();
  const { row, verdict, gap, watched, context } = line;
  const inset = Math.min(context.depth, maxIndents) * indent;
  const width = props.width - inset;
  const said = { row, width, hasCalls: line.hasCalls, isOpen, onToggle: () => props.onToggle(row.index) };
  const marks = row.gate?.some(isMarked) === true && (
    <Suspense>
      <GateMarks gate={row.gate} />
    </Suspense>
  );
  return (
    <>
      <div role="gridcell" className={styles.index}>
        <span aria-hidden="true">{row.index}</span>
        {/* The other kinds begin with their speaker. */}
        <span className="visually-hidden">{`turn ${row.index},${row.kind === 'capability' ? ' call' : ''}`}</span>
      </div>
      <div
        role="gridcell"
        className={styles.what}
        // The type of style has no custom properties.
        style={{ '--inset': `${inset}px` } as CSSProperties}
      >
        {breaksOf(line).map((words) => (
          <p key={words} className={styles.break}>
            {visible(words)}
          </p>
        ))}
        <div className={styles.entry}>
          {row.kind === 'capability' ? (
            <CallEntry {...said} facts={isWide ? factsWidth(recorded) : 0} marks={marks} />
          ) : (
            <Said {...said} speaker={speakerOf(row.kind, context)} />
          )}
          {row.kind !== 'capability' && marks}
          {line.isHit && !isOpen && <FoundElsewhere row={row} width={width} />}
          {watched.length > 0 && (
            <span className={styles.watched} title={`fired live: ${watched.join('; ')}`}>
              <Icon name="bell" />
              <span className="visually-hidden">watched rule fired</span>
            </span>
          )}
          {line.notes !== undefined && (
            <Suspense>
              <NoteList notes={line.notes} wanted={use(FindContext)} isInGrid />
            </Suspense>
          )}
          {row.ended !== null && <p className={styles.ended}>{visible(row.ended)}</p>}
        </div>
        {gap.after && <p className={styles.break}>{missing}</p>}
        {props.menu}
      </div>
      <Facts row={row} recorded={recorded} />
      <div role="gridcell" className={styles.verdict}>
        <VerdictMark mark={verdict} label={verdictWordOf(verdictCodes[verdict], rule)} />
      </div>
    </>
  );
}

const missing = '… missing';

/** What is said above a turn, a line each: missing turns, the time that passed, and which context begins. */
export function breaksOf({ row, gap, isNext, isEntry, context }: TurnLine): readonly string[] {
  const { newDay, pauseMs } = row;
  const time = [
    ...(newDay === null ? [] : [day(newDay)]),
    ...(pauseMs === null ? [] : [`${milliseconds(pauseMs)} later`]),
  ];
  return [
    ...(gap.before ? [missing] : []),
    ...(isNext && time.length > 0 ? [time.join(' · ')] : []),
    // Other turns name the context as their speaker.
    ...(isEntry && context.depth > 0 && row.kind === 'capability' ? [`in ${context.title}`] : []),
  ];
}

function speakerOf(kind: Exclude<TurnKind, 'capability'>, { depth, title, isRoot }: TurnContext): string {
  switch (kind) {
    case 'input':
      return depth === 0 ? 'user' : `task of ${title}`;
    case 'llm':
      return isRoot ? 'agent' : title;
    case 'snapshot':
      return 'state';
    default:
      return unreachable(kind);
  }
}

/** The words around a match that is in a part which the row does not show. */
function FoundElsewhere({ row, width }: { readonly row: Row; readonly width: number }) {
  const { ref } = useSession();
  const text = use(FindContext) ?? '';
  const shown = [
    row.text === null ? row.label : firstLines('message', row.text, width),
    ...(row.given ?? []).flatMap((argument) => [argument.name, argument.text]),
    row.result && firstLines('result', row.result, width),
    row.reason,
    row.ended,
    ...(row.gate ?? []).filter(isMarked).flatMap((one) => [gateWords(one), gateReason(one)]),
  ];
  const isShown = shown.some((part) => part?.toLowerCase().includes(text.toLowerCase()) === true);
  const input = { session: ref, turn: row.index, text };
  const { data = null } = useQuery({ ...passageQuery(useEngine(), input), enabled: !isShown });
  if (isShown || data === null) return null;
  return (
    <p className={styles.passage} dir="auto">
      in the {data.part}: <Found text={data.text} />
    </p>
  );
}

interface SaidProps extends Pick<TurnRowProps, 'isOpen' | 'width'>, Pick<TurnLine, 'row' | 'hasCalls'> {
  readonly onToggle: () => void;
  readonly speaker: string;
}

/** Who speaks, then what they say. */
function Said({ row, speaker, hasCalls, width, isOpen, onToggle }: SaidProps) {
  const message = row.text ?? (isRemark(row) ? null : { text: row.label, more: 0 });
  const isCut = message !== null && isLong('message', message, width);
  const plan = planIn(row);
  return (
    <>
      <p className={styles.head}>
        <bdi className={styles.speaker}>{visible(speaker)}</bdi>{' '}
        {row.thought !== null && <Toggle onToggle={onToggle}>Thought · {counted(row.thought, 'word')}</Toggle>}
        {plan !== null && hasCalls && message === null && <span className={styles.remark}>calls</span>}{' '}
        {plan !== null && (
          <span className={hasCalls ? 'visually-hidden' : styles.remark}>
            <Found text={plan} />
          </span>
        )}
        {plan === null && message === null && (
          <span className={styles.remark}>{row.label === '' ? nothingSaid(row) : <Found text={row.label} />}</span>
        )}
      </p>
      {row.thought !== null && isOpen && (
        <Passage turn={row.index} part="thinking" excerpt={{ text: '', more: 0 }} extent="whole" />
      )}
      {message !== null && (
        <Passage turn={row.index} part="message" excerpt={message} extent={extentOf(isCut, isOpen)} />
      )}
      {isCut && <ShowAll isOpen={isOpen} onToggle={onToggle} more={message.more} />}
    </>
  );
}

const nothingSaid = ({ thought }: Row) => (thought === null ? 'no text recorded' : 'no text');

/** The row has no message: its label says what is known of the turn. */
const isRemark = (row: Row): boolean => row.isRemark || row.label === '' || isPlan(row);

const isPlan = ({ kind, text, label }: Row): boolean => kind === 'llm' && text === null && label.startsWith('plan: ');

/** The calls that a model turn planned, which its label names, after the text if there is one. */
function planIn(row: Row): string | null {
  if (isPlan(row)) return row.label;
  if (row.kind !== 'llm' || row.text === null) return null;
  const from = row.label.lastIndexOf(' · plan: ');
  return from === -1 ? null : row.label.slice(from + 3);
}
