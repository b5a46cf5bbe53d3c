import { openJson } from '../../model/json-text.ts';
import { isList, isRecord, type RecordValue } from '../../model/value.ts';
import type { Spot } from '../../importing/describing/chat-reading.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { noteUnreadCall } from '../../importing/notes.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { textAt } from '../../importing/values/where.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';

/**
 * The messages of a chatflow, as Flowise's API lists them and as its page exports them.
 * https://docs.flowiseai.com/api-reference/chat-message
 */
export const flowise = chatImporter({
  id: 'flowise',
  title: 'Flowise messages',
  turns: ['', 'messages'],
  chat: 'chatId',
  message: { role: ['apiMessage', 'userMessage'], content: 'text' },
  reading: {
    messages: {
      kind: { field: 'role', values: { userMessage: 'input', apiMessage: 'llm' } },
      items: {
        list: 'usedTools',
        kind: () => 'exchange',
        areAnswers: true,
        calls: { name: 'tool', arguments: 'toolInput' },
        results: {
          content: 'toolOutput',
          outcome: outcomeOf,
        },
      },
      text: 'content',
      time: ['createdDate', 'time'],
      finish: (message, record, spot) => [...callsInText(record, spot), message],
    },
    session: {
      agent: () => 'Flowise',
      timeKey: 'createdDate',
      // Rows of its database keep lists as texts. These are read at the end, so that they are not taken for content.
      arrange: (messages) =>
        messages.map(({ value, place }) =>
          isRecord(value) && typeof value['usedTools'] === 'string'
            ? { value: { ...value, usedTools: null, usedToolsText: value['usedTools'] }, place }
            : { value, place },
        ),
      recording: { chatflow: '0.chatflowid', chat: '0.chatId', session: '0.sessionId' },
    },
  },
});

function outcomeOf({ error = null, toolOutput }: RecordValue): CallResult {
  return typeof error === 'string' && error !== ''
    ? { outcome: 'error', output: undefined, reason: error }
    : { outcome: 'ok', output: toolOutput ?? null };
}

/** Calls and results in the text of a database row: they came before the answer. */
function callsInText(record: RecordValue, { place, report }: Spot): readonly NormalizedMessage[] {
  const text = record['usedToolsText'];
  if (typeof text !== 'string' || text === '') return [];
  const at = [...place, 'usedTools'];
  const used = openJson(text);
  const calls = (isList(used) ? [...used] : []).flatMap((one): readonly RequestedCall[] => {
    const name = textAt(one, 'tool');
    return name === undefined || !isRecord(one)
      ? []
      : [{ id: undefined, name, input: one['toolInput'], place: at, result: outcomeOf(one) }];
  });
  if (calls.length > 0) return [{ role: 'assistant', parts: [], calls, place: at }];
  if (!isList(used) || used.length > 0) noteUnreadCall(at, report);
  return [];
}
