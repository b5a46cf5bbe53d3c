import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { verdictKinds } from '../../engine/model/verdict.ts';
import { answerTo } from '../../services/answerTo.ts';
import { findQuery, lastRowsQuery, sweepQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { blockOf, blockQuery, blockSize } from '../../services/rowBlocks.ts';
import { useLastAnswers } from '../../services/useLastAnswers.ts';
import type { TurnRange } from '../../state/sight.ts';
import {
  shownLive,
  useDecisions,
  useIsFollowing,
  useIsGrowing,
  useJudgedRule,
  useSession,
  useSteadyCursor,
} from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { count, counted } from '../../ui/format.ts';
import { Region } from '../../ui/Region.tsx';
import { useUserNotes } from '../useUserNotes.ts';
import { FindContext } from './Found.tsx';
import { TranscriptGrid } from './TranscriptGrid.tsx';
import { TurnFilter } from './TurnFilter.tsx';
import { recordedIn } from './Facts.tsx';
import type { TurnContext, TurnLine } from './TurnRow.tsx';
import type { NodeOutline, Output, TurnRow } from '../../worker/protocol.ts';
import styles from './Transcript.module.css';

/** Few sessions are live. */
const LiveBar = lazy(async () => ({ default: (await import('./LiveBar.tsx')).LiveBar }));

/** The turns of the session, or those that a filter selects, with the verdict of the rule in the editor. */
export function TranscriptPanel() {
  const engine = useEngine();
  const session = useSession();
  const { ref, turns, nodes, notes, isRun } = session;
  const cursor = useSteadyCursor();
  const { moveCursor, scrollTurns, setFilter } = useViewActions();
  const isLive = useIsGrowing();
  const hasStream = useView((view) => shownLive(view) !== undefined);
  const allFires = useView((view) => shownLive(view)?.fires.latest);
  const filter = useView((view) => view.filter);
  const isTried = useView((view) => view.trial !== null);
  const decisions = useDecisions();
  const asked = useDeferredValue(filter.trim());

  const found = useQuery({ ...findQuery(engine, ref, asked, decisions), enabled: asked !== '' });
  const noted = useUserNotes();
  const hits = useMemo(
    () => (asked !== '' && found.data !== undefined ? (noted?.withNotes(found.data) ?? found.data) : null),
    [asked, found.data, noted],
  );
  const text = hits?.wanted.kind === 'text' ? hits.wanted.text : null;
  // A text is found among the other turns. An expression, or a text in quotes, leaves only its turns.
  const range = useView((view) => view.range);
  const picked = useMemo(() => pickedOf(hits, range), [hits, range]);
  const errors = hits === null ? null : errorsOf(hits);
  // If turns match, errors at other turns are expected: not every turn has `input.amount`.
  const fault = asked === '' ? null : (found.error?.message ?? (hits?.turns.length === 0 ? errors : null));
  const total = picked?.length ?? turns;
  const turnAt = (index: number) => (picked === null ? index : (picked[index] ?? 0));

  const [sight, setSight] = useState({ from: 0, to: 0 });
  const isFollowing = useIsFollowing() && picked === null;
  const blocks = isFollowing ? [] : blocksOf(sight, cursor, total, turnAt);
  const windows = useQueries({ queries: blocks.map((block) => blockQuery(engine, ref, block)) });
  // By itself, because `useQueries` draws the panel twice for each new question.
  const last = useQuery({ ...lastRowsQuery(engine, session), enabled: isFollowing });
  // The rows of a live session stay while those of its next revision load.
  const { answers } = useLastAnswers(
    isFollowing ? [`${ref.id} last`] : blocks.map((block) => `${ref.id} ${block}`),
    isFollowing ? [last] : windows,
  );
  const rows = new Map<number, TurnRow>();
  for (const [key, block] of answers)
    if (key.startsWith(`${ref.id} `)) for (const row of block ?? []) rows.set(row.index, row);
  const sweep = useQuery(sweepQuery(engine, ref, useJudgedRule(), decisions)).data;
  const gaps = useMemo(() => new Set(notes.flatMap((note) => note.gaps ?? [])), [notes]);
  const entry = Number(ref.id.split(':')[1]);
  const fires = allFires?.filter((fire) => fire.entry === entry);
  const contexts = useMemo(() => contextsOf(nodes), [nodes]);

  const queries = useQueryClient();
  const toTurns = (box: HTMLElement) =>
    box.closest('[data-region]')?.querySelector<HTMLElement>('[role="grid"]')?.focus();
  // The search for which Enter has gone to a match: the next one goes on from there.
  const [visited, setVisited] = useState('');
  const toMatch = (box: HTMLElement, direction: 1 | -1) => {
    const text = filter.trim();
    if (text === '') return toTurns(box);
    // The answer may not have arrived when the user presses Enter. The filter's line shows its problem.
    answerTo(queries, findQuery(engine, ref, text, decisions))
      .then((found_) => {
        const answer = noted?.withNotes(found_) ?? found_;
        // A list of turns is read from its top.
        if (!isInPlace(answer)) toTurns(box);
        const turn = isInPlace(answer) ? nextMatch(answer.turns, cursor, direction, text === visited) : answer.turns[0];
        setVisited(text);
        if (turn !== undefined) moveCursor(turn);
      })
      .catch(() => undefined);
  };

  const leave = (box: HTMLElement) => {
    setFilter('');
    toTurns(box);
  };

  const lineAt = (index: number): TurnLine | undefined => {
    const turn = turnAt(index);
    const row = rows.get(turn);
    if (row === undefined) return undefined;
    const verdict = verdictKinds[sweep?.codes[turn] ?? 0] ?? 'n/a';
    const gap = { before: gaps.has(turn), after: turn === turns - 1 && gaps.has(turns) };
    const isHit = text !== null && hits !== null && has(hits.turns, turn);
    const watched = fires?.filter((fire) => fire.turn === turn).map(({ rule }) => rule) ?? [];
    // With a filter, rows beside each other may be turns apart.
    const beside = (by: number) =>
      picked === null || picked[index + by] === turn + by ? rows.get(turn + by) : undefined;
    const [before, after] = [beside(-1), beside(1)];
    const isJoined = row.kind === 'capability' && before !== undefined && before.kind !== 'input';
    const hasCalls = row.kind === 'llm' && after?.kind === 'capability';
    const above = index === 0 ? null : rows.get(turnAt(index - 1));
    return {
      row,
      context: contexts.get(row.node) ?? { depth: 0, isRoot: true, title: row.node },
      isEntry: above !== undefined && above?.node !== row.node,
      isNext: index === 0 || before !== undefined,
      verdict,
      gap,
      watched,
      notes: noted?.byTurn.get(turn),
      isHit,
      isJoined,
      hasCalls,
    };
  };

  // Another session begins with all rows folded.
  const [opened, setOpened] = useState<Opened>({ session: ref.id, turns: new Set() });
  if (opened.session !== ref.id) setOpened({ session: ref.id, turns: new Set() });
  const toggle = useCallback(
    (turn: number) => setOpened((last) => ({ ...last, turns: toggled(last.turns, turn) })),
    [],
  );

  return (
    <Region
      name="Turns"
      landmark={false}
      inTabs
      actions={
        <>
          {hasStream && (
            <Suspense>
              <LiveBar isLive={isLive} />
            </Suspense>
          )}
          {isTried && <b className={styles.tried}>tried</b>}
          <TurnFilter
            filter={filter}
            onFilter={setFilter}
            fault={fault}
            said={hits === null ? null : saidOf(hits, { cursor, turns, errors })}
            onEnter={toMatch}
            onDown={toTurns}
            onLeave={leave}
          />
        </>
      }
    >
      <FindContext value={text}>
        <TranscriptGrid
          count={total}
          lineAt={lineAt}
          list={picked ?? ref.id}
          opened={opened.turns}
          onToggle={toggle}
          recorded={recordedIn([...rows.values()])}
          verdictTitle={isTried ? 'tried' : 'verdict'}
          cursor={picked === null ? cursor : nearest(picked, cursor)}
          hasCursor={picked === null || has(picked, cursor)}
          onCursor={(index) => moveCursor(turnAt(index))}
          isFollowing={isFollowing}
          isGrowing={isLive}
          onScroll={
            isLive && picked === null ? (isEndInSight) => scrollTurns(isEndInSight, { turns, cursor }) : undefined
          }
          onRange={(first, end) => {
            // Whole blocks, so that not every scrolled row draws the panel again, and early, so that rows come into sight
            // with their content.
            const step = picked === null ? blockSize : 1;
            const ahead = picked === null ? blockSize / 2 : 0;
            const from = Math.max(0, Math.floor((first - ahead) / step) * step);
            const to = Math.ceil((end + ahead) / step) * step;
            setSight((last) => (last.from === from && last.to === to ? last : { from, to }));
          }}
          empty={
            picked === null ? (
              <EmptyState title={`This ${isRun ? 'run' : 'session'} has no turns${isRun ? ' yet' : ''}.`}>
                {isRun
                  ? 'Call an operation of its system.'
                  : 'The import report lists the content that was found instead.'}
              </EmptyState>
            ) : (
              <EmptyState title={`The filter holds at none of ${count(turns)} turns.`}>
                {errors}
                {hits !== null && unknownIn(hits)}
              </EmptyState>
            )
          }
        />
      </FindContext>
    </Region>
  );
}

/** Turns of a session that are shown whole. */
interface Opened {
  readonly session: string;
  readonly turns: ReadonlySet<number>;
}

/** The turns that the list shows; null for all. */
function pickedOf(hits: Output<'find'> | null, range: TurnRange | null): readonly number[] | null {
  const found = hits === null || (hits.wanted.kind === 'text' && !hits.wanted.isOnly) ? null : hits.turns;
  if (range === null) return found;
  if (found !== null) return found.filter((turn) => turn >= range.first && turn <= range.last);
  return Array.from({ length: range.last - range.first + 1 }, (_, at) => range.first + at);
}

function toggled(opened: ReadonlySet<number>, key: number): ReadonlySet<number> {
  const next = new Set(opened);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** A text in the conversation is found among the other turns. */
const isInPlace = ({ wanted }: Output<'find'>): boolean => wanted.kind === 'text' && !wanted.isOnly;

/** The match to go to from the cursor, which may be at the first one already; after the last one comes the first. */
export function nextMatch(
  turns: readonly number[],
  cursor: number,
  direction: 1 | -1,
  isVisited: boolean,
): number | undefined {
  const isBeyond = (turn: number) => direction * (turn - cursor) > (isVisited ? 0 : -1);
  return direction === 1 ? (turns.find(isBeyond) ?? turns[0]) : (turns.findLast(isBeyond) ?? turns.at(-1));
}

interface Place {
  readonly cursor: number;
  readonly turns: number;
  readonly errors: string | null;
}

/** What was understood, and where the cursor is among the matches: `text: 3 of 17`, `CEL: 12 of 480 turns`. */
function saidOf({ wanted, turns: found, unknown }: Output<'find'>, { cursor, turns, errors }: Place): string {
  if (wanted.kind === 'expression' || wanted.isOnly) {
    const kind = wanted.kind === 'text' ? 'text' : 'CEL';
    const rest = [...(unknown === 0 ? [] : [`${count(unknown)} unknown`]), ...(errors === null ? [] : [errors])];
    return [`${kind}: ${count(found.length)} of ${counted(turns, 'turn')}`, ...rest].join('; ');
  }
  if (found.length === 0) return 'text: in no turn';
  const at = nearest(found, cursor);
  if (at === null || found[at] !== cursor) return `text: in ${counted(found.length, 'turn')}`;
  return `text: ${count(at + 1)} of ${count(found.length)}`;
}

const unknownIn = ({ unknown }: Output<'find'>): string | null =>
  unknown === 0
    ? null
    : `It is unknown at ${counted(unknown, 'turn')}, because the recording lacks a value that it needs.`;

function errorsOf({ errors, firstError }: { readonly errors: number; readonly firstError: string | null }) {
  return errors === 0 ? null : `error at ${counted(errors, 'turn')}: ${firstError}`;
}

/** The blocks that contain the visible rows and the cursor's row. */
export function blocksOf(
  sight: { readonly from: number; readonly to: number },
  cursor: number,
  total: number,
  turnAt: (index: number) => number,
): readonly number[] {
  const blocks = new Set([blockOf(cursor)]);
  for (let index = sight.from; index < Math.min(sight.to, total); index++) blocks.add(blockOf(turnAt(index)));
  return [...blocks].toSorted((a, b) => a - b);
}

const has = (turns: readonly number[], turn: number) => turns[nearest(turns, turn) ?? -1] === turn;

/** Index of `turn` among ascending turns, or of the last one before it; null if all are later. */
export function nearest(turns: readonly number[], turn: number): number | null {
  let low = 0;
  let high = turns.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((turns[middle] ?? 0) <= turn) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : low - 1;
}

/**
 * The title of each context, and its depth in the tree of derived contexts. A context without turns of its own, such as
 * the call that agents on the phone take over from each other, counts for no level.
 */
export function contextsOf(nodes: readonly NodeOutline[]): ReadonlyMap<string, TurnContext> {
  const contexts = new Map<string, TurnContext>();
  const empty = new Set<string>();
  for (const { id, parent, title, turns } of nodes) {
    if (turns === 0) empty.add(id);
    // Parents come before the contexts derived from them; one without a parent before it counts as a root.
    const above = parent === null ? undefined : contexts.get(parent);
    const depth = above === undefined || parent === null ? 0 : above.depth + (empty.has(parent) ? 0 : 1);
    contexts.set(id, { depth, isRoot: parent === null, title });
  }
  return contexts;
}
