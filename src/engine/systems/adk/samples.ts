import type { RecordValue } from '../../model/value.ts';
import type { OperationCall } from '../machine.ts';

/** A script that teaches: a start and the calls that follow. */
export interface Sample {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly given: RecordValue;
  readonly calls: readonly OperationCall[];
}

const text = (content: string): RecordValue => ({ parts: [{ type: 'text', text: content }] });

const session: RecordValue = { id: 'session-1', app_name: 'my-app', user_id: 'user-1', state: { user_name: 'Alice' } };

const byRoot: RecordValue = { type: 'agent_message', author: 'RootAgent', agent_name: 'RootAgent' };

const append = (event: RecordValue, now: number): OperationCall => ({
  op: 'append_event',
  args: { session: 'root.session', event, now },
});

export const adkSamples: readonly Sample[] = [
  {
    id: 'adk-two-states',
    title: 'Two states: the run’s and the session’s',
    about:
      'A callback writes one key into the context’s state and another into the delta. Only the delta reaches the session, and only when its event is appended.',
    given: {
      dialect: 'documented',
      context: { session_id: 'session-1', user_id: 'user-1', app_name: 'my-app', agent_name: 'RootAgent' },
      session,
    },
    calls: [
      { op: 'set_state', args: { key: 'draft', value: 'not kept' } },
      { op: 'callback', as: 'after_model', args: {} },
      { op: 'set_state', on: 'after_model', args: { key: 'last_model', value: 'gpt-x' } },
      { op: 'set_delta', on: 'after_model', args: { key: 'last_model', value: 'gpt-x' } },
      {
        op: 'append_event',
        args: {
          session: 'root.session',
          event: { type: 'agent_message', author: 'RootAgent', agent_name: 'RootAgent', content: text('Hello, Alice') },
          actions_from: 'after_model',
          now: 1742000001.5,
        },
      },
      { op: 'run_start', as: 'next', args: { session: 'root.session', message: 'And now?', agent_name: 'RootAgent' } },
      { op: 'get_state', on: 'next', args: { key: 'last_model' } },
      { op: 'get_state', on: 'next', args: { key: 'draft' } },
    ],
  },
  {
    id: 'adk-derived',
    title: 'Derived contexts share one state',
    about:
      'A child writes and its parent sees it. A cleared session is empty, but the state stays shared. Assigning a new state ends the sharing for that context.',
    given: {
      dialect: 'documented',
      context: { session_id: 'session-1', user_id: 'user-1', app_name: 'my-app', agent_name: 'RootAgent' },
      session,
      event_sink: true,
    },
    calls: [
      append({ type: 'user_message', author: 'user', content: text('Find three sources') }, 1742000000),
      append(
        {
          ...byRoot,
          content: {
            parts: [
              { type: 'tool_call', tool_call_id: 'call-1', tool_name: 'helper', args: { request: 'three sources' } },
            ],
          },
        },
        1742000001,
      ),
      { op: 'derive', as: 'child', args: { agent_name: 'ChildAgent', branch_suffix: 'child' } },
      { op: 'set_state', on: 'child', args: { key: 'found', value: 3 } },
      { op: 'get_state', args: { key: 'found' } },
      { op: 'clear_session', on: 'child', as: 'fresh', args: {} },
      { op: 'set_state', on: 'fresh', args: { key: 'seen_by_all', value: true } },
      { op: 'push_event', on: 'fresh', args: { event: { type: 'agent_message', content: text('working') } } },
      { op: 'set_field', on: 'fresh', args: { field: 'state', value: { mine: 1 } } },
      { op: 'set_state', on: 'fresh', args: { key: 'mine', value: 2 } },
      { op: 'readonly', on: 'child', as: 'instructions', args: {} },
      { op: 'set_state', on: 'instructions', args: { key: 'nope', value: 1 } },
      { op: 'run_agent_tool', args: { agent: { name: 'helper' }, request: 'three sources' } },
      append(
        {
          type: 'tool_response',
          author: 'RootAgent',
          agent_name: 'RootAgent',
          content: {
            parts: [
              {
                type: 'tool_response',
                tool_call_id: 'call-1',
                tool_name: 'helper',
                result: 'echo:three sources',
              },
            ],
          },
        },
        1742000004,
      ),
      append({ ...byRoot, content: text('Here they are'), actions: { state_delta: { sources: 3 } } }, 1742000005),
    ],
  },
];
