import { openJson } from '../../model/json-text.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { ChatReading, Spot } from '../../importing/describing/chat-reading.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { assumed, counted, lost } from '../../importing/import-report.ts';
import { filePartOf } from '../../importing/content/file-part.ts';
import { noteUnreadCall } from '../../importing/notes.ts';
import { failed } from '../../importing/transcript/call-ends.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { textAt } from '../../importing/values/where.ts';

export const reading: ChatReading = {
  messages: {
    kind: { field: 'role', values: { userMessage: 'input', user: 'input', apiMessage: 'llm', bot: 'llm' } },
    text: 'content',
    parts: ({ fileUploads = null }) =>
      listIn(fileUploads)
        .map((file) => filePartOf({ type: 'file', file }))
        .filter((part) => part !== undefined),
    time: ['createdDate', 'time'],
    finish: withCalls,
  },
  session: {
    agent: () => 'Flowise',
    timeKey: 'createdDate',
    recording: { chatflow: '0.chatflowid', chat: ['0.chatId', 'id'], session: ['0.sessionId', 'sessionId'] },
  },
};

const noteTogether = assumed(
  'flowise/calls',
  (n) =>
    `${counted(n, 'answer')} with several calls: Flowise does not record which the model requested together, so all are shown as one request.`,
);

const noteAgents = lost(
  'flowise/agents',
  (n) => `${counted(n, 'answer')} of several agents: what they said to each other is left out.`,
);

/** Rows of the database hold lists as texts. */
const listIn = (written: Value): readonly Value[] =>
  elementsOf(typeof written === 'string' ? (openJson(written) ?? null) : written);

/** The calls of an answer came before its text. */
function withCalls(message: NormalizedMessage, record: RecordValue, spot: Spot): readonly NormalizedMessage[] {
  const { place, report } = spot;
  const { usedTools = null, agentReasoning = null } = record;
  if (listIn(agentReasoning).length > 0) noteAgents([...place, 'agentReasoning'], report);
  const used = listIn(usedTools);
  const calls = used.flatMap((one, index): readonly RequestedCall[] => {
    const at = [...place, 'usedTools', ...(isList(usedTools) ? [index] : [])];
    const name = textAt(one, 'tool');
    if (name !== undefined && isRecord(one))
      return [{ id: undefined, name, input: one['toolInput'], place: at, result: resultOf(one) }];
    noteUnreadCall(at, report);
    return [];
  });
  if (typeof usedTools === 'string' && used.length === 0 && usedTools !== '' && usedTools !== '[]')
    noteUnreadCall([...place, 'usedTools'], report);
  if (calls.length === 0) return [message];
  if (calls.length > 1) noteTogether(place, report);
  const request: NormalizedMessage = { role: 'assistant', parts: [], calls, place };
  return message.parts.length === 0 ? [{ ...request, at: message.at }] : [request, message];
}

function resultOf(used: RecordValue) {
  const error = textAt(used, 'error') ?? '';
  return error === '' ? { outcome: 'ok' as const, output: used['toolOutput'] ?? null } : failed(error);
}
