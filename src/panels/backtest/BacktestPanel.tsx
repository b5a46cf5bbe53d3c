import { useQuery, useQueryClient } from '@tanstack/react-query';
import { use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TurnIndex } from '../../engine/model/history.ts';
import type { BacktestRequest } from '../../services/backtest/backtest.ts';
import { useBacktest } from '../../services/backtest/useBacktest.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { mappingsQuery } from '../../services/keeping/mappings.ts';
import { useKeeping } from '../../services/keeping/useKeeping.ts';
import type { Reading } from '../../state/notices.ts';
import { useView, useViewStore, useViewActions } from '../../state/useView.ts';
import { changeFilters } from '../../state/backtest.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceRow } from '../../ui/ChoiceRow.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { Region } from '../../ui/Region.tsx';
import type { Recording } from '../../worker/backtest-protocol.ts';
import { ProblemError } from '../../worker/connect.ts';
import styles from './Backtest.module.css';
import { Failures, Progress } from './Progress.tsx';
import { MarksBar, WaitingMarks } from './MarksBar.tsx';
import { DeclaredContext, useChosen } from '../../state/useSession.ts';
import { openRow, type RibbonPlace } from './openRow.ts';
import { isListed, type Row, rowsOf, sorted, totalChangeOf, totalOf } from './rows.ts';
import { SessionGrid } from './SessionGrid.tsx';
import { useRecordings } from './useRecordings.ts';
import { type ComparedRules, type RuleColumn, useRules } from './useRules.ts';
import { Scrolling } from '../../ui/Scrolling.tsx';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import { filterTitles, totalInWords } from './words.ts';
import { foundIn } from '../../services/backtest/recordings.ts';
import { FilePicker } from '../FilePicker.tsx';
import { hidingWith } from '../hidingWith.ts';
import { type PictureKind, SaveMenu } from '../SaveMenu.tsx';
import { counted } from '../../ui/format.ts';
import { addFiles } from './addFiles.ts';

/** Sessions as rows, each with a ribbon per rule and with what the draft changes against the baseline. */
export function BacktestPanel() {
  return (
    <Region name="Backtest" inTabs>
      <Backtest />
    </Region>
  );
}

function Backtest() {
  const { draft, baseline, columns: wanted, allows } = useRules();
  const hasRule = wanted.length > 0;
  const recordings = useRecordings();
  const walk = useWalk(recordings, wanted);
  const { state, columns } = walk;
  const { marks, sort, only, refused, marksMessage: said } = useView((view) => view.backtest);
  const all = useMemo(() => rowsOf(state.results, marks, columns), [state.results, marks, columns]);
  const change = useMemo(() => totalChangeOf(all), [all]);
  const filter = change === null ? 'all' : only;
  const rows = useMemo(
    () =>
      sorted(
        all.filter((row) => isListed(row, filter)),
        sort,
        columns,
      ),
    [all, filter, sort, columns],
  );
  const { open, failure, reading } = useOpen({ draft, baseline });
  const files = useView((view) => view.backtest.recordings.length);
  const { changeBacktest } = useViewActions();

  return (
    <div className={styles.backtest}>
      <div className={styles.bar}>
        <AddFiles />
        {files > 0 && (
          <Button look="quiet" onClick={() => changeBacktest(() => ({ recordings: [], refused: [] }))}>
            Remove files
          </Button>
        )}
        {hasRule && <Progress state={state} sessions={all.length} stop={walk.stop} begin={walk.begin} />}
      </div>
      {hasRule && draft.expression.trim() === '' && (
        <p className={styles.more}>Write a rule above to judge every session by it.</p>
      )}
      {allows && (
        <p className={styles.more}>
          The rule in the editor allows, and blocks nothing by itself: its ribbons show what the whole policy blocks
          with it.
        </p>
      )}
      <Totals rows={all} columns={columns} />
      {change !== null && (
        <div className={styles.filter}>
          <ChoiceRow
            label="Sessions listed"
            choices={changeFilters
              .filter((id) => id !== 'unknown' || id === filter || change.turns.unknown > 0)
              .map((id) => ({ id, title: filterTitles(change)[id] }))}
            chosen={filter}
            onChoose={(chosen) => changeBacktest(() => ({ only: chosen }))}
          />
        </div>
      )}
      <p role="status" aria-label="Marks" className={styles.marksSaid}>
        {said}
      </p>
      {reading !== null && (
        <p role="status" aria-label="Opening">
          Reading {reading.name}… <Button onClick={reading.cancel}>Cancel</Button>
        </p>
      )}
      {failure !== null && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <SessionGrid
        rows={rows}
        columns={columns}
        isRunning={state.isRunning}
        onOpen={open}
        empty={hasRule ? <NoRows isRunning={state.isRunning} hasSessions={all.length > 0} /> : noRule}
      />
      <Failures results={state.results} refused={refused} />
      <WaitingMarks rows={all} allRead={state.allRead} />
      <div className={styles.foot}>
        <p className={styles.keys}>
          <Kbd keys="Enter" /> shows the session <Kbd keys="+" /> should fire <Kbd keys="-" /> should not{' '}
          <Kbd keys="0" /> no mark
        </p>
        <span className={styles.marks}>
          <MarksBar rows={all} columns={columns} />
          {rows.length > 0 && <SaveRows rows={rows} columns={columns} />}
        </span>
      </div>
    </div>
  );
}

interface RowsProps {
  readonly rows: readonly Row[];
  readonly columns: readonly RuleColumn[];
}

/** Saves a picture of all rows of the table, also of those that are scrolled away. */
function SaveRows({ rows, columns }: RowsProps) {
  const engine = useEngine();
  const save = async (kind: PictureKind) => {
    const [{ backtestPicture }, { hideEach, savePicture }] = await Promise.all([
      import('./backtestPicture.ts'),
      import('../savePicture.ts'),
    ]);
    const page = getComputedStyle(document.documentElement);
    const draft = columns.findIndex(({ id }) => id === 'draft');
    const hide = hidingWith(engine);
    const titles = await hideEach(
      rows.map(({ title }) => title),
      hide,
    );
    const drawing = backtestPicture({
      rows: rows.map((row, at) => ({ ...row, title: titles[at] ?? '' })),
      draft,
      token: (name) => page.getPropertyValue(name).trim(),
    });
    const about = { session: 'Backtest', name: counted(rows.length, 'session'), page, hide };
    await savePicture(drawing, about, kind);
  };
  return <SaveMenu name="sessions of the backtest" onSave={save} />;
}

const noRule = (
  <EmptyState title="There is no rule yet.">
    <p>Write a rule above to judge every session by it.</p>
  </EmptyState>
);

function NoRows({ isRunning, hasSessions }: { readonly isRunning: boolean; readonly hasSessions: boolean }) {
  if (hasSessions) return <EmptyState title="No session has such a change." />;
  if (isRunning) return <EmptyState title="Judging…" />;
  return (
    <EmptyState title="No session to judge yet.">
      <p>Add a folder, a ZIP archive or files, or drop them anywhere on the page.</p>
    </EmptyState>
  );
}

/** The engine waits for a pause in typing, because each draft reads all files again. */
const pauseMs = 250;
/** The rows of live sessions, which grow all the time, are judged again at most so often. */
const growthMs = 1000;

function useWalk(recordings: readonly Recording[], columns: readonly RuleColumn[]) {
  const { backtest, state } = useBacktest();
  const policy = useView((view) => view.policy?.text ?? null);
  const chosen = useChosen();
  const declared = use(DeclaredContext);
  const decisions = useMemo(() => ({ ...chosen, declared }), [chosen, declared]);
  const runs = useView((view) => view.sources);
  // Read once, when the view opens: a mapping made later applies to files that are added later.
  const kept = useQuery(mappingsQuery(useKeeping())).data;
  const [remembered, remember] = useState(kept);
  if (remembered === undefined && kept !== undefined) remember(kept);
  const request = useMemo<BacktestRequest>(
    () => ({ rules: columns.map((column) => column.rule), policy, remembered: remembered ?? [], decisions }),
    [columns, policy, remembered, decisions],
  );
  // The results belong to the rules of the last start.
  const [shown, show] = useState<readonly RuleColumn[]>([]);
  // Problems of a recording are results; any other failure is a bug and is reported as one.
  const begin = useCallback(() => {
    show(columns);
    backtest.start(recordings, request).catch((cause: unknown) => reportError(cause));
  }, [backtest, recordings, request, columns]);

  // Start the engine, which is outside React, when the recordings or rules change.
  const begun = useRef({ request, at: Number.NEGATIVE_INFINITY });
  const isReady = remembered !== undefined;
  useEffect(() => {
    if (!isReady) return undefined;
    const { request: before, at } = begun.current;
    const wait = before === request ? at + growthMs - performance.now() : pauseMs;
    const timer = setTimeout(() => {
      begun.current = { request, at: performance.now() };
      begin();
    }, wait);
    return () => clearTimeout(timer);
  }, [begin, request, isReady]);

  // An open run may have continued since the last backtest. Stop judging while another view is shown, to leave the
  // engine to the page.
  useEffect(() => {
    for (const { opened } of runs) if (opened.importer === 'run') backtest.forget(opened.source);
    return () => backtest.stop();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the view opens: the run on the page has revisions
  }, [backtest]);

  return { state, columns: shown, stop: () => backtest.stop(), begin };
}

function useOpen(rules: ComparedRules) {
  const engine = useEngine();
  const keeping = useKeeping();
  const queries = useQueryClient();
  const view = useViewStore();
  const declared = use(DeclaredContext);
  const [failure, setFailure] = useState<string | null>(null);
  const [reading, setReading] = useState<Reading | null>(null);

  const open = (row: Row, at: TurnIndex | RibbonPlace | null) => {
    setFailure(null);
    view.getState().actions.changeBacktest(() => ({ row: row.key }));
    const wanted = new AbortController();
    const { name } = row.recording;
    setReading({ name, cancel: () => wanted.abort() });
    const opened = openRow({ engine, queries, view, keeping, declared, rules, signal: wanted.signal }, row, at);
    opened
      .finally(() => setReading(null))
      .catch((cause: unknown) => {
        if (wanted.signal.aborted) return;
        if (cause instanceof ProblemError) setFailure(`${name}: ${cause.problem.message}`);
        else reportError(cause);
      });
  };
  return { open, failure, reading };
}

/** Each rule's totals over all sessions, with their denominators. */
function Totals({ rows, columns }: RowsProps) {
  if (rows.length === 0) return null;
  return (
    <Scrolling as="ul" className={styles.totals} aria-label="Totals">
      {columns.map(({ id, title, rule }, at) => {
        const total = totalOf(rows, at);
        return (
          <li key={id} className={styles.total}>
            <VerdictMark mark={total.acting > 0 ? 'fire' : total.sessions > 0 ? 'pass' : 'n/a'} />
            <b>{title}</b> <span>{totalInWords(total, rule.kind === 'decision')}</span>
          </li>
        );
      })}
    </Scrolling>
  );
}

/**
 * Buttons that add folders, archives and files. Files are read later, one by one; listing an archive can be cancelled.
 */
function AddFiles() {
  const engine = useEngine();
  const view = useViewStore();
  const [listing, setListing] = useState<AbortController | null>(null);
  const isBusy = listing !== null;
  const add = (files: readonly File[]) => {
    const wanted = new AbortController();
    setListing(wanted);
    addFiles({ engine, view }, files.map(foundIn), [], wanted.signal)
      .catch((cause: unknown) => {
        if (!wanted.signal.aborted) reportError(cause);
      })
      .finally(() => setListing(null));
  };

  return (
    <>
      <FilePicker label="Folder of recordings" button="Add folder…" isFolder isBusy={isBusy} onFiles={add} />
      <FilePicker label="Files of recordings" button="Add files or ZIP…" isBusy={isBusy} onFiles={add} />
      {listing !== null && <Button onClick={() => listing.abort()}>Cancel</Button>}
    </>
  );
}
