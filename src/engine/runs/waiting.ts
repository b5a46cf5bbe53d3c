import type { Answering, OperationCall } from '../systems/machine.ts';
import type { CallForm, FieldText } from './console/form.ts';
import { printValue } from './console/print.ts';
import type { Run } from './run.ts';

/** A step that waits for something, and the call that would end that, filled as far as the step says. */
export interface WaitingStep {
  readonly index: number;
  readonly op: string;
  /** Null where no operation is known to end it. */
  readonly answer: CallForm | null;
}

/**
 * The steps that wait at the end of a run, oldest first. A wait goes on until it is settled; an operation that merely
 * asks for something waits until one that answers it has come back.
 */
export function waitingSteps(run: Run): readonly WaitingStep[] {
  const answers = new Map(run.machine.operations.map(({ name, answeredBy }) => [name, answeredBy]));
  const answered = new Set<string>();
  const waiting: WaitingStep[] = [];
  for (let index = run.steps.length - 1; index >= 0; index--) {
    const step = run.steps.at(index);
    if (step === undefined) continue;
    const { call, outcome } = step;
    const answering = answers.get(call.op);
    const isOpen =
      'waits' in outcome
        ? run.settled(outcome.waits) === undefined
        : 'returns' in outcome && answering !== undefined && !answered.has(answering.op);
    if (isOpen)
      waiting.unshift({ index, op: call.op, answer: answering === undefined ? null : filled(answering, call) });
    if ('returns' in outcome) answered.add(call.op);
  }
  return waiting;
}

function filled({ op, args = {} }: Answering, call: OperationCall): CallForm {
  const fields: [string, FieldText][] = [];
  for (const [parameter, from] of Object.entries(args)) {
    const value = call.args[from];
    if (typeof value === 'string' && value !== '') fields.push([parameter, { kind: 'text', text: value }]);
    else if (value !== undefined) fields.push([parameter, { kind: 'value', text: printValue(value) }]);
  }
  return { as: '', on: call.on ?? '', op, args: Object.fromEntries(fields) };
}
