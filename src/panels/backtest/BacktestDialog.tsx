import { useQueryClient } from '@tanstack/react-query';
import { use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TurnIndex } from '../../engine/model/history.ts';
import type { BacktestRequest } from '../../services/backtest/backtest.ts';
import { useBacktest } from '../../services/backtest/useBacktest.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import type { Reading } from '../../state/notices.ts';
import { keptMappings } from '../../state/mappings.ts';
import { storageOf } from '../../state/storage.ts';
import { useView, useViewStore, useViewActions } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import type { Recording } from '../../worker/backtest-protocol.ts';
import { ProblemError } from '../../worker/connect.ts';
import styles from './Backtest.module.css';
import { Failures, Progress } from './Progress.tsx';
import { MarksBar, WaitingMarks } from './MarksBar.tsx';
import { DeclaredContext } from '../../state/useSession.ts';
import { openRow, type RibbonPlace } from './openRow.ts';
import { type Row, rowsOf, sorted, totalOf } from './rows.ts';
import { SessionGrid } from './SessionGrid.tsx';
import { useRecordings } from './useRecordings.ts';
import { type RuleColumn, useRules } from './useRules.ts';
import { Scrolling } from '../../ui/Scrolling.tsx';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import { totalInWords } from './words.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { Rule } from '../../worker/protocol.ts';
import { foundIn } from '../../services/backtest/recordings.ts';
import { FilePicker } from '../FilePicker.tsx';
import { addFiles } from './addFiles.ts';

/** The backtest: sessions as rows, and a ribbon per rule. */
export function BacktestDialog({ onClose }: { readonly onClose: () => void }) {
  const { draft, columns: wanted } = useRules();
  const recordings = useRecordings();
  const walk = useWalk(recordings, wanted);
  const { state, columns } = walk;
  const { marks, sort, refused, marksMessage: said } = useView((view) => view.backtest);
  const rows = useMemo(
    () => sorted(rowsOf(state.results, marks), sort, columns),
    [state.results, marks, sort, columns],
  );
  const { open, failure, reading } = useOpen(onClose);
  const files = useView((view) => view.backtest.recordings.length);
  const { changeBacktest } = useView((view) => view.actions);

  return (
    <Dialog title="Backtest" size="full" onClose={onClose}>
      <div className={styles.backtest}>
        <div className={styles.bar}>
          <AddFiles />
          <MarksBar rows={rows} columns={columns} />
          {files > 0 && (
            <Button look="quiet" onClick={() => changeBacktest(() => ({ recordings: [], refused: [] }))}>
              Remove files
            </Button>
          )}
          <Progress state={state} sessions={rows.length} stop={walk.stop} begin={walk.begin} />
        </div>
        <DraftLine draft={draft} problem={problemOf(rows, columns)} />
        <Totals rows={rows} columns={columns} />
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
        <SessionGrid rows={rows} columns={columns} isRunning={state.isRunning} onOpen={open} />
        <Failures results={state.results} refused={refused} />
        <WaitingMarks rows={rows} allRead={state.allRead} />
      </div>
    </Dialog>
  );
}

/** The draft's problem, if it does not parse: it is the same in every session. */
function problemOf(rows: readonly Row[], columns: readonly { readonly id: string }[]): string | null {
  const judged = columns[0]?.id === 'draft' ? rows.find(({ rules }) => rules[0] !== null)?.rules[0] : null;
  return judged?.problem?.message ?? null;
}

/** The engine waits for a pause in typing, because each draft reads all files again. */
const pauseMs = 250;
/** The rows of live sessions, which grow all the time, are judged again at most so often. */
const growthMs = 1000;

function useWalk(recordings: readonly Recording[], columns: readonly RuleColumn[]) {
  const { backtest, state } = useBacktest();
  const policy = useView((view) => view.policy?.text ?? null);
  const chosen = useView((view) => view.decisions);
  const declared = use(DeclaredContext);
  const decisions = useMemo(() => ({ ...chosen, declared }), [chosen, declared]);
  const runs = useView((view) => view.sources);
  // Read once: the dialog is modal, so mappings cannot change while it is open.
  const [remembered] = useState(() => keptMappings(storageOf(window)));
  const request = useMemo<BacktestRequest>(
    () => ({ rules: columns.map((column) => column.rule), policy, remembered, decisions }),
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
  useEffect(() => {
    const { request: before, at } = begun.current;
    const wait = before === request ? at + growthMs - performance.now() : pauseMs;
    const timer = setTimeout(() => {
      begun.current = { request, at: performance.now() };
      begin();
    }, wait);
    return () => clearTimeout(timer);
  }, [begin, request]);

  // An open run may have continued since the last backtest. Stop judging while the dialog is closed, to leave the
  // engine to the page.
  useEffect(() => {
    for (const { opened } of runs) if (opened.importer === 'run') backtest.forget(opened.source);
    return () => backtest.stop();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when the dialog opens: it is modal
  }, [backtest]);

  return { state, columns: shown, stop: () => backtest.stop(), begin };
}

function useOpen(onClose: () => void) {
  const engine = useEngine();
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
    const opened = openRow({ engine, queries, view, declared, signal: wanted.signal }, row, at);
    opened
      .finally(() => setReading(null))
      .then(onClose, (cause: unknown) => {
        if (wanted.signal.aborted) return;
        if (cause instanceof ProblemError) setFailure(`${name}: ${cause.problem.message}`);
        else reportError(cause);
      });
  };
  return { open, failure, reading };
}

/** Each rule's totals over all sessions, with their denominators. */
function Totals({ rows, columns }: { readonly rows: readonly Row[]; readonly columns: readonly RuleColumn[] }) {
  if (rows.length === 0) return null;
  return (
    <Scrolling as="ul" className={styles.totals} aria-label="Totals">
      {columns.map(({ id, title }, at) => {
        const total = totalOf(rows, at);
        return (
          <li key={id} className={styles.total}>
            <VerdictMark mark={total.acting > 0 ? 'fire' : total.sessions > 0 ? 'pass' : 'n/a'} />
            <b>{title}</b> <span>{totalInWords(total)}</span>
          </li>
        );
      })}
    </Scrolling>
  );
}

/** The draft on one line. An edit here is an edit in the editor, and judges every session again. */
function DraftLine({ draft, problem }: { readonly draft: Rule; readonly problem: string | null }) {
  const { setRule } = useViewActions();
  const where = draft.match === null ? draft.hook : `${draft.hook}, ${draft.match}`;
  return (
    <div className={styles.draft}>
      <span className={styles.where}>{where}</span>
      <TextField
        label="Draft rule expression"
        look="data"
        data-autofocus
        placeholder="Write a rule to see its verdicts in every session"
        fault={problem !== null}
        value={draft.expression}
        onChange={(expression) => setRule({ ...draft, expression })}
      />
      {problem !== null && (
        <p className={styles.problem} role="status" aria-label="Problem">
          <Sentence text={problem} />
        </p>
      )}
    </div>
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
