import type { RecordValue, Value } from '../../model/value.ts';
import type { OperationCall } from '../machine.ts';

/** A script that teaches: a start and the calls that follow. */
export interface Sample {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly given: RecordValue;
  readonly calls: readonly OperationCall[];
}

const assistantMessage = (id: string, text: string): RecordValue => ({
  id,
  status: 'completed',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text }],
});

const functionCall = (callId: string, name: string, args: string): RecordValue => ({
  id: `item-${callId}`,
  status: 'completed',
  type: 'function_call',
  callId,
  name,
  arguments: args,
});

const functionOutput = (callId: string, output: string, status = 'completed'): RecordValue => ({
  id: `out-${callId}`,
  status,
  type: 'function_call_output',
  callId,
  output,
});

const call = (op: string, args: RecordValue = {}, names: { on?: string; as?: string } = {}): OperationCall => ({
  op,
  args,
  ...names,
});

const answer = (items: readonly Value[], inputTokens: number, outputTokens: number, cost: number): RecordValue => ({
  items,
  usage: { inputTokens, outputTokens },
  cost,
});

export const noeticSamples: readonly Sample[] = [
  {
    id: 'noetic-trip',
    title: 'A trip planned by two contexts',
    about:
      'A planner delegates to a spawned researcher, waits for a person’s approval on a channel, stores the choice and is saved.',
    given: {
      dialect: 'current',
      started_at: '2026-05-20T03:00:00Z',
      context: {
        threadId: 'trip-1',
        resourceId: 'user-7',
        state: { budget: 900 },
        cwd: '/trips',
        layers: {
          scratchpad: { builtin: 'working-memory', state: { wishes: 'by train' } },
          spending: {
            state: { total: 0 },
            data: { total: 'total' },
            functions: { spend: { adds: 'total', arg: 'amount' } },
          },
        },
      },
      channels: { approvals: { mode: 'queue', capacity: 1, external: true } },
      checkpoint_store: true,
    },
    calls: [
      call('model_call', {
        model: 'planner-1',
        input: 'Three days in Lyon, by train please.',
        instructions: 'You plan trips within the budget.',
        layers: [{ layerId: 'scratchpad', tokenCount: 6 }],
        response: answer([functionCall('c1', 'research', '{"city": "Lyon", "nights": 2}')], 210, 18, 0.004),
      }),
      call('spawn', {}, { as: 'researcher' }),
      call(
        'model_call',
        {
          model: 'researcher-1',
          input: 'Trains to Lyon, two nights.',
          response: answer([assistantMessage('r1', 'TGV 89 € each way; Hôtel du Parc 140 € a night.')], 95, 31, 0.001),
        },
        { on: 'researcher' },
      ),
      call('settle', {}, { on: 'researcher' }),
      call('append_item', { item: functionOutput('c1', '{"train": 178, "hotel": 280}') }),
      call('layer_call', { layer: 'spending', name: 'spend', args: { amount: 458 } }),
      call('open_handle', { channel: 'approvals' }, { as: 'desk' }),
      call('recv', { channel: 'approvals', timeout: 60_000 }),
      call('advance', { ms: 12_000 }),
      call('handle_send', { value: { approved: true } }, { on: 'desk' }),
      call('model_call', {
        model: 'planner-1',
        input: '',
        instructions: 'You plan trips within the budget.',
        layers: [
          { layerId: 'spending', tokenCount: 4 },
          { layerId: 'scratchpad', tokenCount: 6 },
        ],
        response: answer([functionCall('c2', 'book', '{"train": "TGV", "amount": 178}')], 320, 16, 0.005),
      }),
      call('append_item', { item: functionOutput('c2', 'HTTP 503', 'failed') }),
      call('model_call', {
        model: 'planner-1',
        input: '',
        response: answer(
          [assistantMessage('a1', 'The booking failed just now. Shall I try again later?')],
          350,
          14,
          0.005,
        ),
      }),
      call('layer_call', { layer: 'scratchpad', name: 'update', args: { city: 'Lyon' } }),
      call('checkpoint'),
      call('complete', { value: 'waiting for the booking' }),
    ],
  },
];
