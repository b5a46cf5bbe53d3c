import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { outcomeOf } from '../../importing/messages/any-message-parts.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { entriesAt, elementsAt, textAt } from '../../importing/values/where.ts';
import type { Entry, FoundConversation } from '../../importing/describing/chat-reading.ts';
import type { Placed } from '../../importing/values/elements.ts';

/**
 * Messages of Langflow, as its API lists them (`/api/v1/monitor/messages`).
 * https://github.com/langflow-ai/langflow/blob/main/src/lfx/src/lfx/schema/message.py
 */
export const langflow = chatImporter({
  id: 'langflow',
  title: 'Langflow messages',
  turns: ['', 'messages'],
  chat: 'session_id',
  message: { sender: ['User', 'Machine'], sender_name: 'text', session_id: 'text', text: 'text' },
  reading: {
    messages: [
      {
        shape: { sender: 'text' },
        kind: { field: 'sender', values: { User: 'input', Machine: 'llm' } },
        text: 'text',
        speaker: (message) => (textAt(message, 'sender') === 'User' ? undefined : textAt(message, 'sender_name')),
        tokens: 'properties.usage',
        // `2026-08-17 03:55:38.333771 UTC`
        time: (message) => textAt(message, 'timestamp')?.replace(/ UTC$/, 'Z'),
      },
      {
        shape: { type: ['tool_use'] },
        kind: () => 'llm',
        calls: { list: '', name: 'name', arguments: 'tool_input' },
        results: {
          list: '',
          outcome: ({ error = null, output = null }, { place, report }) =>
            // A use of a tool that has not ended has neither.
            error === null && output === null ? undefined : outcomeOf(error ?? output, error !== null, place, report),
        },
      },
    ],
    session: {
      agent: () => 'Langflow',
      timeKey: 'timestamp',
      recording: { flow: '0.flow_id', session: '0.session_id' },
      notes: noteSteps,
      arrange: (messages) => messages.flatMap(stepsOf),
    },
  },
});

/** The uses of tools in an answer come before its text. */
const stepsOf = (message: Placed): readonly Entry[] => [
  ...entriesAt(message, 'content_blocks')
    .flatMap((block) => entriesAt(block, 'contents'))
    .filter(({ value }) => textAt(value, 'type') === 'tool_use'),
  ...(elementsAt(message.value, 'content_blocks').length > 0 && textAt(message.value, 'text') === '' ? [] : [message]),
];

function noteSteps({ messages }: FoundConversation, report: ImportReport): void {
  const said = new Set(messages.map(({ value }) => textAt(value, 'text')));
  for (const message of messages) {
    const texts = entriesAt(message, 'content_blocks')
      .flatMap((block) => entriesAt(block, 'contents'))
      .filter(({ value }) => textAt(value, 'type') !== 'tool_use');
    for (const { value, place } of texts) {
      // An agent's input has a label in front of it.
      const step = textAt(value, 'text')?.replace(/^\*\*Input\*\*: /, '');
      const isRepeated = step !== undefined && said.has(step);
      if (isRepeated)
        report.note(
          'info',
          'langflow/steps',
          place,
          (n) => `${counted(n, 'step')} of an agent that ${n === 1 ? 'repeats' : 'repeat'} what was said: left out.`,
        );
      else
        report.note(
          'lost',
          'langflow/other-steps',
          place,
          (n) =>
            `${counted(n, 'step')} of an agent beside its uses of tools, such as thoughts, code and errors: left out.`,
        );
    }
  }
}
