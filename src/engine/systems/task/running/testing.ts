import type { RecordValue, Value } from '../../../model/value.ts';
import type { OperationCall } from '../../machine.ts';
import type { TaskEvent } from '../event.ts';
import { taskMachine } from './machine.ts';
import type { RunState } from './run-state.ts';

/** A run that a test drives call by call. */
export class Driven {
  state: RunState;
  readonly events: TaskEvent[] = [];

  constructor(given: RecordValue) {
    const start = taskMachine.start({ started_at: '2026-05-20T03:00:00Z', ...given });
    if (!start.ok) throw new Error(start.problem.message);
    this.state = start.value;
  }

  /** The result of the call: its return value, `{waits}`, or `{throws}` with the kind of the refusal. */
  call(op: string, args: RecordValue = {}, names: Pick<OperationCall, 'on' | 'as'> = {}): Value {
    const decided = taskMachine.decide(this.state, { op, args, ...names });
    if (decided.kind === 'refused') return { throws: decided.error.kind };
    if (decided.kind === 'ignored') return 'ignored';
    this.state = decided.events.reduce(taskMachine.apply, this.state);
    this.events.push(...decided.events);
    return decided.kind === 'waits' ? { waits: decided.token } : decided.returns;
  }

  /** The result of a wait; undefined while it is pending. */
  settled(token: string): Value | undefined {
    const event = this.events.findLast((each) => each.type === 'wait-settled' && each.token === token);
    if (event?.type !== 'wait-settled') return undefined;
    return event.rejects === undefined ? (event.resolves ?? null) : { rejects: event.rejects['kind'] ?? null };
  }

  get types(): readonly string[] {
    return this.events.map(({ type }) => type);
  }

  snapshot(): Value {
    return taskMachine.toSnapshot(this.state);
  }
}

export const say = (text: string): RecordValue => ({ message: [{ mimeType: 'text/plain', text }] });
