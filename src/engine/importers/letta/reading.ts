import { openJson } from '../../model/json-text.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type {
  Calls,
  ChatReading,
  Entry,
  FoundConversation,
  MessageReading,
  Results,
  Spot,
} from '../../importing/describing/chat-reading.ts';
import { counted, info, lost, type ImportReport, type Noted } from '../../importing/import-report.ts';
import type { MessageResult } from '../../importing/messages/any-message-parts.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { noteReasoning } from '../../importing/notes.ts';
import { waitsForApproval } from '../../importing/responses/response-calls.ts';
import { denied } from '../../importing/transcript/call-ends.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import { wordsIn } from '../../importing/content/reason-in.ts';
import { groupedBy, joinedEntries, type Placed } from '../../importing/values/elements.ts';
import {
  elementsAt,
  fieldAt,
  findAt,
  fits,
  placedAt,
  recordAt,
  textAt,
  type Shape,
} from '../../importing/values/where.ts';

export const reading: ChatReading = {
  messages: messageReadings,
  session: {
    untitled: (holder) =>
      fits(holder, agent) ? (textAt(holder, 'name') ?? 'Letta agent') : 'response of a Letta agent',
    agent: 'name',
    model: 'llm_config.model',
    contextWindow: 'llm_config.context_window',
    tools: (holder, { document }) =>
      fits(holder, agent) ? [placedAt({ value: document.value, place: [] }, 'tools')] : [],
    totals: { prompt: 'prompt_tokens', completion: 'completion_tokens' },
    arrange: answersWhole,
    timeKey: 'date',
    notes: noteContext,
  },
};

const agent: Shape = { in_context_message_ids: 'list' };

const calls: Calls = {
  list: ['tool_calls', 'tool_call', 'function_call'],
  id: ['id', 'tool_call_id', 'function_call_id'],
  name: ['function.name', 'name'],
  arguments: ['function.arguments', 'arguments'],
};

const returned: Omit<Results, 'list'> = {
  id: ['tool_call_id', 'function_call_id'],
  name: 'name',
  outcome: returnedOutcome,
};

const ofKind = (...message_type: readonly string[]) => ({ message_type });

const answer = ofKind('assistant_message', 'function_call', 'tool_call_message', 'approval_request_message');

/** The text and the calls of one answer are messages with one id. In a stream each of them may come in pieces. */
function answersWhole(messages: readonly Placed[]): readonly Entry[] {
  const isOne = (last: Value, { value }: Placed) =>
    fits(last, answer) &&
    fits(value, answer) &&
    fits(last, { id: 'text' }) &&
    textAt(last, 'id') === textAt(value, 'id');
  return joinedEntries(messages, isOne).map((entry) => {
    const calls = groupedBy([entry, ...entry.more], ({ value }) => textAt(value, 'tool_call.tool_call_id'));
    const [first = entry, ...more] = [...calls].flatMap(([id, pieces]) => (id === undefined ? pieces : callOf(pieces)));
    return { ...first, more };
  });
}

/** The pieces of one call as one message. */
function callOf(pieces: readonly Placed[]): readonly Placed[] {
  const [first] = pieces;
  if (first === undefined || pieces.length === 1 || !isRecord(first.value)) return pieces;
  const written = pieces.map(({ value }) => textAt(value, 'tool_call.arguments') ?? '').join('');
  const name = pieces.map(({ value }) => textAt(value, 'tool_call.name')).find((one) => one !== undefined) ?? null;
  const call = { ...recordAt(first.value, 'tool_call'), name, arguments: written };
  return [{ ...first, value: { ...first.value, tool_call: call, tool_calls: null } }];
}

function messageReadings({ messages }: FoundConversation): readonly MessageReading[] {
  /** The requests, by message and by call, that a person answered. */
  const decided = new Set(
    messages.flatMap(({ value }) => [
      textAt(value, 'approval_request_id'),
      ...elementsAt(value, 'approvals').map((one) => textAt(one, 'tool_call_id')),
    ]),
  );
  /** Calls whose returns are left out, and why. */
  const settled = new Map<string, Noted>();
  /** Calls by the message that requested them, and by their own ids. */
  const requested = new Map<string, readonly string[]>();

  function requests(message: NormalizedMessage, record: RecordValue): readonly NormalizedMessage[] {
    const ids = (message.calls ?? []).flatMap(({ id }) => id ?? []);
    for (const id of ids) requested.set(id, [id]);
    const own = textAt(record, 'id');
    if (own !== undefined) requested.set(own, ids);
    const isWaiting = (id: string | undefined) =>
      fits(record, ofKind('approval_request_message')) && !decided.has(own) && !decided.has(id);
    const waiting = message.calls?.map((call) => (isWaiting(call.id) ? { ...call, result: waitsForApproval } : call));
    return [waiting === undefined ? message : { ...message, calls: waiting }];
  }

  /** Before version 1, agents use a tool to send the user a message. */
  function spoken(message: NormalizedMessage): NormalizedMessage {
    const { calls: all = [], place } = message;
    const texts = all.map(({ name, input }) => (name === 'send_message' ? textAt(input, 'message') : undefined));
    all.forEach(({ id }, index) => {
      if (id !== undefined && texts[index] !== undefined) settled.set(id, sentMessage);
    });
    return {
      ...message,
      parts: [
        ...message.parts,
        ...texts.flatMap((text) => (text === undefined ? [] : [{ mimeType: 'text/plain', text }])),
      ],
      calls: all.filter((_, index) => texts[index] === undefined).map((call) => ({ ...call, place })),
    };
  }

  const returns = (message: NormalizedMessage, _: RecordValue, { report }: Spot): readonly NormalizedMessage[] => [
    {
      ...message,
      results: (message.results ?? []).filter(({ mark }) => {
        const known = settled.get(mark.id ?? '');
        known?.(mark.place, report);
        return known === undefined;
      }),
    },
  ];

  /** One decision for each call, or one for all calls of a request. */
  function decisions(message: NormalizedMessage, answer: RecordValue, { place }: Spot): readonly NormalizedMessage[] {
    const each = elementsAt(answer, 'approvals').filter((one) => fits(one, { approve: 'flag' }));
    const results = (each.length > 0 ? each : [answer]).flatMap((one): readonly MessageResult[] => {
      if (findAt(one, 'approve')?.value !== false) return [];
      const result = denied(textAt(one, 'reason') ?? textAt(answer, ['reason', 'denial_reason']));
      const ids = requested.get(textAt(one, ['tool_call_id', 'approval_request_id']) ?? '') ?? [];
      return ids.map((id) => ({ mark: { id, name: undefined, place }, result }));
    });
    // Tools that the client runs return here.
    const returnedHere = elementsAt(answer, 'approvals').flatMap((one): readonly MessageResult[] => {
      if (!isRecord(one) || one['type'] !== 'tool') return [];
      return [{ mark: { id: textAt(one, 'tool_call_id'), name: undefined, place }, result: returnedOutcome(one) }];
    });
    const all = [...results, ...returnedHere];
    for (const { mark } of all) if (mark.id !== undefined) settled.set(mark.id, repeatedResult);
    return [{ ...message, results: all }];
  }

  return [
    {
      shape: ofKind('user_message'),
      kind: { otherwise: 'input' },
      text: ['content', 'user_message'],
      time: 'date',
    },
    {
      shape: answer,
      kind: { otherwise: 'llm' },
      joins: 'pieces',
      text: ['content', 'assistant_message'],
      calls,
      time: 'date',
      finish: (message, record) => requests(spoken(message), record),
    },
    {
      shape: ofKind('function_return', 'tool_return_message'),
      kind: { otherwise: 'result' },
      // Parallel calls return in one message, which repeats the first of them.
      results: { ...returned, list: ['tool_returns', ''] },
      time: 'date',
      finish: returns,
    },
    { shape: ofKind('approval_response_message'), kind: { otherwise: 'result' }, time: 'date', finish: decisions },
    { shape: ofKind('system_message'), kind: { otherwise: 'system' } },
    { shape: ofKind('usage_statistics'), kind: { otherwise: 'skip' } },
    { shape: ofKind('summary_message', 'event_message'), kind: { otherwise: 'skip' }, skipped: aboutContext },
    { shape: ofKind('ping'), kind: { otherwise: 'skip' }, skipped: aboutStream },
    {
      shape: ofKind('stop_reason'),
      kind: { otherwise: 'result' },
      finish(_, record, { place, report }) {
        stopped(textAt(record, 'stop_reason') ?? 'unknown')(place, report);
        return [];
      },
    },
    {
      shape: ofKind('internal_monologue', 'reasoning_message', 'hidden_reasoning_message'),
      kind: { otherwise: 'skip' },
      skipped: noteReasoning,
    },
    { shape: { message_type: 'text' }, kind: { otherwise: 'skip' }, skipped: unknownKind },
    // The messages of agent files.
    { shape: { role: ['system', 'summary'] }, kind: { otherwise: 'system' } },
    { shape: { role: ['user'] }, kind: { otherwise: 'input' }, text: 'content', time: 'created_at' },
    {
      shape: { role: ['tool'] },
      kind: { otherwise: 'result' },
      results: { ...returned, list: 'tool_returns' },
      time: 'created_at',
      finish: returns,
    },
    {
      shape: { role: ['assistant', 'approval'] },
      kind: (message) => (isDecision(message) ? 'result' : 'llm'),
      items: {
        list: 'content',
        kind: { field: 'type', values: { reasoning: 'reasoning' }, otherwise: 'content', absent: 'content' },
      },
      calls,
      model: 'model',
      time: 'created_at',
      finish(message, record, spot) {
        if (isDecision(record)) return decisions(message, record, spot);
        const result = record['role'] === 'approval' ? waitsForApproval : undefined;
        return requests({ ...message, calls: (message.calls ?? []).map((call) => ({ ...call, result })) }, record);
      },
    },
    {
      shape: { blocks: 'list' },
      kind: { otherwise: 'result' },
      finish(message, memory) {
        const state = elementsAt(memory, 'blocks').flatMap((block) => {
          const key = textAt(block, 'label');
          return key === undefined ? [] : [{ key, value: fieldAt(block, 'value') ?? null }];
        });
        return state.length === 0 ? [] : [{ ...message, state }];
      },
    },
  ];
}

/** An approval is either a request to a person, with the calls, or the answer. */
const isDecision = (message: RecordValue): boolean =>
  message['role'] === 'approval' &&
  elementsAt(message, 'tool_calls').length === 0 &&
  findAt(message, ['approvals', 'approve']) !== undefined;

/**
 * | in the recording | outcome |
 * | --- | --- |
 * | a return with `status: error` | errored, with its text |
 * | an approval with `approve: false`, or a return with Letta's sentence for one | restricted: the user said no, for the reason beside it |
 * | a call that requested approval, without a later approval or return | pending: it waits |
 * | a return with any other status | successful; `{status, message, time}` around it is Letta's own and kept |
 */
function returnedOutcome(result: RecordValue): CallResult {
  const output = fieldAt(result, ['func_response', 'tool_return', 'function_return']);
  const [, denial] = /^Error: request to call tool denied\. User reason: (.*)$/s.exec(wordsIn(output)) ?? [];
  if (denial !== undefined) return denied(denial);
  if (result['status'] !== 'error') return { outcome: 'ok', output };
  const parsed = typeof output === 'string' ? openJson(output) : output;
  const words = recordAt(parsed, '') === undefined ? parsed : textAt(parsed, 'message');
  const reason = typeof words === 'string' && words !== '' ? words : 'the return’s status is error';
  return { outcome: 'error', output: undefined, reason };
}

const sentMessage = info(
  'letta/send-message',
  (n) => `${counted(n, 'use')} of “send_message” shown as a message of the agent; the tool’s result is left out.`,
);

/** A refusal is also recorded as a return. */
const repeatedResult = info('import/result-repeated', (n) => `${counted(n, 'repeated result')} of a call: shown once.`);

const aboutStream = info(
  'letta/program',
  (n) => `${counted(n, 'message')} only to keep the stream alive: not shown as turns.`,
);

/** https://github.com/letta-ai/letta/blob/0.16.0/letta/schemas/letta_stop_reason.py */
const stopped = (reason: string): Noted =>
  info('letta/stopped', (n) => `The agent stopped${n === 1 ? '' : ` ${n} times, first`} because of “${reason}”.`);

const aboutContext = info(
  'letta/compacted',
  (n) => `${counted(n, 'message')} about the conversation being compacted: the model no longer saw its earlier part.`,
);

const unknownKind = lost('letta/kind', (n) => `${counted(n, 'message')} of an unknown kind: left out.`);

function noteContext({ holder }: FoundConversation, report: ImportReport): void {
  const within = new Set(elementsAt(holder.value, 'in_context_message_ids'));
  const messages = fits(holder.value, agent) ? elementsAt(holder.value, 'messages') : [];
  const outside = messages.filter((one) => isRecord(one) && !within.has(one['id'] ?? null));
  if (outside.length === 0) return;
  report.note(
    'info',
    'letta/out-of-context',
    [...holder.place, 'messages'],
    () =>
      `${counted(outside.length, 'message')} no longer in the agent’s context when the file was written: still shown as turns.`,
  );
}
