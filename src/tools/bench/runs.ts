import { defaultDecisions } from '../../engine/model/decisions.ts';
import { OpenRun } from '../../engine/runs/open-run.ts';
import { Run } from '../../engine/runs/run.ts';
import type { SystemId } from '../../engine/model/session.ts';
import type { RecordValue } from '../../engine/model/value.ts';
import type { OperationCall } from '../../engine/systems/machine.ts';
import { systemOf } from '../../engine/systems/systems.ts';
import { ms, quantile, ratio, times, type Line } from './measure.ts';

interface Typical {
  readonly system: SystemId;
  readonly given: RecordValue;
  /** The calls of one round, in turn. */
  readonly calls: readonly OperationCall[];
}

const message = (role: string): RecordValue => ({
  type: 'message',
  role,
  status: 'completed',
  content: [{ type: 'output_text', text: 'hi' }],
});

const typical: readonly Typical[] = [
  {
    system: 'task',
    given: {},
    calls: [
      { op: 'llm', args: { prompt: 10, completion: 2 } },
      { op: 'invoke', args: { function: 'refund', args: { amount: 5 }, outcome: 'ok' } },
    ],
  },
  {
    system: 'a2a',
    given: { message: { message_id: 'm-1', parts: [{ text: 'hi' }] } },
    calls: [{ op: 'send_status', args: { message: 'on it' } }],
  },
  {
    system: 'adk',
    given: {},
    calls: [
      { op: 'set_state', args: { key: 'a', value: 1 } },
      { op: 'append_event', args: { session: 'root.session', event: { type: 'agent_message', author: 'a' } } },
    ],
  },
  {
    system: 'noetic',
    given: {},
    calls: [{ op: 'append_item', args: { item: message('user') } }],
  },
  {
    system: 'voice',
    given: {},
    calls: [
      { op: 'set', args: { path: 'workflow.seats[+]', value: 1 } },
      { op: 'user_says', args: { text: 'hello' } },
    ],
  },
];

/** The time for one more call of a run and its session, late in a long run compared with early in it. */
export async function runLines(turns: number): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for (const { system, given, calls } of typical) {
    const started = Run.start(systemOf(system), given);
    if (!started.ok) throw new Error(started.problem.message);
    const open = new OpenRun(started.value);
    let count = 0;
    const another = async () => {
      const call = calls[count % calls.length];
      if (call !== undefined) await open.perform(call);
      count += 1;
      const { session, history, system: code } = open.session();
      code.stateAt(session, history, history.turns.length - 1, defaultDecisions);
    };
    await times(200, another);
    const early = quantile(await times(500, another), 0.95);
    await times(turns - 700, another);
    const late = quantile(await times(500, another), 0.95);
    lines.push({
      what: `one more call of ${system} after ${turns} calls, p95, against after 200 (${ms(early)})`,
      measured: `${ms(late)}, ${ratio(late / early)}`,
      budget: '≤ 2 ms',
      kept: late <= 2,
    });
  }
  return lines;
}
