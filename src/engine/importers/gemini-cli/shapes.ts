import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isList, type Value } from '../../model/value.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { Answer, Header } from './format.ts';

export interface Chat {
  /** Undefined if the messages were pasted without a header. */
  readonly header: Header | undefined;
  readonly headerPlace: Path;
  readonly messages: readonly Placed[];
}

/** The complete record, lines after a header, or the messages alone. */
export function chatIn(value: Value): Chat | undefined {
  const complete = v.safeParse(Header, value);
  if (complete.success && complete.output.messages !== undefined) {
    return { header: complete.output, headerPlace: [], messages: placed(complete.output.messages, ['messages']) };
  }
  if (!isList(value)) return undefined;
  const entries = placed([...value], []);
  const header = v.safeParse(Header, entries[0]?.value);
  if (!header.success) {
    const isChat = entries.slice(0, sample).some((entry) => v.is(Answer, entry.value));
    return isChat ? { header: undefined, headerPlace: [], messages: entries } : undefined;
  }
  // A record that contains its messages is a complete chat; each further line is then another chat.
  if ((header.output.messages?.length ?? 0) > 0) return undefined;
  return { header: header.output, headerPlace: [0], messages: entries.slice(1) };
}

/** Enough to cover the messages that a user may type before the first answer. */
const sample = 20;

const placed = (values: readonly Value[], place: Path): readonly Placed[] =>
  values.map((value, index) => ({ value, place: [...place, index] }));
