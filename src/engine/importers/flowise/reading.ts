import { openJson } from '../../model/json-text.ts';
import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { ChatReading, Spot } from '../../importing/describing/chat-reading.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { assumed, counted, lost } from '../../importing/import-report.ts';
import { filePartOf } from '../../importing/content/file-part.ts';
import { noteUnreadCall } from '../../importing/notes.ts';
import { failed } from '../../importing/transcript/call-ends.ts';
import { waiting, type CallResult } from '../../importing/transcript/transcript.ts';
import type { MessageResult } from '../../importing/messages/any-message-parts.ts';
import { toJson } from '../../model/json.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { elementsAt, fieldAt, textAt } from '../../importing/values/where.ts';

export const reading: ChatReading = {
  messages: () => {
    const open: OpenCalls = new Map();
    return [
      {
        shape: { question: 'there', text: 'text' },
        kind: () => 'llm',
        asked: 'question',
        text: 'text',
        time: 'createdDate',
        finish: (message, record, spot) => {
          if (message.role !== 'user') return withCalls(message, record, spot, open);
          return [record['executionData'] === undefined ? message : { ...message, place: spot.place }];
        },
      },
      {
        kind: { field: 'role', values: { userMessage: 'input', user: 'input', apiMessage: 'llm', bot: 'llm' } },
        text: 'content',
        parts: ({ fileUploads = null }) =>
          listIn(fileUploads)
            .map((file) => filePartOf({ type: 'file', file }))
            .filter((part) => part !== undefined),
        time: ['createdDate', 'time'],
        finish: (message, record, spot) => withCalls(message, record, spot, open),
      },
    ];
  },
  session: {
    agent: () => 'Flowise',
    timeKey: 'createdDate',
    arrange: (messages) => messages.map(executionOf),
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
  (n) => `${counted(n, 'answer')} of several agents: their messages to each other are left out.`,
);

/** The nodes that an agentflow ran are a text in the row of an execution: the first has the question, the last the answer. */
function executionOf({ value, place }: Placed): Placed {
  const nodes = elementsOf(openJson(textAt(value, 'executionData') ?? '') ?? null);
  if (nodes.length === 0 || !isRecord(value)) return { value, place };
  const [question = null, text = ''] = [
    fieldAt(nodes[0], 'data.input.question'),
    fieldAt(nodes.at(-1), 'data.output.content'),
  ];
  return { value: { ...value, question, text, agentFlowExecutedData: nodes }, place };
}

/** Rows of the database hold lists as texts. */
const listIn = (written: Value): readonly Value[] =>
  elementsOf(typeof written === 'string' ? (openJson(written) ?? null) : written);

/** The ids of calls without a result, by their tools and arguments. */
type OpenCalls = Map<string, string>;

const keyOf = (name: string, input: Value | undefined): string => `${name} ${toJson(input ?? null)}`;

/** The calls of an answer came before its text. A tool that the user had to approve is listed again with its result. */
function withCalls(
  message: NormalizedMessage,
  record: RecordValue,
  { place, report }: Spot,
  open: OpenCalls,
): readonly NormalizedMessage[] {
  const { usedTools = null, agentReasoning = null } = record;
  if (listIn(agentReasoning).length > 0) noteAgents([...place, 'agentReasoning'], report);
  const nodes = elementsAt(record, 'agentFlowExecutedData');
  const others = nodes.slice(0, -1).filter((node) => (textAt(node, 'data.output.content') ?? '') !== '');
  if (others.length > 0) noteAgents(place, report);
  const used =
    nodes.length === 0 ? listIn(usedTools) : nodes.flatMap((node) => elementsAt(node, 'data.output.usedTools'));
  const calls: RequestedCall[] = [];
  const results: MessageResult[] = [];
  for (const [index, one] of used.entries()) {
    const at = nodes.length > 0 ? place : [...place, 'usedTools', ...(isList(usedTools) ? [index] : [])];
    const name = textAt(one, 'tool');
    if (name === undefined || !isRecord(one)) {
      noteUnreadCall(at, report);
      continue;
    }
    const input = one['toolInput'];
    const key = keyOf(name, input);
    const result = resultOf(one, record);
    const asked = open.get(key);
    open.delete(key);
    if (asked !== undefined && result !== undefined) {
      results.push({ mark: { id: asked, name, place: at }, result });
      continue;
    }
    calls.push({ id: `call ${place.join('.')} ${index}`, name, input, place: at, result });
  }
  for (const { id, name, input, result } of calls)
    if (id !== undefined && (result === undefined || result.outcome === 'pending')) open.set(keyOf(name, input), id);
  if (typeof usedTools === 'string' && used.length === 0 && usedTools !== '' && usedTools !== '[]')
    noteUnreadCall([...place, 'usedTools'], report);
  if (calls.length > 1) noteTogether(place, report);
  const returned: readonly NormalizedMessage[] =
    results.length === 0 ? [] : [{ role: 'results', parts: [], results, place }];
  if (calls.length === 0) return [...returned, message];
  const request: NormalizedMessage = { role: 'assistant', parts: [], calls, place };
  return [...returned, ...(message.parts.length === 0 ? [{ ...request, at: message.at }] : [request, message])];
}

/** A tool that waits for the user, or that the user denied, has an empty output. */
function resultOf(used: RecordValue, message: RecordValue): CallResult | undefined {
  const error = textAt(used, 'error') ?? '';
  const output = used['toolOutput'] ?? '';
  if (error !== '') return failed(error);
  if (output !== '') return { outcome: 'ok', output };
  return (message['action'] ?? '') === '' ? undefined : waiting('waits for the user’s approval');
}
