import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeNumber, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Calls of Vapi: the call object, what its server is told while a call goes on, and test conversations.
 * https://docs.vapi.ai/api-reference/calls/get, https://docs.vapi.ai/server-url/events, https://docs.vapi.ai/observability/evals-advanced
 */
export const Artifact = record({
  messages: maybe(anyList),
  messagesOpenAIFormatted: maybe(anyList),
  /** A list in some exports, else one text with `AI:` and `User:` in it. */
  transcript: maybe(anyValue),
  variableValues: maybe(anyRecord),
  assistantActivations: maybe(anyList),
});
export type Artifact = v.InferOutput<typeof Artifact>;

/** A call, or the part of one that the file holds. */
export const Call = record({
  id: maybeText,
  callId: maybeText,
  orgId: maybeText,
  workflowId: maybeText,
  type: maybeText,
  status: maybeText,
  endedReason: maybeText,
  startedAt: maybe(anyValue),
  endedAt: maybe(anyValue),
  cost: maybe(anyValue),
  costBreakdown: maybe(anyRecord),
  analysis: maybe(anyRecord),
  messages: maybe(anyList),
  artifact: maybe(Artifact),
  /** The whole as one text, `AI: … User: …`. */
  transcript: maybeText,
  customer: maybe(anyRecord),
  assistant: maybe(record({ name: maybeText, model: maybe(record({ model: maybeText })) })),
  assistantOverrides: maybe(record({ variableValues: maybe(anyRecord) })),
});
export type Call = v.InferOutput<typeof Call>;

/** An entry of a list of messages, in any of their three spellings. */
export const Message = record({
  role: v.string(),
  message: maybeText,
  content: maybe(anyValue),
  /** Milliseconds since 1970, or seconds since the call began. */
  time: maybeNumber,
  secondsFromStart: maybeNumber,
  toolCalls: maybe(anyList),
  tool_calls: maybe(anyList),
  toolCallId: maybeText,
  tool_call_id: maybeText,
  name: maybeText,
  result: maybe(anyValue),
  error: maybeText,
});
export type Message = v.InferOutput<typeof Message>;

/** `{id, function: {name, arguments}}`, or the flat form of `toolCallList`. */
export const ToolCall = record({
  id: maybeText,
  name: maybeText,
  parameters: maybe(anyValue),
  arguments: maybe(anyValue),
  function: maybe(record({ name: maybeText, arguments: maybe(anyValue), parameters: maybe(anyValue) })),
});

/** What the server is told; its answer to `tool-calls` stands beside it in some logs. */
export const ServerMessage = record({
  message: record({
    type: v.string(),
    timestamp: maybe(anyValue),
    call: maybe(Call),
    role: maybeText,
    status: maybeText,
    endedReason: maybeText,
    transcript: maybeText,
    transcriptType: maybeText,
    assistantName: maybeText,
    toolCallList: maybe(anyList),
    toolCalls: maybe(anyList),
    toolCallResult: maybe(anyRecord),
    functionCall: maybe(record({ name: maybeText, parameters: maybe(anyValue) })),
    messages: maybe(anyList),
    artifact: maybe(Artifact),
    /** What a report says of the call that is over. */
    startedAt: maybe(anyValue),
    endedAt: maybe(anyValue),
    cost: maybe(anyValue),
    costBreakdown: maybe(anyRecord),
    analysis: maybe(anyRecord),
  }),
});
export type ServerMessage = v.InferOutput<typeof ServerMessage>['message'];

export const ServerAnswer = record({ results: anyList });

/** https://docs.vapi.ai/server-url/events; a type may carry a condition, as in `transcript[transcriptType="final"]`. */
export const serverTypes: ReadonlySet<string> = new Set([
  'assistant-request',
  'assistant.started',
  'conversation-update',
  'end-of-call-report',
  'function-call',
  'hang',
  'knowledge-base-request',
  'language-change-detected',
  'model-output',
  'phone-call-control',
  'speech-update',
  'status-update',
  'tool-calls',
  'tool-calls-result',
  'transcript',
  'transfer-destination-request',
  'transfer-update',
  'user-interrupted',
  'voice-input',
  'voice-request',
]);

export const typeOf = ({ type }: ServerMessage): string => type.replace(/\[.*$/s, '');

/** A conversation that a test plays: what the caller says, and what is expected of the assistant. */
export const MockConversation = record({
  type: v.literal('chat.mockConversation'),
  name: maybeText,
  description: maybeText,
  messages: anyList,
});
export type MockConversation = v.InferOutput<typeof MockConversation>;

export const MockMessage = record({
  role: v.string(),
  content: maybe(anyValue),
  toolCalls: maybe(anyList),
  judgePlan: maybe(record({ type: maybeText, content: maybe(anyValue), toolCalls: maybe(anyList) })),
});
