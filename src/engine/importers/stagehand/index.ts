import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { counted, info, lost } from '../../importing/import-report.ts';
import { entriesAt, fits, textAt } from '../../importing/values/where.ts';
import type { RecordValue } from '../../model/value.ts';

/**
 * The result of an agent of Stagehand (`agent.execute()`), without its messages: with them it is a conversation of the AI SDK. Each
 * action is a call with the name of its tool as the type and its arguments beside it; their results are not part of it.
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
        skipped: info(
          'stagehand/form-field',
          (n) => `${counted(n, 'action')} on single fields of a form: shown as the one call that filled the form.`,
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

function argumentsOf({
  type: _type,
  reasoning: _reasoning,
  taskCompleted: _isLast,
  ...input
}: RecordValue): RecordValue {
  return input;
}

const noteNoInput = lost(
  'stagehand/no-input',
  () =>
    'The result holds the actions of the agent and its last words: the instruction that it was given is not recorded.',
);
