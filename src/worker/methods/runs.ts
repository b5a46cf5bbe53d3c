import { err, ok, type Result } from '../../base/result.ts';
import type { Pace } from '../../base/pace.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { writeSessionFile } from '../../engine/model/session-file.ts';
import type { SessionRef } from '../../engine/model/session.ts';
import { printCall } from '../../engine/runs/console/print.ts';
import { newlyFailing } from '../../engine/runs/newly-failing.ts';
import { scopeOf } from '../../engine/runs/console/scope.ts';
import { waitingSteps } from '../../engine/runs/waiting.ts';
import type { OpenRun } from '../../engine/runs/open-run.ts';
import type { Run } from '../../engine/runs/run.ts';
import { writeScript } from '../../engine/runs/script.ts';
import type { Edited, Performed, RunApi, RunOpened, RunStepRow } from '../run-protocol.ts';
import type { Input, SessionOutline, SourceId } from '../protocol.ts';
import type { Methods } from '../serve.ts';
import { asked, type OpenSources } from './open-sources.ts';
import { startAfter, startedRun } from './run-starts.ts';
import { fileNameOf, outlineOf } from './sessions.ts';
import { preview } from '../../engine/cel/index.ts';
import type { RecordValue, Value } from '../../engine/model/value.ts';
import type { StepOutcome } from '../../engine/runs/call.ts';

/**
 * Runs by hand. They are kept beside the recordings, under the same kind of reference. The code that reads written
 * calls is loaded at the first of them.
 */
export function runMethods(sources: OpenSources): Pick<Methods, keyof RunApi> {
  const kept = (run: Run, given?: string): RunOpened => {
    const source = sources.addRun(run, given);
    const ref = sources.ref(source, 0);
    const open = sources.run(ref);
    if (!open.ok) throw new Error('a run is missing right after it was added');
    return { source, session: outlineOf(open.value.session(), ref, true) };
  };
  const asNew = <T>(source: SourceId | undefined, make: () => Promise<T>): Promise<T> =>
    source === undefined ? make() : sources.inTurn(source, make);
  const branched = changing(sources, async (open, { step, title, source }: Input<'branch'>) =>
    ok(kept(titled(open.run.first(step), title), source)),
  );
  return {
    startRun: ({ start, title, untitled, source }, pace) =>
      asNew(source, async () => {
        const run = await startedRun(start, pace);
        if (!run.ok) return run;
        return ok(kept(titled(run.value, title ?? (run.value.title === defaultTitle ? untitled : undefined)), source));
      }),
    startAt: asked(sources, (open, { turn }) => startAfter(open, turn)),
    perform: changing<Input<'perform'>, Performed>(sources, async (open, { session, call }, pace) => {
      const { writtenCalls } = await import('./run-calls.ts');
      const made = writtenCalls(call, open.here);
      if (!made.ok) return ok({ kind: 'miswritten', problems: made.problem });
      const { calls, remark } = made.value;
      const done = calls.length === 0 ? ok(null) : await open.perform(calls, pace);
      return done.ok ? ok({ ...performed(open, session, calls.length === 0 ? -1 : open.cursor - 1), remark }) : done;
    }),
    rewind: changing(sources, async (open, { session, step }) => {
      open.moveTo(step);
      return ok(outlineNow(open, session));
    }),
    branch: (input, pace) => asNew(input.source, () => branched(input, pace)),
    renameRun: changing(sources, async (open, { session, title }) => {
      open.rename(title);
      return ok(outlineNow(open, session));
    }),
    editCall: changing<Input<'editCall'>, Edited>(sources, async (open, { session, step, call }, pace) => {
      if (!(step >= 0 && step < open.run.steps.length)) return err(noStep(step));
      const { writtenCalls } = await import('./run-calls.ts');
      const made = call === null ? ok({ calls: null, remark: null }) : writtenCalls(call, open.run.first(step));
      if (!made.ok) return ok({ kind: 'miswritten', problems: made.problem });
      const { calls, remark } = made.value;
      const before = open.run;
      const done = calls?.length === 0 ? ok(null) : await open.edit(step, calls, pace);
      if (!done.ok) return done;
      const failing = newlyFailing(before, open.run, step);
      return ok({ ...performed(open, session, step), remark, failing });
    }),
    runOutline: onRun(sources, ({ cursor, run, here }) =>
      ok({ cursor, stepCount: run.steps.length, waiting: waitingSteps(here) }),
    ),
    runSteps: onRun(sources, (open, { from, to }) => ok(stepRows(open, from, to))),
    stepLine: onRun(sources, ({ run }, { step }) => {
      const found = run.steps.at(step);
      return found === undefined || step < 0 ? err(noStep(step)) : ok(printCall(found.call, run.system));
    }),
    callScope: onRun(sources, ({ run }, { step }) => ok(scopeOf(run.first(step)))),
    readCall: onRun(sources, async ({ run }, { step, call }) => {
      const { readingOf } = await import('./run-calls.ts');
      return ok(readingOf(call, run.first(step)));
    }),
    completeConsole: onRun(sources, async ({ run }, { step, text, offset }) => {
      const { completeConsole } = await import('../../engine/runs/console/complete.ts');
      return ok(completeConsole(text, offset, scopeOf(run.first(step))));
    }),
    exportRun: onRun(sources, (open, { as }) => {
      const name = fileNameOf(open.run.title);
      return ok(
        as === 'script'
          ? { text: writeScript(open.run), fileName: `${name}.run.json` }
          : { text: writeSessionFile(open.session().session), fileName: `${name}.ctx.json` },
      );
    }),
  };
}

const sourceOf = ({ id }: SessionRef): SourceId => id.split(':', 1)[0] ?? '';

/** A method that changes a run, queued after earlier changes. */
function changing<I extends { readonly session: SessionRef }, O>(
  sources: OpenSources,
  change: (open: OpenRun, input: I, pace: Pace) => Promise<Result<O, Problem>>,
): (input: I, pace: Pace) => Promise<Result<O, Problem>> {
  return (input, pace) =>
    sources.inTurn(sourceOf(input.session), async () => {
      const open = sources.run(input.session);
      return open.ok ? change(open.value, input, pace) : open;
    });
}

function onRun<I extends { readonly session: SessionRef }, O>(
  sources: OpenSources,
  answer: (open: OpenRun, input: I) => Result<O, Problem> | Promise<Result<O, Problem>>,
): (input: I) => Promise<Result<O, Problem>> {
  return async (input) => {
    if (!sources.run(input.session).ok) await sources.settled(sourceOf(input.session));
    const open = sources.run(input.session);
    return open.ok ? answer(open.value, input) : open;
  };
}

/** The title of a run without one, from its system. */
const defaultTitle = 'A run';

const titled = (run: Run, title: string | undefined): Run => (title === undefined ? run : run.titled(title));

const noStep = (step: number): Problem => ({
  code: 'run/no-such-step',
  message: `There is no step ${step} in this run.`,
});

const outlineNow = (open: OpenRun, { id }: SessionRef): SessionOutline =>
  outlineOf(open.session(), { id, revision: open.revision }, true);

const performed = (open: OpenRun, session: SessionRef, step: number) =>
  ({ kind: 'performed', session: outlineNow(open, session), step: stepRow(open, step) }) as const;

function stepRows(open: OpenRun, from: number, to: number) {
  const rows = [];
  for (let i = Math.max(0, from); i < Math.min(to, open.run.steps.length); i++) rows.push(stepRow(open, i));
  return rows.filter((row) => row !== null);
}

/** Number of characters that fit in a row. */
const lineLength = 400;
const wordsLength = 300;

/** One step as readable text; null when there is none. */
function stepRow(open: OpenRun, index: number): RunStepRow | null {
  const { run, cursor } = open;
  const step = run.steps.at(index);
  if (step === undefined || index < 0) return null;
  const line = printCall(step.call, run.system);
  return {
    index,
    line: line.length > lineLength ? `${line.slice(0, lineLength)}…` : line,
    op: step.call.op,
    ...outcomeWords(step.outcome, open.here),
    events: step.events.map(({ type }) => type),
    turn: index < cursor ? turnAfter(open, run.opening.events.length + step.after.count) : null,
  };
}

const shown = (value: Value): string => preview(value, wordsLength).text;

function outcomeWords(outcome: StepOutcome, run: Run): Pick<RunStepRow, 'outcome' | 'words' | 'errorKind'> {
  if ('returns' in outcome) return { outcome: 'returned', words: shown(outcome.returns), errorKind: null };
  if ('throws' in outcome) return { outcome: 'refused', ...wrong(outcome.throws) };
  if ('ignored' in outcome) return { outcome: 'ignored', words: '', errorKind: null };
  const settled = run.settled(outcome.waits);
  if (settled === undefined) return { outcome: 'waiting', words: '', errorKind: null };
  if ('rejects' in settled) return { outcome: 'rejected', ...wrong(settled.rejects) };
  return { outcome: 'resolved', words: shown(settled.resolves), errorKind: null };
}

function wrong(error: RecordValue): { readonly words: string; readonly errorKind: string | null } {
  const { kind, message, ...more } = error;
  const rest = Object.keys(more).length === 0 ? '' : shown(more);
  const words = typeof message === 'string' ? message.slice(0, wordsLength) : rest;
  return { words, errorKind: typeof kind === 'string' ? kind : null };
}

/** The latest turn that the first events, up to a count, have made. */
function turnAfter(open: OpenRun, events: number): number | null {
  const { turns } = open.session().history;
  let low = 0;
  let high = turns.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((turns[middle]?.event ?? 0) < events) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : low - 1;
}
