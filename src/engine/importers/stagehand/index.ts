import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { info, lost } from '../../importing/import-report.ts';
import { failed } from '../../importing/transcript/call-ends.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { entriesAt, fits, textAt } from '../../importing/values/where.ts';
import type { RecordValue } from '../../model/value.ts';

/**
 * The result of an agent of Stagehand (`agent.execute()`), without its messages: with them it is a conversation of the AI SDK. Each
 * action is a call with the name of its tool as the type and its arguments beside it, among which Stagehand writes the fields of
 * the result. Only these record whether the call worked; actions such as `act` have none of them.
 * https://github.com/browserbase/stagehand/blob/main/packages/core/lib/v3/types/public/agent.ts
 */
export const stagehand = chatImporter({
  id: 'stagehand',
  title: 'Stagehand agent result',
  turns: ['actions'],
  message: { type: 'text' },
  find: ({ value }) => {
    const holder = { value, place: [] };
    return fits(value, { success: 'flag', message: 'text', actions: 'list', completed: 'flag', messages: 'absent' })
      ? [{ holder, messages: [...entriesAt(holder, 'actions'), holder] }]
      : [];
  },
  reading: {
    messages: [
      { shape: { completed: 'flag' }, kind: () => 'llm', text: 'message' },
      {
        shape: { type: 'text' },
        kind: (action) => (textAt(action, 'reasoning') === ofForm ? 'skip' : 'llm'),
        text: 'reasoning',
        calls: { name: 'type', arguments: argumentsOf },
        time: 'timestamp',
        finish: (message, action) => {
          const result = resultOf(action);
          return [{ ...message, calls: (message.calls ?? []).map((call) => ({ ...call, result })) }];
        },
        skipped: info(
          'stagehand/form-field',
          '{# action} on single fields of a form: shown as one call that filled the form.',
        ),
      },
    ],
    session: {
      agent: () => 'Stagehand',
      untitled: (result) => textAt(result, 'message') ?? 'run of Stagehand',
      recording: { success: 'success', completed: 'completed', output: 'output', metadata: 'metadata' },
      totals: { prompt: 'usage.input_tokens', completion: 'usage.output_tokens' },
      notes: (_, report) => noteNoInput(null, report),
    },
  },
});

/** https://github.com/browserbase/stagehand/blob/main/packages/core/lib/v3/agent/utils/actionMapping.ts */
const ofForm = 'acting from fillform tool';

/** What Stagehand adds to the arguments: its own facts, and fields of the result. */
const added = new Set('type reasoning taskCompleted pageUrl timestamp success error result'.split(' '));

function argumentsOf(action: RecordValue): RecordValue {
  return Object.fromEntries(Object.entries(action).filter(([key]) => !added.has(key)));
}

/** Undefined where the action has no field that says whether it worked. */
function resultOf(action: RecordValue): CallResult | undefined {
  const { success, error, result } = action;
  if (typeof success !== 'boolean') return undefined;
  return success
    ? { outcome: 'ok', output: result }
    : failed(typeof error === 'string' ? error : 'it failed, and the reason is not recorded');
}

const noteNoInput = lost(
  'stagehand/no-input',
  'The result contains the agent’s actions and final text: its instruction is not recorded.',
);
