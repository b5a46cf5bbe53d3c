import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { Message, Response } from './format.ts';

/** A response of an agent, or one message of either side. */
export type Placed =
  | { readonly kind: 'message'; readonly message: Message; readonly place: Path }
  | { readonly kind: 'response'; readonly response: Response; readonly place: Path };

export interface Chat {
  readonly entries: readonly Placed[];
  readonly others: readonly Path[];
}

/** How many entries are examined before a list is accepted as messages. */
const sample = 20;

export const isChat = (value: Value): boolean => chatIn(value, sample) !== undefined;

/** One, or a list of them; a session of two agents prints pairs of answers. `most`: how many entries of a list are examined. */
export function chatIn(value: Value, most = Infinity): Chat | undefined {
  const entries: Placed[] = [];
  const others: Path[] = [];
  const look = (one: Value, place: Path, depth: number): void => {
    const found = placedIn(one, place);
    if (found !== undefined) entries.push(found);
    else if (Array.isArray(one) && depth > 0)
      elementsOf(one)
        .slice(0, most)
        .forEach((inner, index) => look(inner, [...place, index], depth - 1));
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
