import { isList, isRecord, type Value } from '../../model/value.ts';
import { textOf } from '../content/content.ts';
import { endIn, type AnyMessage } from './any-message.ts';

/**
 * The places where frameworks keep several answers to one request: `choices` of OpenAI, `candidates` of
 * Gemini, and of LangChain the `generations` for each prompt.
 */
export const choiceKeys: ReadonlySet<string> = new Set(['choices', 'candidates', 'generations']);

/** The entries of such a list, each read by `read`. LangChain's has a list for each prompt. */
export function readChoices(
  list: Value,
  read: (choice: Value) => readonly AnyMessage[],
  noteOtherPrompts: () => void,
): readonly AnyMessage[] {
  if (!isList(list)) return read(list);
  const [first, ...others] = list;
  if (first !== undefined && isList(first)) {
    if (others.length > 0) noteOtherPrompts();
    return readChoices(first, read, noteOtherPrompts);
  }
  return [...list].flatMap((one, choice) =>
    read(one).map((message) => ({ ...message, choice, ended: message.ended ?? endOf(one) })),
  );
}

const endOf = (choice: Value): string | undefined => (isRecord(choice) ? endIn(choice) : undefined);

/**
 * OpenTelemetry, and OpenLLMetry before it, write an answer as a message that ended: several of them that each did are
 * several answers, while one that came in pieces ended once. Koog gives the end of the whole to each call that was asked
 * for; so a message without its own text and with the same end is a piece.
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/
 */
export function asChoices(messages: readonly AnyMessage[]): readonly AnyMessage[] {
  if (messages.length < 2 || !messages.every(({ role, ended }) => role === 'assistant' && ended !== undefined)) {
    return messages;
  }
  const speaking = messages.filter(({ parts }) => textOf(parts).trim() !== '').length;
  const areApart = speaking > 1 || new Set(messages.map(({ ended }) => ended)).size > 1;
  return areApart ? messages.map((message, choice) => ({ ...message, choice: message.choice ?? choice })) : messages;
}
