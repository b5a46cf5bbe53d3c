import { isRecord, type Value } from '../../model/value.ts';
import { firstValues, oneOrMany, type Placed } from '../../importing/values/elements.ts';
import { elementsAt, entriesAt, fits } from '../../importing/values/where.ts';

/**
 * A chat as Gemini CLI saves it: one record, a header line followed by one message per line, or the messages alone.
 * https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/services/chatRecordingService.ts (ConversationRecord)
 */
export interface Chat {
  readonly header: Placed | undefined;
  readonly messages: readonly Placed[];
}

/** Enough to cover the messages that a user may type before the first answer. */
const sample = 20;

export function chatIn(value: Value): Chat | undefined {
  const isHeader = (one: Value) => fits(one, { sessionId: 'text', projectHash: 'text' });
  const whole = { value, place: [] };
  if (isRecord(value))
    return isHeader(value) && fits(value, { messages: 'list' })
      ? { header: whole, messages: entriesAt(whole, 'messages') }
      : undefined;
  const first = firstValues(value, sample);
  const [header] = first;
  if (header === undefined) return undefined;
  const lines = oneOrMany(value);
  if (!isHeader(header)) {
    // Fields that only Gemini CLI writes.
    const isOwn = first.some((line) => fits(line, { id: 'text', type: ['gemini'], content: 'there' }));
    return isOwn ? { header: undefined, messages: lines } : undefined;
  }
  // A record that contains its messages is a complete chat; each further line is then another chat.
  if (elementsAt(header, 'messages').length > 0) return undefined;
  return { header: { value: header, place: [0] }, messages: lines.slice(1) };
}
