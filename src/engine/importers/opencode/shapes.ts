import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { Message, Session } from './format.ts';

export interface Found {
  readonly session: Session | undefined;
  readonly messages: readonly Value[];
  readonly place: Path;
}

/** How many messages are examined. */
const sample = 3;

/** An exported session, or the list of messages that the server returns. */
export function sessionIn(value: Value): Found | undefined {
  const session = v.safeParse(Session, value);
  if (session.success) {
    const { messages } = session.output;
    const isOwn = messages.slice(0, sample).every((one) => v.is(Message, one));
    return isOwn ? { session: session.output, messages, place: ['messages'] } : undefined;
  }
  const messages = elementsOf(value);
  const isOwn = messages.length > 0 && messages.slice(0, sample).every(isMessage);
  return isOwn ? { session: undefined, messages, place: [] } : undefined;
}

const isMessage = (value: Value): boolean => {
  const message = v.safeParse(Message, value);
  return message.success && message.output.info.sessionID !== undefined;
};
