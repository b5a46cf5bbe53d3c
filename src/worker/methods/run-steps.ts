import { preview } from '../../engine/cel/index.ts';
import type { RecordValue, Value } from '../../engine/model/value.ts';
import { printCall } from '../../engine/runs/console/print.ts';
import type { StepOutcome } from '../../engine/runs/call.ts';
import type { OpenRun } from '../../engine/runs/open-run.ts';
import type { Run } from '../../engine/runs/run.ts';
import type { RunStepRow } from '../run-protocol.ts';

/** Number of characters that fit in a row. */
const lineLength = 400;
const wordsLength = 300;

/** One step as readable text; null when there is none. */
export function stepRow(open: OpenRun, index: number): RunStepRow | null {
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
