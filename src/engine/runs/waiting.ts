import type { Answering, OperationCall } from '../systems/machine.ts';
import type { CallForm, FieldText } from './console/form.ts';
import { printValue } from './console/print.ts';
import type { Run, RunStep } from './run.ts';

/** A step that waits, and the calls that would end the wait, with all known arguments. */
export interface WaitingStep {
  readonly index: number;
  readonly op: string;
  /** Empty when no operation is known to end it. */
  readonly answers: readonly CallForm[];
}

/**
 * The steps that wait at the end of a run, oldest first. A wait continues until it is settled. An operation that only
 * makes a request waits until one that answers it has returned.
 */
export function waitingSteps(run: Run): readonly WaitingStep[] {
  const operations = new Map(run.machine.operations.map(({ name, answeredBy }) => [name, answeredBy]));
  const answered = new Set<string>();
  const waiting: WaitingStep[] = [];
  for (let index = run.steps.length - 1; index >= 0; index--) {
    const step = run.steps.at(index);
    if (step === undefined) continue;
    const { call, outcome } = step;
    const answering = operations.get(call.op);
    const isOpen =
      'waits' in outcome
        ? run.settled(outcome.waits) === undefined
        : 'returns' in outcome &&
          answering !== undefined &&
          answering.isSettled !== true &&
          !answered.has(answering.op);
    if (isOpen) waiting.unshift({ index, op: call.op, answers: answersTo(run, step, answering) });
    if ('returns' in outcome) answered.add(call.op);
  }
  return waiting;
}

function answersTo(run: Run, { call, outcome }: RunStep, answering: Answering | undefined): readonly CallForm[] {
  const known = 'waits' in outcome ? run.machine.answers?.(run.state, outcome.waits) : undefined;
  if (known !== undefined) return known.map((answer) => formOf(answer, run));
  if (answering === undefined) return [];
  const { op, args = {} } = answering;
  const given = Object.entries(args).flatMap(([parameter, from]) => {
    const value = call.args[from];
    return value === undefined ? [] : [[parameter, value] as const];
  });
  const on = call.on === undefined ? {} : { on: call.on };
  return [formOf({ op, ...on, args: Object.fromEntries(given) }, run)];
}

function formOf({ op, on, args }: OperationCall, run: Run): CallForm {
  const fields = Object.entries(args).map(([name, value]): [string, FieldText] =>
    // An empty field means no argument, so an empty text keeps its quotes.
    typeof value === 'string' && value !== ''
      ? [name, { kind: 'text', text: value }]
      : [name, { kind: 'value', text: printValue(value) }],
  );
  return { as: '', on: on === undefined ? '' : run.nameOf(on), op, args: Object.fromEntries(fields) };
}
