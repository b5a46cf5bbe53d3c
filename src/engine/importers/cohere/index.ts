import { isList, type Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { entriesAt, findAt, fits, textAt, type Shape } from '../../importing/values/where.ts';
import { elementsOf } from '../../importing/values/elements.ts';

const answerV1: Shape = { text: 'text' };
const answerV2: Shape = { finish_reason: 'text', 'message.role': ['assistant'] };
/** `{role: USER | CHATBOT | SYSTEM, message}`, or `{role: TOOL, tool_results}`. */
const messageV1: Shape = { role: ['USER', 'CHATBOT', 'SYSTEM', 'TOOL'] };

/**
 * Answers of Cohere's Chat API, versions 1 and 2, and streams of version 2. Requests of version 2 are messages as in Chat Completions.
 * https://docs.cohere.com/v1/reference/chat, https://docs.cohere.com/reference/chat
 */
export const cohere = chatImporter({
  id: 'cohere',
  title: 'Cohere answers',
  turns: ['chat_history', ''],
  message: [messageV1, answerV1, answerV2],
  // The history of version 1 ends with the answer itself, which is read with its tokens.
  find({ value }) {
    if (isList(value)) {
      const whole = { value, place: [] };
      return isStreamStart(elementsOf(value)[0]) ? [{ holder: whole, messages: entriesAt(whole, '') }] : [];
    }
    if (!isAnswer(value)) return [];
    const history = elementsOf(findAt(value, 'chat_history')?.value ?? null);
    const last = history.at(-1);
    const isRepeated =
      last !== undefined &&
      textAt(last, 'role') === 'CHATBOT' &&
      (textAt(last, 'message') ?? '') === textAt(value, 'text');
    const before = fits(value, answerV1) ? (isRepeated ? history.slice(0, -1) : history) : [];
    const root = { value, place: [] };
    return [
      {
        holder: root,
        messages: [...before.map((one, index) => ({ value: one, place: ['chat_history', index] })), root],
      },
    ];
  },
  reading: async () => (await import('./reading.ts')).reading,
});

/** https://docs.cohere.com/v2/docs/streaming: the first event of a stream of version 2. */
const isStreamStart = (event: Value = null): boolean =>
  fits(event, { type: ['message-start'], 'delta.message.role': ['assistant'] });

function isAnswer(value: Value): boolean {
  if (fits(value, answerV1)) {
    return (
      findAt(value, 'generation_id') !== undefined || fits(findAt(value, 'chat_history.0')?.value ?? null, messageV1)
    );
  }
  // Cohere writes its own finish reasons in capitals.
  return fits(value, answerV2) && /^[A-Z_]+$/.test(textAt(value, 'finish_reason') ?? '');
}
