import { Checksum } from '../model/checksum.ts';
import type { History, Turn } from '../model/history.ts';
import { toJson } from '../model/json.ts';
import { isList, isMap, keysOf, type Value, valueAt } from '../model/value.ts';

/** Numbers in the place of texts: two turns have the same number where the texts are equal. */
export interface Signatures {
  /** All that makes two turns the same: their content, and the derived context that they are in. */
  readonly whole: Int32Array;
  /** The kind, and the message or the call with its arguments. */
  readonly contents: Int32Array;
  /** The derived context. */
  readonly contexts: Int32Array;
  /** The kind and the function. */
  readonly groups: Int32Array;
}

/** Gives a number to each text, the same for both sessions. */
export class Numbers {
  readonly #known = new Map<string, number>();

  of(text: string): number {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const next = this.#known.size;
    this.#known.set(text, next);
    return next;
  }
}

/** Number of turns between two steps. */
const stride = 64;

export function* signaturesOf(history: History, numbers: Numbers): Generator<void, Signatures> {
  const { turns } = history;
  const column = () => new Int32Array(turns.length);
  const signatures = { whole: column(), contents: column(), contexts: column(), groups: column() };
  const titles = titlesOf(history);
  for (const [at, turn] of turns.entries()) {
    if (at % stride === stride - 1) yield;
    const group = groupOf(history, turn);
    const content = numbers.of(`${group} ${shortened(contentOf(history, turn))}`);
    const context = numbers.of(`in ${titles.get(turn.node) ?? ''}`);
    signatures.groups[at] = numbers.of(group);
    signatures.contents[at] = content;
    signatures.contexts[at] = context;
    signatures.whole[at] = numbers.of(`${content} ${context}`);
  }
  return signatures;
}

/** The same for turns with one signature, and different for any others. */
export const signatureText = (history: History, turn: Turn): string =>
  [groupOf(history, turn), titlesOf(history).get(turn.node) ?? '', shortened(contentOf(history, turn))].join('\n');

/** A derived context is known by its title. The root is the same in all sessions, whatever its agent is called. */
const titlesOf = ({ nodes }: History): ReadonlyMap<string, string> =>
  new Map(nodes.slice(1).map(({ id, title }) => [id, title]));

const groupOf = ({ invocations }: History, { kind, invocation }: Turn): string =>
  `${kind} ${invocation === undefined ? '' : (invocations[invocation]?.function ?? '')}`;

/** A message without differences of white space, or the arguments of a call in one order of their keys. */
export function contentOf({ invocations }: History, turn: Turn): string {
  if (turn.invocation !== undefined) {
    const input = invocations[turn.invocation]?.input;
    return input === undefined ? '' : toJson(inOrder(input, 0));
  }
  // A remark of the importer counts tokens, say: it is nothing that the agent said.
  const text = turn.text ?? (turn.isRemark ? '' : turn.label);
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

/** Longer texts are known by their checksum, so that none is kept twice. */
const longest = 1000;

const shortened = (text: string): string =>
  text.length <= longest ? text : `${text.length} ${new Checksum().add(text).digits}`;

/** Deeper values are compared as they are: a hostile document must not overflow the stack. */
const deepest = 500;

function inOrder(value: Value, depth: number): Value {
  if (depth > deepest) return value;
  if (isList(value)) return Array.from(value, (element) => inOrder(element, depth + 1));
  if (!isMap(value)) return value;
  const keys = keysOf(value).toSorted((a, b) => (String(a) < String(b) ? -1 : 1));
  return new Map(keys.map((key) => [key, inOrder(valueOf(value, key), depth + 1)] as const));
}

const valueOf = (map: Value, key: Value): Value =>
  (map instanceof Map ? (map as ReadonlyMap<Value, Value>).get(key) : valueAt(map, [String(key)])) ?? null;
