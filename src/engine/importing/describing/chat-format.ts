import type { Path } from '../../model/path.ts';
import { isRecord, type Value } from '../../model/value.ts';
import type { Document } from '../../readers/document.ts';
import type { Claim } from '../importer.ts';
import { elementsOf, groupedBy, oneOrMany, type Placed } from '../values/elements.ts';
import type { ChatReading, FoundConversation } from './chat-reading.ts';
import { findAt, fits, textAt, type Shape, type Where } from '../values/where.ts';

/**
 * A format that keeps conversations as lists of messages: how to recognise it, and the places of its lists. Claims use only
 * this, so it loads with all other formats and stays small. `reading` has the meaning of its messages.
 */
export interface ChatFormat {
  /** The name of its folder. */
  readonly id: string;
  /** The name that the user sees. */
  readonly title: string;
  /** The place of the list of sessions; a record in its place is the only session. Absent: the document is one session. */
  readonly sessions?: Where;
  /** Records in a session that may hold the list of turns, tried in order; `*` is any one key. Absent: the session itself. */
  readonly within?: readonly string[];
  /** Each of these records that holds turns is a conversation of its own, titled with its key. Absent: the first is the session. */
  readonly isEachOwn?: true;
  /** The list of turns, tried in order; a message in its place is the only one. `''` is the session itself. */
  readonly turns: readonly string[];
  /** Lists that follow the turns. */
  readonly also?: readonly string[];
  /** A list in a turn that holds turns too, at any depth. */
  readonly inside?: string;
  /** The id of its conversation in each message, where a list may have the messages of several. */
  readonly chat?: Where;
  /** A first entry of the turns that is not a message: facts about the session. */
  readonly header?: Shape;
  /** The fields that every message has. If there are several kinds of messages, one of these. */
  readonly message: Shape | readonly Shape[];
  /** Other conditions on a message for the format to claim it. */
  readonly isMessage?: (message: Value, document: Document) => boolean;
  /**
   * How many entries of a list must be messages for the format to claim it; 20 by default. One such list is enough
   * if there are several sessions. What is claimed is read as far as it can be: one entry of the right shape makes a list.
   */
  readonly looked?: number;
  /** One matching entry among those examined is enough. */
  readonly isKnownByOne?: true;
  /** Other conditions on a conversation for the format to claim it. */
  readonly isOwn?: (found: FoundConversation) => boolean;
  /**
   * Code in place of `sessions`, `within`, `turns`, `also` and `header`; undefined leaves it to them. For a claim, `most` is
   * given: the first entries of a list are enough.
   */
  readonly find?: (document: Document, most?: number) => readonly FoundConversation[] | undefined;
  /** The name of an entry of `sessions`. Given, entries without messages keep their numbers in the list of sessions. */
  readonly counted?: string;
  /** The certainty of the claim; `certain` by default. */
  readonly claim?: Exclude<Claim, 'no'>;
  /** The meaning of the messages: plain data, or a file that loads late because it contains code. */
  readonly reading: ChatReading | (() => Promise<ChatReading>);
}

const usuallyLooked = 20;

/** `isClaim`: only those that the format claims, of the first sessions. */
export function conversationsIn(document: Document, format: ChatFormat, isClaim = false): readonly FoundConversation[] {
  const { find, isOwn, counted } = format;
  const search: Search = { document, format, isClaim };
  const sessions = isClaim
    ? sessionsIn(document.value, format).slice(0, usuallyLooked)
    : sessionsIn(document.value, format);
  const found =
    find?.(document, isClaim ? usuallyLooked : undefined) ??
    sessions.flatMap((one): readonly FoundConversation[] => {
      const held = conversationsOf(one, search);
      return held.length > 0 || counted === undefined || isClaim ? held : [{ holder: one, messages: [] }];
    });
  return isClaim
    ? found.filter((one) => one.messages.length > 0 && (isOwn?.(one) ?? true))
    : found.flatMap((one) => chatsIn(one, format));
}

function chatsIn(found: FoundConversation, { chat }: ChatFormat): readonly FoundConversation[] {
  if (chat === undefined) return [found];
  const chats = groupedBy(found.messages, ({ value }) => textAt(value, chat));
  if (chats.size === 1) return [found];
  return [...chats.values()].map((messages) => ({
    holder: { value: messages.map(({ value }) => value), place: found.holder.place },
    messages,
  }));
}

interface Search {
  readonly document: Document;
  readonly format: ChatFormat;
  readonly isClaim: boolean;
}

/** The shape of a message, by its kind. */
export const shapesOf = ({ message }: ChatFormat): readonly Shape[] =>
  Array.isArray(message) ? (message as readonly Shape[]) : [message as Shape]; // `isArray` does not narrow readonly lists

/** Does an entry look like one of the format's messages? Without a document only by its shape. */
const isMessageOf = (value: Value, format: ChatFormat, document: Document | undefined): boolean =>
  shapesOf(format).some((shape) => fits(value, shape)) &&
  (document === undefined || (format.isMessage?.(value, document) ?? true));

function sessionsIn(value: Value, { sessions }: ChatFormat): readonly Placed[] {
  if (sessions === undefined) return [{ value, place: [] }];
  const found = findAt(value, sessions);
  return found === undefined
    ? []
    : oneOrMany(found.value).map((one) => ({ value: one.value, place: [...found.path, ...one.place] }));
}

function conversationsOf(session: Placed, search: Search): readonly FoundConversation[] {
  const held: (FoundConversation & { readonly key: string })[] = [];
  for (const holder of holdersIn(session, search.format.within ?? [''])) {
    const lists = listsIn(holder, holder.place.length === session.place.length, search);
    const [first] = lists;
    if (first === undefined) continue;
    const key = String(holder.place.at(-1) ?? '');
    held.push({ key, holder: first.holder, messages: lists.flatMap(({ messages }) => messages) });
    if (key === '' || search.format.isEachOwn !== true) break;
  }
  return held.length < 2 ? held : held.map(({ key, ...found }) => ({ ...found, suffix: ` (${key})` }));
}

function* holdersIn({ value, place }: Placed, within: readonly string[]): Generator<Placed> {
  for (const where of within) {
    if (where === '*') {
      const keys = isRecord(value) ? Object.keys(value).slice(0, usuallyLooked) : [];
      for (const key of keys) yield { value: isRecord(value) ? (value[key] ?? null) : null, place: [...place, key] };
      continue;
    }
    const found = findAt(value, where);
    if (found !== undefined) yield { value: found.value, place: [...place, ...found.path] };
  }
}

/** The first list of turns, and the lists that follow it. */
function listsIn(holder: Placed, isSession: boolean, search: Search): readonly FoundConversation[] {
  const { turns, also = [] } = search.format;
  const first = turns
    .filter((where) => isSession || where !== '')
    .map((where) => listAt(holder, where, search))
    .find((list) => list !== undefined);
  const others = also.map((where) => listAt(holder, where, search));
  return [first, ...others].filter((list) => list !== undefined);
}

/** A record counts as a list: its entries are under their ids. */
function entriesIn(value: Value, place: Path): readonly Placed[] {
  if (!isRecord(value) || place.length === 0)
    return elementsOf(value).map((one, index) => ({ value: one, place: [...place, index] }));
  const entries = Object.entries(value);
  return entries.some(([, one]) => isRecord(one))
    ? entries.map(([key, one]) => ({ value: one, place: [...place, key] }))
    : [];
}

/** Each entry followed by those inside it. Not recursive: exports may be a thousand levels deep. */
function withInside(entries: readonly Placed[], inside: string | undefined): readonly Placed[] {
  if (inside === undefined) return entries;
  const all: Placed[] = [];
  const waiting = entries.toReversed();
  for (let entry = waiting.pop(); entry !== undefined; entry = waiting.pop()) {
    all.push(entry);
    const held = findAt(entry.value, inside);
    const inner = held === undefined ? [] : entriesIn(held.value, [...entry.place, ...held.path]).toReversed();
    for (const one of inner) waiting.push(one);
  }
  return all;
}

function listAt(holder: Placed, where: string, { document, format, isClaim }: Search): FoundConversation | undefined {
  const found = findAt(holder.value, where);
  if (found === undefined) return undefined;
  const place = [...holder.place, ...found.path];
  const isOwn = ({ value }: Placed) => isMessageOf(value, format, isClaim ? document : undefined);
  const whole = { value: found.value, place };
  if (isOwn(whole)) return { holder, messages: [whole] };
  const all = withInside(entriesIn(found.value, place), format.inside);
  const [first, ...rest] = all;
  const header =
    first !== undefined && format.header !== undefined && fits(first.value, format.header) ? first : undefined;
  const messages = header === undefined ? all : rest;
  if (messages.length === 0) return undefined;
  const looked = isClaim ? messages.slice(0, format.looked ?? usuallyLooked) : messages;
  // A claimed document is read as far as possible.
  const isRead = isClaim && format.isKnownByOne !== true ? looked.every(isOwn) : looked.some(isOwn);
  return isRead ? { holder: header ?? holder, messages } : undefined;
}
