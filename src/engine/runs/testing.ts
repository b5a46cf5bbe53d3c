import fc from 'fast-check';
import type { RecordValue } from '../model/value.ts';
import type { OperationCall } from '../systems/machine.ts';
import { task } from '../systems/task/index.ts';
import { Run } from './run.ts';

export const hi = [{ mimeType: 'text/plain', text: 'hi' }];

export const call = (op: string, args: RecordValue = {}): OperationCall => ({ op, args });

export function runOfTask(given: RecordValue = {}): Run {
  const run = Run.start(task, given);
  if (!run.ok) throw new Error(run.problem.message);
  return run.value;
}

/** Calls on a task: valid ones, refused ones, ones that end it, ones that use earlier results. */
export const anyCall: fc.Arbitrary<OperationCall> = fc.oneof(
  fc.constant(call('input', { message: hi, params: { ticket: 'T-1' } })),
  fc.record({ prompt: fc.nat(50), completion: fc.nat(50) }).map((args) => call('llm', args)),
  fc.constantFrom('ok', 'error', 'perhaps').map((outcome) => call('invoke', { function: 'refund', outcome })),
  fc.constant(call('output', { message: hi })),
  fc.nat(90).map((seconds) => call('advance', { seconds })),
  fc.constantFrom('s', 't').map((as) => ({ ...call('status'), as })),
  fc.constantFrom('s', 't').map((name) => call('llm', { text: { $ref: `${name}.phase` } })),
  fc.constant(call('dance')),
  fc.constant(call('fail', { error: 'over' })),
);

export const anyCalls = fc.array(anyCall, { maxLength: 12 });
