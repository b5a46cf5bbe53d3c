import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import type { Assembled } from '../../importing/messages/conversation-entry.ts';
import { createImportReport, type ImportReport, notesOf } from '../../importing/import-report.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { elementsAt, entriesAt, fieldAt, textAt } from '../../importing/values/where.ts';
import type { Path } from '../../model/path.ts';
import { isList, isRecord, type Value } from '../../model/value.ts';

/**
 * Replays the log of a chat's changes: `{kind, k, v, i}`, where `k` is the path of the changed value.
 * https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/chat/common/model/objectMutationLog.ts
 */
export function replayLog(found: FoundConversation): readonly FoundConversation[] {
  const chats: Chat[] = [];
  for (const line of found.messages) {
    const chat = chats.at(-1);
    const whole = fieldAt(line.value, 'kind') === kinds.whole ? fieldAt(line.value, 'v') : undefined;
    if (whole !== undefined && isRecord(whole)) {
      const node: Node = { value: whole, from: [...line.place, 'v'] };
      const id = textAt(whole, 'sessionId');
      // VS Code may write the same chat as a whole again.
      if (chat === undefined || chat.id !== id)
        chats.push({ id, root: node, requests: new Map(), report: createImportReport() });
      else chat.root = node;
      collectRequests(chats.at(-1), entriesAt({ value: whole, place: [...line.place, 'v'] }, 'requests'));
    } else if (chat !== undefined) {
      if (isChanged(chat.root, line)) collectRequests(chat, requestsIn(line));
      else notes.change(line.place, chat.report);
    }
  }
  return chats.flatMap(conversationOf);
}

const kinds = { whole: 0, set: 1, push: 2, delete: 3 };

interface Chat {
  readonly id: string | undefined;
  root: Node;
  /** All requests that were ever in the chat: the first place of each. */
  readonly requests: Map<string, Path>;
  readonly report: ImportReport;
}

/** A value of the chat. Its parts are nodes as soon as one of them changes. */
interface Node {
  /** As it was written; `parts` count where they exist. */
  readonly value: Value;
  parts?: Map<string, Node> | Node[];
  /** Its place in the document, or its position in a node that was written as a whole. */
  readonly from: Path | { readonly node: Node; readonly step: string | number };
}

/** No change of VS Code goes deeper. */
const deepest = 100;

/** Changes the chat. False for a change that does not fit it. */
function isChanged(root: Node, { value: change, place }: Placed): boolean {
  const path = elementsAt(change, 'k');
  const key = path.at(-1);
  if (key === undefined || path.length > deepest) return false;
  let holder: Node | undefined = root;
  for (const step of path.slice(0, -1)) holder = holder && partOf(holder, step);
  const parts = holder && partsOf(holder);
  if (parts === undefined) return false;
  const value = fieldAt(change, 'v');
  const made: Placed | undefined = value === undefined ? undefined : { value, place: [...place, 'v'] };
  switch (fieldAt(change, 'kind')) {
    // JSON leaves out a value that became undefined.
    case kinds.set:
      return made === undefined ? isDeleted(parts, key) : isSet(parts, key, { value: made.value, from: made.place });
    case kinds.delete:
      return isDeleted(parts, key);
    case kinds.push:
      return isPushed(parts, key, made, change, place);
    default:
      return false;
  }
}

/** An index of a list, which must exist or be the next one. */
const isIndex = (step: Value, length: number): step is number =>
  typeof step === 'number' && Number.isSafeInteger(step) && step >= 0 && step <= length;

function isSet(parts: Map<string, Node> | Node[], key: Value, node: Node): boolean {
  if (Array.isArray(parts)) {
    if (!isIndex(key, parts.length)) return false;
    parts[key] = node;
  } else if (typeof key === 'string') parts.set(key, node);
  else return false;
  return true;
}

function isDeleted(parts: Map<string, Node> | Node[], key: Value): boolean {
  if (Array.isArray(parts) || typeof key !== 'string') return false;
  parts.delete(key);
  return true;
}

/** Removes the elements from `i` on, and adds those of `v`. */
function isPushed(
  parts: Map<string, Node> | Node[],
  key: Value,
  added: Placed | undefined,
  change: Value,
  place: Path,
): boolean {
  const known = partIn(parts, key);
  const target: Node = known ?? { value: [], from: [...place, 'v'] };
  const list = partsOf(target);
  const from = fieldAt(change, 'i');
  if (!Array.isArray(list) || (added !== undefined && !isList(added.value))) return false;
  if (from !== undefined && !isIndex(from, list.length)) return false;
  if (known === undefined && !isSet(parts, key, target)) return false;
  if (from !== undefined) list.length = from;
  const values = added === undefined ? [] : elementsOf(added.value);
  values.forEach((value, index) => list.push({ value, from: [...place, 'v', index] }));
  return true;
}

function partsOf(node: Node): Map<string, Node> | Node[] | undefined {
  const { value } = node;
  if (isList(value)) node.parts ??= elementsOf(value).map((one, step) => ({ value: one, from: { node, step } }));
  else if (isRecord(value))
    node.parts ??= new Map(Object.entries(value).map(([step, one]) => [step, { value: one, from: { node, step } }]));
  return node.parts;
}

function partOf(node: Node, step: Value): Node | undefined {
  const parts = partsOf(node);
  return parts && partIn(parts, step);
}

function partIn(parts: Map<string, Node> | Node[], step: Value): Node | undefined {
  if (Array.isArray(parts)) return isIndex(step, parts.length) ? parts[step] : undefined;
  return typeof step === 'string' ? parts.get(step) : undefined;
}

/** Only parts that changes go through are nodes, so this is no deeper than a change. */
function valueOf({ value, parts }: Node): Value {
  if (parts === undefined) return value;
  if (Array.isArray(parts)) return parts.map(valueOf);
  return Object.fromEntries([...parts].map(([key, part]) => [key, valueOf(part)]));
}

function placeOf(node: Node): Path {
  const steps: (string | number)[] = [];
  let { from } = node;
  for (; 'node' in from; from = from.node.from) steps.push(from.step);
  return [...from, ...steps.toReversed()];
}

function placeIn(root: Node, path: Path): Path {
  let node = root;
  for (const [at, step] of path.entries()) {
    const next = node.parts && partIn(node.parts, step);
    if (next === undefined) return [...placeOf(node), ...path.slice(at)];
    node = next;
  }
  return placeOf(node);
}

/** The requests that a change adds. */
function requestsIn(line: Placed): readonly Placed[] {
  const [first, ...rest] = elementsAt(line.value, 'k');
  if (first !== 'requests' || rest.length > 1) return [];
  const { value = null } = isRecord(line.value) ? { value: line.value['v'] } : {};
  const place = [...line.place, 'v'];
  return isList(value)
    ? elementsOf(value).map((one, index) => ({ value: one, place: [...place, index] }))
    : [{ value, place }];
}

function collectRequests(chat: Chat | undefined, requests: readonly Placed[]): void {
  for (const { value, place } of requests) {
    const id = textAt(value, 'requestId');
    if (id !== undefined && chat?.requests.has(id) === false) chat.requests.set(id, place);
  }
}

function conversationOf({ root, requests, report }: Chat): readonly FoundConversation[] {
  const holder = { value: valueOf(root), place: [] };
  const messages = entriesAt(holder, 'requests');
  const left = new Set(messages.map(({ value }) => textAt(value, 'requestId')));
  for (const [id, place] of requests) if (!left.has(id)) notes.removed(place, report);
  const assembled: Assembled = { notes: report.notes(), placeIn: (path) => placeIn(root, path) };
  return messages.length === 0 ? [] : [{ holder, messages, assembled }];
}

const notes = notesOf('copilot-chat', {
  lost: {
    change: '{# change} in the log could not be replayed: the chat has no such place, or the kind is not known.',
  },
  info: {
    removed: '{# request} that the user removed from the chat, such as by asking again: left out.',
  },
});
