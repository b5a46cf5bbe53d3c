import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { Message, Response } from './format.ts';

/** What an agent answered, or one message of either side. */
export type Placed =
  | { readonly kind: 'message'; readonly message: Message; readonly place: Path }
  | { readonly kind: 'response'; readonly response: Response; readonly place: Path };

export interface Chat {
  readonly entries: readonly Placed[];
  readonly others: readonly Path[];
}

/** One, or a list of them; a session of two agents prints pairs of answers. */
export function chatIn(value: Value): Chat | undefined {
  const entries: Placed[] = [];
  const others: Path[] = [];
  const look = (one: Value, place: Path, depth: number): void => {
    const found = placedIn(one, place);
    if (found !== undefined) entries.push(found);
    // Array.isArray narrows a union holding readonly arrays to any[]; every element is a Value.
    else if (Array.isArray(one) && depth > 0)
      (one as readonly Value[]).forEach((inner, index) => look(inner, [...place, index], depth - 1));
    else others.push(place);
  };
  look(value, [], 2);
  return entries.length > others.length ? { entries, others } : undefined;
}

function placedIn(value: Value, place: Path): Placed | undefined {
  const response = v.safeParse(Response, value);
  if (response.success && response.output.msgs.some((one) => v.is(Message, one))) {
    return { kind: 'response', response: response.output, place };
  }
  const message = v.safeParse(Message, value);
  return message.success ? { kind: 'message', message: message.output, place } : undefined;
}
