import { err, ok, type Result } from '../../base/result.ts';
import { paced, type Pace } from '../../base/pace.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { writeSessionFile } from '../../engine/model/session-file.ts';
import type { SessionRef } from '../../engine/model/session.ts';
import { isRecord, type RecordValue, type Value } from '../../engine/model/value.ts';
import { readDocument } from '../../engine/readers/read-document.ts';
import { completeConsole } from '../../engine/runs/console/complete.ts';
import { readCall } from '../../engine/runs/console/read.ts';
import { scopeOf } from '../../engine/runs/console/scope.ts';
import type { OpenRun } from '../../engine/runs/open-run.ts';
import { Run } from '../../engine/runs/run.ts';
import { readScript, writeScript } from '../../engine/runs/script.ts';
import { loadSystem } from '../../engine/systems/load-system.ts';
import type { OperationCall } from '../../engine/systems/machine.ts';
import type { Performed, RunOpened, RunOutline, RunStart, WrittenCall } from '../run-protocol.ts';
import type { SessionOutline } from '../protocol.ts';
import type { Methods } from '../serve.ts';
import type { Bench } from './bench.ts';
import { stepRow } from './run-steps.ts';
import { fileNameOf, outlineOf } from './sessions.ts';

type RunMethod =
  | 'startRun'
  | 'perform'
  | 'rewind'
  | 'branch'
  | 'editCall'
  | 'runOutline'
  | 'completeConsole'
  | 'exportRun';

/** Runs by hand: they are kept beside the recordings, and answer to the same reference. */
export function runMethods(bench: Bench): Pick<Methods, RunMethod> {
  const kept = (run: Run, given?: string): RunOpened => {
    const source = bench.addRun(run, given);
    const ref = bench.ref(source, 0);
    const open = bench.run(ref);
    if (!open.ok) throw new Error('a run is gone right after it was added');
    return { source, session: outlineOf(open.value.session(), ref, true) };
  };
  return {
    async startRun({ start, source }, pace) {
      const run = await started(start, pace);
      return run.ok ? ok(kept(run.value, source)) : run;
    },
    perform: onRun(bench, (open, { session, call }) =>
      written(open.here, call, (made) => {
        open.perform(made);
        return performed(open, session, open.cursor - 1);
      }),
    ),
    rewind: onRun(bench, (open, { session, step }) => {
      open.moveTo(step);
      return ok(outlineNow(open, session));
    }),
    branch: onRun(bench, (open, { step, source }) => ok(kept(open.run.first(step), source))),
    editCall: onRun(bench, (open, { session, step, call }) => {
      if (!(step >= 0 && step < open.run.steps.length)) return err(noStep(step));
      const edit = (made: OperationCall | null) => {
        open.edit(step, made);
        return performed(open, session, step);
      };
      return call === null ? edit(null) : written(open.run.first(step), call, edit);
    }),
    runOutline: onRun(bench, (open, { from, to }) => ok(outlineOfSteps(open, from, to))),
    completeConsole: onRun(bench, (open, { text, offset }) => ok(completeConsole(text, offset, scopeOf(open.here)))),
    exportRun: onRun(bench, (open, { as }) => {
      const name = fileNameOf(open.run.opening.header.title);
      return ok(
        as === 'script'
          ? { text: writeScript(open.run), fileName: `${name}.run.json` }
          : { text: writeSessionFile(open.session().session), fileName: `${name}.ctx.json` },
      );
    }),
  };
}

function onRun<I extends { readonly session: SessionRef }, O>(
  bench: Bench,
  answer: (open: OpenRun, input: I) => Result<O, Problem>,
): (input: I) => Promise<Result<O, Problem>> {
  return async (input) => {
    const open = bench.run(input.session);
    return open.ok ? answer(open.value, input) : open;
  };
}

async function started(start: RunStart, pace: Pace): Promise<Result<Run, Problem>> {
  if (!('script' in start)) {
    const given = 'given' in start ? recordIn(start.given) : snapshotIn(start.snapshot);
    return given.ok ? Run.start(await loadSystem(start.system), given.value) : given;
  }
  const value = valueIn(start.script);
  const script = value.ok ? readScript(value.value) : value;
  if (!script.ok) return script;
  const { system, given, do: calls } = script.value;
  const begun = Run.start(await loadSystem(system), given);
  if (!begun.ok) return begun;
  let run = begun.value;
  await paced(calls.length, pace, (index) => {
    const call = calls[index];
    if (call !== undefined) run = run.perform(call);
  });
  return ok(run);
}

function valueIn(text: string): Result<Value, Problem> {
  const document = readDocument(text);
  return document.ok ? ok(document.value.value) : document;
}

/** Nothing written is nothing given. */
function recordIn(text: string): Result<RecordValue, Problem> {
  if (text.trim() === '') return ok({});
  const value = valueIn(text);
  if (!value.ok) return value;
  return isRecord(value.value) ? ok(value.value) : err(noRecord);
}

function snapshotIn(text: string): Result<RecordValue, Problem> {
  const value = valueIn(text);
  return value.ok ? ok({ snapshot: value.value }) : value;
}

const noRecord: Problem = {
  code: 'run/no-start',
  message: 'A run starts with an object such as {"agent": {"name": "a"}}; this is none.',
};

const noStep = (step: number): Problem => ({ code: 'run/no-such-step', message: `There is no step ${step} to edit.` });

function written(
  run: Run,
  call: WrittenCall,
  then: (made: OperationCall) => Result<Performed, Problem>,
): Result<Performed, Problem> {
  const read = readCall('line' in call ? call.line : lineOf(call), scopeOf(run));
  return read.ok ? then(read.value) : ok({ kind: 'miswritten', problems: read.problem });
}

/** A form says what it says as if it were typed: one way of reading arguments, and one of refusing them. */
function lineOf({ op, on, as, args }: Exclude<WrittenCall, { readonly line: string }>): string {
  const given = Object.entries(args)
    .filter(([, text]) => text.trim() !== '')
    .map(([name, text]) => `${name}=${text}`);
  return `${as === undefined || as === '' ? '' : `${as} = `}${on === undefined || on === '' ? '' : `${on}.`}${op}(${given.join(', ')})`;
}

const outlineNow = (open: OpenRun, { id }: SessionRef): SessionOutline =>
  outlineOf(open.session(), { id, revision: open.revision }, true);

const performed = (open: OpenRun, session: SessionRef, step: number): Result<Performed, Problem> =>
  ok({ kind: 'performed', session: outlineNow(open, session), step: stepRow(open, step) });

function outlineOfSteps(open: OpenRun, from: number, to: number): RunOutline {
  const { run, here, cursor } = open;
  const steps = [];
  for (let i = Math.max(0, from); i < Math.min(to, run.steps.length); i++) steps.push(stepRow(open, i));
  const { operations, main, labels } = scopeOf(here);
  return {
    cursor,
    stepCount: run.steps.length,
    steps: steps.filter((step) => step !== null),
    operations: operations.map(({ name, about, parameters }) => ({ name, about, parameters })),
    main,
    labels,
  };
}
