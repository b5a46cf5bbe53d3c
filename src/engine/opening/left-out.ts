import { pacedSteps, type Pace } from '../../base/pace.ts';
import { valueWithoutCredentials } from '../importing/credentials.ts';
import { formatPath, type Path } from '../model/path.ts';
import type { Session } from '../model/session.ts';
import { Double, elementAt, entry, isList, isRecord, type RecordValue, type Value } from '../model/value.ts';
import { json } from '../readers/json/index.ts';

/** A field of a document with values that are in none of its sessions. */
export interface LeftOutField {
  /**
   * In the form of places in notes, with any element as `[]`, and an arrow before a path within a JSON text:
   * `log[].body → error`.
   */
  readonly field: string;
  /** Number of its values that are left out, and of all its values. */
  readonly values: number;
  readonly of: number;
  /** Total length of those values, in UTF-16 units. */
  readonly characters: number;
  /** The place of the first of them, and its beginning. */
  readonly first: string;
  readonly example: string;
}

export interface LeftOut {
  /** Largest first. */
  readonly fields: readonly LeftOutField[];
  /** Number of fields beyond these. */
  readonly more: number;
  /** Fields of few different words, which the importer used to read the rest: a role, a type. */
  readonly kinds: readonly string[];
  /** Fields with names of ids: the importer used them to connect records. */
  readonly ids: readonly string[];
}

/** Maximum number of listed fields. */
const mostFields = 60;

/** The parts of a session that can hold values of a document. */
export interface Holding extends Pick<Session, 'header' | 'events'> {
  /**
   * Values that follow from its events, such as a function's number of failures: a document that states them is not
   * left out.
   */
  readonly derived?: Iterable<string | number>;
}

/**
 * The values of a document that are in none of its sessions, found without the importer's notes: each text and number
 * is looked for in the sessions, as a whole, line by line, as JSON within a text, or as a moment in time.
 */
export async function leftOut(document: Value, sessions: readonly Holding[], pace: Pace): Promise<LeftOut> {
  const held = new Held();
  for (const { header, events, derived = [] } of sessions) {
    for (const fact of derived) held.add(fact);
    // These are plain data by their schemas, although their interfaces do not show it.
    for (const part of [header as unknown as Value, events as readonly Value[]]) {
      await pacedSteps(
        visiting(part, (scalar) => held.add(scalar)),
        pace,
      );
    }
  }
  for (const _ of visiting(document, ignored, (record) => holdSums(record, held)));
  const fields = new Map<string, Tally>();
  const look: Visit = (scalar, field, path) => {
    const inner = held.has(scalar) ? undefined : valueIn(scalar);
    if (inner !== undefined) {
      for (const _ of visiting(inner, (one, within) => look(one, `${field} → ${within}`, path)));
      return;
    }
    const tally = fields.get(field) ?? new Tally();
    fields.set(field, tally);
    tally.count(scalar, path, held);
  };
  // The report names fields of credentials, never their values.
  await pacedSteps(visiting(valueWithoutCredentials(document), look), pace);
  return sorted([...fields].filter(([, { values }]) => values > 0));
}

function sorted(found: readonly (readonly [string, Tally])[]): LeftOut {
  const kinds = found.filter(([field, tally]) => tally.isKind(field));
  const ids = found.filter(([field, tally]) => !tally.isKind(field) && idName.test(field));
  const rest = found
    .filter(([field, tally]) => !tally.isKind(field) && !idName.test(field))
    .toSorted(([, a], [, b]) => b.characters - a.characters);
  return {
    fields: rest.slice(0, mostFields).map(([field, { values, of, characters, first, example }]) => ({
      field,
      values,
      of,
      characters,
      first: formatPath(first),
      example,
    })),
    more: Math.max(0, rest.length - mostFields),
    kinds: kinds.map(([field]) => field),
    ids: ids.map(([field]) => field),
  };
}

const idName = /(?:^|[._a-z\]])(?:ids?|Ids?|ID|uuid|Uuid|UUID)(?:\[\])*$/;

/** Names of fields of kinds; a short recording may have only a few of their values. */
const kindName = /(?:^|\.)(?:role|type|kind|object|event|method|jsonrpc)$/;

/** Maximum number of different words in a field of kinds, and maximum length of one. */
const mostKinds = 24;
const longestKind = 32;

/** Maximum number of pieces of one streamed text, and of attempts to join so many. */
const mostPieces = 400;
const mostTries = 20;

type Counted = Pick<Tally, 'values' | 'characters' | 'first' | 'example'>;

class Tally {
  values = 0;
  of = 0;
  characters = 0;
  first: Path = [];
  example = '';
  readonly #words = new Set<string>();

  count(scalar: Scalar, path: () => Path, held: Held): void {
    this.of++;
    const isHeld = held.has(scalar);
    const before = typeof scalar === 'string' ? this.#continued(scalar, isHeld, held) : undefined;
    if (before !== undefined) Object.assign(this, before);
    else if (!isHeld) this.#add(String(scalar), path);
  }

  /** Consecutive texts that together make one of the session: it was streamed in these pieces. */
  #streamed: { text: string; pieces: number; readonly before: Counted } | undefined;
  #tries = 0;

  /** Removes the counts of the pieces of a streamed text, when its last piece is found. */
  #continued(piece: string, isHeld: boolean, held: Held): Counted | undefined {
    if (this.#streamed === undefined) {
      if (isHeld || this.#tries > mostTries) return undefined;
      const { values, characters, first, example } = this;
      this.#streamed = { text: piece, pieces: 1, before: { values, characters, first, example } };
      return undefined;
    }
    const streamed = this.#streamed;
    streamed.text += piece;
    streamed.pieces++;
    if (held.has(streamed.text)) {
      this.#streamed = undefined;
      return streamed.before;
    }
    if (streamed.pieces === mostPieces) {
      this.#streamed = undefined;
      this.#tries++;
    }
    return undefined;
  }

  #add(text: string, path: () => Path): void {
    if (this.values === 0) {
      this.first = path();
      this.example = text.slice(0, 200);
    }
    this.values++;
    this.characters += text.length;
    if (this.#words.size <= mostKinds) this.#words.add(text.slice(0, longestKind + 1));
  }

  /** Whether the values are a few repeated words, or the field has a name of a kind. */
  isKind(field: string): boolean {
    const { size } = this.#words;
    const isFew = size <= mostKinds && (this.values > 2 * size || kindName.test(field));
    return isFew && [...this.#words].every((word) => /^[\w./-]{1,32}$/.test(word));
  }
}

type Scalar = string | number | bigint;

/** The values of the sessions, for look-ups of single texts and numbers. */
class Held {
  readonly #texts = new Set<string>();
  /** In milliseconds since 1970. */
  readonly #moments = new Set<number>();

  add(scalar: Scalar): void {
    const moment = momentOf(scalar);
    if (moment !== undefined) this.#moments.add(moment);
    const text = String(scalar).trim();
    if (this.#texts.has(text)) return;
    this.#texts.add(text);
    if (text.includes('\n')) for (const line of text.split('\n')) this.#texts.add(line.trim());
    const inner = valueIn(text);
    if (inner !== undefined) for (const _ of visiting(inner, (one) => this.add(one)));
  }

  has(scalar: Scalar): boolean {
    const text = String(scalar).trim();
    if (text === '' || this.#texts.has(text)) return true;
    const moment = momentOf(scalar);
    if (moment !== undefined && this.#moments.has(moment)) return true;
    if (constant.test(text)) return endsOf(text).some((word) => this.#texts.has(word));
    return text.includes('\n') && text.split('\n').every((line) => line.trim() === '' || this.#texts.has(line.trim()));
  }
}

/** A word in the style of protocols: `TASK_STATE_COMPLETED`. */
const constant = /^[A-Z][A-Z0-9_]{1,60}$/;

/** The endings of such a word in the style of sessions: `completed`, `input-required`. */
function endsOf(name: string): readonly string[] {
  const words = name.toLowerCase().split('_');
  return words.flatMap((_, at) => [words.slice(at).join('-'), words.slice(at).join('_')]);
}

/** The value of a text that is a JSON record or list. */
function valueIn(scalar: Scalar): Value | undefined {
  if (typeof scalar !== 'string' || !/^\s*[{[].*[\]}]\s*$/s.test(scalar)) return undefined;
  const read = json.read(scalar);
  return read.ok && read.value.notes.length === 0 ? read.value.value : undefined;
}

const iso = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/;

/** A time as text, or as a number of seconds, milliseconds, microseconds or nanoseconds since 1970, in milliseconds. */
function momentOf(scalar: Scalar): number | undefined {
  if (typeof scalar === 'string' && iso.test(scalar)) {
    const zoned = /(?:Z|[+-]\d\d:?\d\d)$/i.test(scalar) ? scalar : `${scalar}Z`;
    const moment = Date.parse(zoned.replace(' ', 'T'));
    return Number.isNaN(moment) ? undefined : moment;
  }
  if (typeof scalar === 'string' && !/^\d{10,19}(?:\.\d+)?$/.test(scalar)) return undefined;
  const number = Number(scalar);
  const unit = [1e9, 1e12, 1e15, 1e18].findIndex((least) => number >= least && number < least * 10);
  return unit === -1 ? undefined : Math.floor(unit === 0 ? number * 1000 : number / 1000 ** (unit - 1));
}

const tokenField = /token|cache|usage/i;
/** A record of token counts has at most this many numbers; all sums of two and three are tried. */
const mostCounts = 10;

/**
 * Recordings state tokens several times: cached and uncached ones beside their sum, a total beside its parts. If the
 * session holds one side of such a sum, the other is not left out.
 */
function holdSums(record: RecordValue, held: Held): void {
  const keys = Object.keys(record);
  if (keys.length < 2 || !keys.some((key) => tokenField.test(key))) return;
  const counts = keys
    .map((key) => record[key])
    .filter((value): value is number => typeof value === 'number' && value > 0)
    .slice(0, mostCounts);
  for (const [i, first] of counts.entries()) {
    for (const [j, second] of counts.slice(i + 1).entries()) {
      for (const third of [0, ...counts.slice(i + 1 + j + 1)]) {
        const parts = [first, second, ...(third === 0 ? [] : [third])];
        const sum = first + second + third;
        if (parts.every((part) => held.has(part)) && counts.includes(sum)) held.add(sum);
        else if (held.has(sum)) for (const part of parts) held.add(part);
      }
    }
  }
}

const ignored = () => {};

type Visit = (scalar: Scalar, field: string, path: () => Path) => void;

/** A list or record on the way to the visited value. */
interface Frame {
  readonly value: Value;
  readonly field: string;
  /** Keys of a record. */
  readonly keys: readonly string[] | null;
  readonly length: number;
  at: number;
}

/** Visits every text and number. No recursion, because values may be nested a thousand deep. */
function* visiting(
  root: Value,
  visit: Visit,
  visitRecord: (record: RecordValue) => void = ignored,
): Generator<void, void> {
  const frames: Frame[] = [];
  const path = () => frames.map(({ keys, at }) => keys?.[at - 1] ?? at - 1);
  const enter = (value: Value | undefined, field: string) => {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') visit(value, field, path);
    else if (value instanceof Double) visit(value.value, field, path);
    else if (value !== undefined && isList(value))
      frames.push({ value, field, keys: null, length: value.length, at: 0 });
    else if (isRecord(value)) {
      visitRecord(value);
      // In a saved session, an unknown value is a path, which is no text of the recording.
      const keys = Object.keys(value).filter((key) => key !== '$unknown');
      frames.push({ value, field, keys, length: keys.length, at: 0 });
    }
  };
  enter(root, '');
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const { value, field, keys, length } = frame;
    if (frame.at === length) frames.pop();
    else {
      const key = keys?.[frame.at] ?? '';
      frame.at++;
      if (isList(value)) enter(elementAt(value, frame.at - 1), `${field}[]`);
      else if (isRecord(value)) enter(entry(value, key), fieldIn(field, key));
    }
    yield;
  }
}

function fieldIn(field: string, key: string): string {
  // Keys that name a field are kept apart; files, hashes and ids as keys count as one.
  if (key.length > 48 || /\/|^[0-9a-f-]{16,}$/i.test(key)) return `${field}["…"]`;
  if (!/^[A-Za-z_]\w*$/.test(key)) return `${field}[${JSON.stringify(key)}]`;
  return field === '' ? key : `${field}.${key}`;
}
