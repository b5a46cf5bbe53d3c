import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isRecord, valueAt, type Value } from '../../model/value.ts';
import { oneOrMany } from '../../importing/values/one-or-many.ts';
import { Conversation } from './format.ts';

export interface PlacedConversation {
  readonly conversation: Conversation;
  readonly place: Path;
}

/** Where the page of a shared conversation keeps it. */
const sharedPage: Path = ['props', 'pageProps', 'serverResponse', 'data'];

/** Undefined for what is none. */
export function conversationIn(value: Value, place: Path): PlacedConversation | undefined {
  if (!isRecord(value)) return undefined;
  const shared = 'props' in value ? valueAt(value, sharedPage) : undefined;
  const parsed = v.safeParse(Conversation, shared ?? value);
  if (!parsed.success || !Object.values(parsed.output.mapping).slice(0, sample).some(isNode)) return undefined;
  return { conversation: parsed.output, place: shared === undefined ? place : [...place, ...sharedPage] };
}

/** How many nodes and conversations are looked at. */
const sample = 5;

const isNode = (node: Value): boolean =>
  isRecord(node) && 'message' in node && ('parent' in node || 'children' in node);

export const isExport = (value: Value): boolean =>
  oneOrMany(value)
    .slice(0, sample)
    .some(({ value: one, place }) => conversationIn(one, place) !== undefined);
