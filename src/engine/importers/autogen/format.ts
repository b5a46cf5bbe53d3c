import { isRecord, type Value } from '../../model/value.ts';
import type { Document } from '../../readers/document.ts';

/** Messages and events; a text is an input or an answer, depending on its speaker. */
export const messageKinds = {
  TextMessage: 'text',
  MultiModalMessage: 'text',
  StructuredMessage: 'text',
  HandoffMessage: 'handoff',
  ToolCallRequestEvent: 'llm',
  ToolCallExecutionEvent: 'result',
  ToolCallSummaryMessage: 'llm',
  // Before version 0.4.
  ToolCallMessage: 'llm',
  ToolCallResultMessage: 'result',
  // Messages of a model’s own context: https://microsoft.github.io/autogen/stable/reference/python/autogen_core.models.html
  SystemMessage: 'system',
  UserMessage: 'input',
  AssistantMessage: 'llm',
  FunctionExecutionResultMessage: 'result',
  StopMessage: 'aside',
  ThoughtEvent: 'aside',
  MemoryQueryEvent: 'aside',
  SelectSpeakerEvent: 'aside',
  SelectorEvent: 'aside',
  UserInputRequestedEvent: 'aside',
  ModelClientStreamingChunkEvent: 'aside',
  CodeGenerationEvent: 'aside',
  CodeExecutionEvent: 'aside',
} as const;

export type MessageType = keyof typeof messageKinds;

/** These have no speaker. */
const sourceless: ReadonlySet<string> = new Set<MessageType>(['SystemMessage', 'FunctionExecutionResultMessage']);

/** Its field `type`, or the class of a printed message; undefined for other values. */
export function typeOf(message: Value, { typeName }: Document): MessageType | undefined {
  if (!isRecord(message)) return undefined;
  const type = [message['type'], typeName(message)].find(isType);
  return type !== undefined && (sourceless.has(type) || typeof message['source'] === 'string') ? type : undefined;
}

const isType = (name: Value | undefined): name is MessageType =>
  typeof name === 'string' && Object.hasOwn(messageKinds, name);
