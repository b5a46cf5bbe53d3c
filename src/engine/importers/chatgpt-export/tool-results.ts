import * as v from 'valibot';
import type { Placed } from '../../importing/values/one-or-many.ts';
import { Message } from './format.ts';

/** Messages of one tool behind each other, such as the pages that a search opened: what its call came to. */
export interface Entry extends Placed {
  readonly more: readonly Placed[];
}

/** A tool often answers in several messages in a row; all of them belong to the call before. */
export function withResultsTogether(messages: readonly Placed[]): readonly Entry[] {
  const entries: (Placed & { readonly more: Placed[] })[] = [];
  let before: string | undefined;
  for (const { value, place } of messages) {
    const message = v.safeParse(Message, value);
    const tool =
      message.success && message.output.author.role === 'tool' ? (message.output.author.name ?? '') : undefined;
    const last = entries.at(-1);
    if (tool !== undefined && tool === before && last !== undefined) last.more.push({ value, place });
    else entries.push({ value, place, more: [] });
    before = tool;
  }
  return entries;
}
