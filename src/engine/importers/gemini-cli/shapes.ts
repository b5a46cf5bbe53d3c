import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isList, type Value } from '../../model/value.ts';
import { Header } from './format.ts';

export interface Chat {
  readonly header: Header;
  readonly headerPlace: Path;
  readonly messages: readonly Value[];
  readonly placeOf: (message: number) => Path;
}

export function chatIn(value: Value): Chat | undefined {
  const whole = v.safeParse(Header, value);
  if (whole.success && whole.output.messages !== undefined) {
    const { messages } = whole.output;
    return { header: whole.output, headerPlace: [], messages, placeOf: (index) => ['messages', index] };
  }
  const [first, ...messages] = isList(value) ? [...value] : [];
  const header = v.safeParse(Header, first);
  // A chat with its messages is whole: then each line is another one.
  if (!header.success || header.output.messages !== undefined) return undefined;
  return { header: header.output, headerPlace: [0], messages, placeOf: (index) => [index + 1] };
}
