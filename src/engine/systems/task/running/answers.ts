import type { OperationCall } from '../../machine.ts';
import { rootTask, type RunState } from './run-state.ts';

/** The calls that would end what a call waits for: a review is approved or denied, a delegated task answers. */
export function answersTo({ held }: RunState, token: string): readonly OperationCall[] {
  const waiting = held.find((call) => call.token === token);
  if (waiting === undefined) return [];
  const { awaits, node = rootTask } = waiting;
  if ('task_id' in awaits) return [{ op: 'output', on: awaits.task_id, args: {} }];
  const of = node === rootTask ? {} : { on: node };
  return ['approve', 'deny'].map((op) => ({ op, ...of, args: { user: awaits.review } }));
}
