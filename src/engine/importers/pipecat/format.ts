import * as v from 'valibot';
import { anyList, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * The log of a program that uses Pipecat, as its reader divides it into records.
 * https://github.com/pipecat-ai/pipecat
 */
export const LogRecord = record({
  time: v.string(),
  level: v.string(),
  name: v.string(),
  message: v.string(),
  /** What is printed at the end of the message. */
  value: maybe(anyValue),
});
export type LogRecord = v.InferOutput<typeof LogRecord>;

/** A message of the chat that is sent to the model. */
export const ChatMessage = record({
  role: v.picklist(['system', 'developer', 'user', 'assistant', 'tool']),
  content: maybe(anyValue),
  tool_calls: maybe(anyList),
  tool_call_id: maybeText,
});
export type ChatMessage = v.InferOutput<typeof ChatMessage>;

export const ToolCall = record({ id: maybeText, function: record({ name: v.string(), arguments: maybe(anyValue) }) });

/** What messages say; their words have changed little from version to version. */
export const says = {
  /** The whole chat is printed behind it. */
  chat: /\bGenerating chat\b/,
  /** `Calling function find with …`, later `Calling function [find:call_1] with …`. */
  calls: /Calling function \[?([^\s:\]]+)(?::([^\s\]]+))?\]? with arguments/,
  heard: /^\[Transcription:user\] \[(.*)\]$/s,
  speaks: /\bGenerating TTS:? \[/,
  tokens: /\bprompt tokens: (\d{1,12}), completion tokens: (\d{1,12})/,
  userStarted: /\bUser started speaking\b/,
  userStopped: /\bUser stopped speaking\b/,
  botStarted: /\bBot started speaking\b/,
  botStopped: /\bBot stopped speaking\b/,
} as const;

/** What the agent is about to say: all that stands between the brackets. */
export function spokenIn(message: string): string | undefined {
  const found = says.speaks.exec(message);
  return found === null || !message.endsWith(']')
    ? undefined
    : message.slice(found.index + found[0].length, message.length - 1);
}
