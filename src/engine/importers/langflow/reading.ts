import { openJson } from '../../model/json-text.ts';
import { isRecord, type RecordValue } from '../../model/value.ts';
import { filePartOf } from '../../importing/content/file-part.ts';
import { outcomeOf } from '../../importing/messages/any-message-parts.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { entriesAt, elementsAt, textAt } from '../../importing/values/where.ts';
import type { ChatReading, Entry, FoundConversation } from '../../importing/describing/chat-reading.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';

export const reading: ChatReading = {
  messages: [
    {
      shape: { sender: 'text' },
      kind: (message) => (isError(message) ? 'llm' : senders.get(textAt(message, 'sender') ?? '')),
      text: 'text',
      parts: ({ files = null }) =>
        elementsOf(typeof files === 'string' ? (openJson(files) ?? null) : files)
          .map((file) => filePartOf({ type: 'file', file: textAt(file, 'path') ?? file }))
          .filter((part) => part !== undefined),
      speaker: (message) => (textAt(message, 'sender') === 'User' ? undefined : textAt(message, 'sender_name')),
      tokens: 'properties.usage',
      // `2026-08-17 03:55:38.333771 UTC`
      time: (message) => textAt(message, 'timestamp')?.replace(/ UTC$/, 'Z'),
      finish: (message, record) => [
        isError(record)
          ? { ...message, parts: [], placeholder: `[${(textAt(record, 'text') ?? 'error').trim().slice(0, 200)}]` }
          : message,
      ],
    },
    {
      shape: { type: ['tool_use'] },
      kind: () => 'llm',
      calls: { list: '', name: 'name', arguments: ['tool_input', 'input'] },
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
};

const senders = new Map([
  ['User', 'input' as const],
  ['Machine', 'llm' as const],
]);

/** An error of a component is a message of its own. */
const isError = (message: RecordValue): boolean => message['error'] === true || message['category'] === 'error';

/** In groups, as the API writes them, or each by itself. */
const blocksOf = (message: Placed): readonly Placed[] =>
  entriesAt(message, 'content_blocks').flatMap((block) =>
    textAt(block.value, 'type') === 'tool_use' ? [block] : entriesAt(block, 'contents'),
  );

const isUse = ({ value }: Placed): boolean => textAt(value, 'type') === 'tool_use';

/** The uses of tools in an answer come before its text. */
const stepsOf = (message: Placed): readonly Entry[] => [
  ...blocksOf(message).filter(isUse),
  ...(elementsAt(message.value, 'content_blocks').length > 0 && textAt(message.value, 'text') === '' ? [] : [message]),
];

function noteSteps({ messages }: FoundConversation, report: ImportReport): void {
  const said = new Set(messages.map(({ value }) => textAt(value, 'text')));
  for (const message of messages) {
    // The message of an error is in its text.
    if (isRecord(message.value) && isError(message.value)) continue;
    for (const { value, place } of blocksOf(message).filter((block) => !isUse(block))) {
      // An agent's input has a label in front of it.
      const step = textAt(value, 'text')?.replace(/^\*\*Input\*\*: /, '');
      const isRepeated = step !== undefined && said.has(step);
      if (isRepeated)
        report.note(
          'info',
          'langflow/steps',
          place,
          (n) => `${counted(n, 'step')} of an agent that ${n === 1 ? 'repeats' : 'repeat'} the conversation: left out.`,
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
