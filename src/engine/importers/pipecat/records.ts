import { isList, type Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { fieldAt, textAt } from '../../importing/voice/fields.ts';

/** What the messages of the log say; the words have changed little from version to version. */
const says = {
  /** The whole chat is printed behind it. */
  chat: /\bGenerating chat\b/,
  heard: /^\[Transcription:user\] \[(.*)\]$/s,
  speaks: /\bGenerating TTS:? \[/,
  /** `Calling function find with …`, later `Calling function [find:call_1] with …`. */
  calls: /Calling function \[?([^\s:\]]+)(?::([^\s\]]+))?\]? with arguments/,
  tokens: /\bprompt tokens: (\d{1,12}), completion tokens: (\d{1,12})/,
  botStarted: /\bBot started speaking\b/,
  botStopped: /\bBot stopped speaking\b/,
  userStarted: /\bUser started speaking\b/,
  userStopped: /\bUser stopped speaking\b/,
} as const;

/** What a record says about the conversation; `other` for the many records about the program's own workings. */
export function kindOf(record: Value): keyof typeof says | 'other' | undefined {
  const message = textAt(record, 'message');
  if (message === undefined || ['time', 'level', 'name'].some((name) => textAt(record, name) === undefined)) {
    return undefined;
  }
  if (chatIn(record) !== undefined) return 'chat';
  if (heardIn(record) !== undefined) return 'heard';
  if (spokenIn(record) !== undefined) return 'speaks';
  const rest = ['calls', 'tokens', 'botStarted', 'botStopped', 'userStarted', 'userStopped'] as const;
  return rest.find((kind) => says[kind].test(message)) ?? 'other';
}

/** The chat that a record prints; some versions print brackets around the list. */
export function chatIn(record: Value): readonly Value[] | undefined {
  const value = fieldAt(record, 'value');
  if (!says.chat.test(textAt(record, 'message') ?? '') || value === undefined || !isList(value)) return undefined;
  return elementsOf(isBracketed(record) ? (fieldAt(value, '0') ?? null) : value);
}

export function isBracketed(record: Value): boolean {
  const list = elementsOf(fieldAt(record, 'value') ?? null);
  return list.length === 1 && Array.isArray(list[0]);
}

/** What the recogniser heard the caller say. */
export const heardIn = (record: Value): string | undefined => says.heard.exec(textAt(record, 'message') ?? '')?.[1];

/** What the agent is about to say: everything between the brackets. */
export function spokenIn(record: Value): string | undefined {
  const message = textAt(record, 'message') ?? '';
  const found = says.speaks.exec(message);
  if (found === null || !message.endsWith(']')) return undefined;
  return message.slice(found.index + found[0].length, message.length - 1);
}

export function callIn(record: Value): { readonly tool: string | undefined; readonly id: string | undefined } {
  const [, tool, id] = says.calls.exec(textAt(record, 'message') ?? '') ?? [];
  return { tool, id };
}

export function tokensIn(record: Value): { readonly prompt: number; readonly completion: number } {
  const [, prompt, completion] = says.tokens.exec(textAt(record, 'message') ?? '') ?? [];
  return { prompt: Number(prompt), completion: Number(completion) };
}
