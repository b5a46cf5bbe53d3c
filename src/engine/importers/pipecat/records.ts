import { isList, type Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { fieldAt, textAt } from '../../importing/values/where.ts';

/** Patterns of the log's messages. The messages changed little between versions. */
const patterns = {
  /** The complete chat follows this text. */
  chat: /\bGenerating chat\b/,
  heard: /^\[Transcription:user\] \[(.*)\]$/s,
  speaks: /\bGenerating TTS:? \[/,
  /** `Calling function find with …`; in later versions `Calling function [find:call_1] with …`. */
  calls: /Calling function \[?([^\s:\]]+)(?::([^\s\]]+))?\]? with arguments/,
  tokens: /\bprompt tokens: (\d{1,12}), completion tokens: (\d{1,12})(?:, cache read input tokens: (\d{1,12}))?/,
  botStarted: /\bBot started speaking\b/,
  botStopped: /\bBot stopped speaking\b/,
  userStarted: /\bUser started speaking\b/,
  userStopped: /\bUser stopped speaking\b/,
} as const;

/** The kind of a record about the conversation; `other` for the many records about the program itself. */
export function kindOf(record: Value): keyof typeof patterns | 'other' | undefined {
  const message = textAt(record, 'message');
  if (message === undefined || ['time', 'level', 'name'].some((name) => textAt(record, name) === undefined)) {
    return undefined;
  }
  if (chatIn(record) !== undefined) return 'chat';
  if (heardIn(record) !== undefined) return 'heard';
  if (spokenIn(record) !== undefined) return 'speaks';
  const rest = ['calls', 'tokens', 'botStarted', 'botStopped', 'userStarted', 'userStopped'] as const;
  return rest.find((kind) => patterns[kind].test(message)) ?? 'other';
}

/** The chat that a record prints. Some versions print additional brackets around the list. */
export function chatIn(record: Value): readonly Value[] | undefined {
  const value = fieldAt(record, 'value');
  if (!patterns.chat.test(textAt(record, 'message') ?? '') || value === undefined || !isList(value)) return undefined;
  return elementsOf(isBracketed(record) ? (fieldAt(value, '0') ?? null) : value);
}

export function isBracketed(record: Value): boolean {
  const list = elementsOf(fieldAt(record, 'value') ?? null);
  return list.length === 1 && Array.isArray(list[0]);
}

/** The caller's words as the recogniser heard them. */
export const heardIn = (record: Value): string | undefined => patterns.heard.exec(textAt(record, 'message') ?? '')?.[1];

/** The words that the agent is about to speak: everything between the brackets. */
export function spokenIn(record: Value): string | undefined {
  const message = textAt(record, 'message') ?? '';
  const found = patterns.speaks.exec(message);
  if (found === null || !message.endsWith(']')) return undefined;
  return message.slice(found.index + found[0].length, message.length - 1);
}

export function callIn(record: Value): { readonly tool: string | undefined; readonly id: string | undefined } {
  const [, tool, id] = patterns.calls.exec(textAt(record, 'message') ?? '') ?? [];
  return { tool, id };
}

/** Anthropic and Bedrock count what they read from the cache apart from the prompt. */
export function tokensIn(record: Value): { readonly prompt: number; readonly completion: number } {
  const message = textAt(record, 'message') ?? '';
  const [, prompt, completion, cached = '0'] = patterns.tokens.exec(message) ?? [];
  const apart = /Anthropic|Bedrock/.test(message) ? Number(cached) : 0;
  return { prompt: Number(prompt) + apart, completion: Number(completion) };
}
