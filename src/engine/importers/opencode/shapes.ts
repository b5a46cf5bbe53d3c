import { isRecord, type Value } from '../../model/value.ts';
import { elementsOf, oneOrMany, type Placed } from '../../importing/values/elements.ts';
import { entriesAt, fits, type Shape } from '../../importing/values/where.ts';

/**
 * Sessions of opencode, as `opencode export` and its server return them.
 * https://github.com/sst/opencode/blob/dev/packages/opencode/src/session/message-v2.ts
 */
const session: Shape = { 'info.id': 'text', messages: 'list' };
export const message: Shape = { 'info.role': ['user', 'assistant'], parts: 'list' };

/** How many messages are examined. */
const sample = 3;

/** The messages of an exported session, or the list of messages that the server returns. */
export function messagesIn(value: Value): readonly Placed[] | undefined {
  if (isRecord(value)) {
    const messages = fits(value, session) ? entriesAt({ value, place: [] }, 'messages') : undefined;
    return messages?.slice(0, sample).every((one) => fits(one.value, message)) === true ? messages : undefined;
  }
  const first = elementsOf(value).slice(0, sample);
  const isOwn = first.length > 0 && first.every((one) => fits(one, { ...message, 'info.sessionID': 'text' }));
  return isOwn ? oneOrMany(value) : undefined;
}
