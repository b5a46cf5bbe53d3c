import { paced, portion, type Pace } from '../../base/pace.ts';
import { formatPath } from '../model/path.ts';
import type { TextRange } from '../model/problem.ts';
import type { Session } from '../model/session.ts';
import { type UserNote, withUserNotes } from '../model/user-note.ts';
import { Double, int, Uint } from '../model/value.ts';
import { HiddenValues, type Scope } from './hidden-values.ts';
import { kindByName } from './patterns/field-names.ts';
import type { HiddenKind } from './patterns/pattern.ts';
import { isCardNumber } from './patterns/payment.ts';
import { patternsFor } from './patterns/registry.ts';
import { Walk, type AnyNumber, type PathPattern, type Place, type Visitor } from './places.ts';
import { TextSearch } from './text-search.ts';

/** What the user hides. */
export interface Hidden {
  readonly kinds: ReadonlySet<HiddenKind>;
  readonly names: readonly string[];
  readonly paths: readonly PathPattern[];
}

/** One place that was changed. */
export interface ChangedPlace {
  /** In the session file, as `events[3].args.to`; inside JSON texts too. */
  readonly path: string;
  readonly kind: HiddenKind;
  readonly before: string;
  readonly after: string;
}

/** What was found of a kind, hidden or not. */
export interface FoundKind {
  readonly kind: HiddenKind;
  readonly values: number;
  readonly places: number;
  /** The first values. */
  readonly examples: readonly string[];
}

export interface Redacted {
  readonly session: Session;
  readonly found: readonly FoundKind[];
  /** The first of them. */
  readonly changes: readonly ChangedPlace[];
  readonly changedPlaces: number;
  /** All stand-ins, as they are written in the session. */
  readonly standIns: ReadonlySet<string>;
}

/**
 * The session with stand-ins for what the user hides. The same value has the same stand-in at every place: in texts, in
 * JSON texts, in keys and in numbers.
 */
export async function redact(session: Session, hidden: Hidden, seed: string, pace: Pace): Promise<Redacted> {
  const values = new HiddenValues(seed);
  const forms = new Forms();
  for (const name of hidden.names.filter((one) => one.trim() !== '')) {
    const given = name.trim();
    values.add('name', given, given.length > 4 ? 'anywhere' : given.length > 2 ? 'word' : 'whole');
  }
  await walk(session, new Finder(values, forms), hidden.paths, pace, 0);
  values.settle();
  const replacer = new Replacer(values, forms, hidden);
  const changed = await walk(session, replacer, hidden.paths, pace, 0.5);
  return { session: changed, ...replacer.report() };
}

/** Two walks make one task: the second begins at half of it. */
async function walk(
  session: Session,
  visitor: Visitor,
  paths: readonly PathPattern[],
  pace: Pace,
  begun: number,
): Promise<Session> {
  const walking = new Walk(visitor, paths);
  const header = walking.at('header', null, session.header);
  const events: unknown[] = [];
  await paced(session.events.length, portion(pace, begun, begun + 0.5), (index) => {
    events.push(walking.at('events', index, session.events[index]));
  });
  const notes = session.notes.map((note, index) => walking.at('notes', index, note));
  const userNotes = session.userNotes?.map((note, index) => withTexts(note, walking, index)) ?? [];
  return withUserNotes({ ...session, header, events, notes }, userNotes);
}

/** Its text and the keys of its path; the rest of a note says nothing of the recording. */
function withTexts({ text, path, ...rest }: UserNote, walking: Walk, index: number): UserNote {
  return { ...rest, ...walking.at('userNotes', index, { text, path }) };
}

interface KindRange extends TextRange {
  readonly kind: HiddenKind;
  readonly kept: number;
  readonly isNamed: boolean;
}

/** The parts of texts that have a form of the registry. Short texts repeat: each is searched once for both walks. */
class Forms {
  readonly #known = new Map<string, readonly KindRange[]>();

  in(text: string): readonly KindRange[] {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const found: KindRange[] = [];
    for (const { kind, find, kept } of patternsFor(text)) {
      for (const { start, end } of find(text)) {
        const prefix = kept?.exec(text.slice(start, Math.min(end, start + 40)))?.[0].length ?? 0;
        found.push({ start, end, kind, kept: Math.max(0, Math.min(prefix, end - start - 4)), isNamed: false });
      }
    }
    const ranges = found.length === 0 ? nothing : found;
    if (text.length < 200 && this.#known.size < 200_000) this.#known.set(text, ranges);
    return ranges;
  }
}

const nothing: readonly KindRange[] = [];

/** The parts of a text that its own form, its field or its path mark as something to hide. */
function rangesIn(text: string, { name, isChosen }: Place, forms: Forms): readonly KindRange[] {
  if (text === '') return nothing;
  const found = forms.in(text);
  const named = kindByName(name, text);
  if (!isChosen && named === null) return found;
  const whole = { start: 0, end: text.length, kept: 0, isNamed: true };
  const all: KindRange[] = isChosen ? [{ ...whole, kind: 'path' }, ...found] : [...found];
  if (named === null) return all;
  // The form says more about the value than the name of its field.
  const isFound = found.some(
    ({ start, end, kept, kind }) => kind === named && end === text.length && (start === 0 || kept > 0),
  );
  if (!isFound) all.push({ ...whole, kind: named });
  return all;
}

class Finder implements Visitor {
  readonly #values: HiddenValues;
  readonly #forms: Forms;

  constructor(values: HiddenValues, forms: Forms) {
    this.#values = values;
    this.#forms = forms;
  }

  text(text: string, place: Place): string {
    for (const { start, end, kind, kept, isNamed } of rangesIn(text, place, this.#forms)) {
      // `Bearer` is no part of a credential, and the prefix of its maker is.
      const isScheme = /\s/.test(text.slice(start, start + kept));
      const value = text.slice(start + (isScheme ? kept : 0), end);
      this.#values.add(kind, value, scopeOf(kind, value, isNamed), isScheme ? 0 : kept);
    }
    return text;
  }

  number(value: AnyNumber, place: Place): AnyNumber {
    const text = plain(value);
    const kind = kindOfNumber(text, place);
    if (kind !== null) this.#values.add(kind, text, text.length >= 6 ? 'word' : 'whole');
    return value;
  }

  key(key: string, place: Place): string {
    this.text(key, { ...place, name: '', isChosen: false });
    return key;
  }
}

/** A short or ordinary word is replaced where it was found, and not wherever it occurs. */
function scopeOf(kind: HiddenKind, value: string, isNamed: boolean): Scope {
  if (kind === 'secret' && !isNamed) return value.length >= 8 ? 'anywhere' : 'word';
  if (!isNamed) return 'word';
  if (/^\p{L}+$/u.test(value)) return value.length >= 5 && kind !== 'path' ? 'word' : 'whole';
  if (value.length < 6) return 'whole';
  return kind === 'secret' ? 'anywhere' : 'word';
}

function kindOfNumber(text: string, { name, isChosen }: Place): HiddenKind | null {
  if (isChosen) return 'path';
  const named = kindByName(name, text);
  if (named !== null && named !== 'ip') return named;
  return isCardNumber(text) ? 'card' : null;
}

const plain = (value: AnyNumber): string =>
  String(value instanceof Double || value instanceof Uint ? value.value : value);

/** How many changes a report lists, and how much of a value it quotes. */
const mostChanges = 5_000;
const mostExamples = 3;

class Replacer implements Visitor {
  readonly #values: HiddenValues;
  readonly #forms: Forms;
  readonly #hidden: Hidden;
  /** Those that are hidden and those that are only counted: one may be inside another. */
  readonly #searches: readonly TextSearch<ReturnType<typeof soughtIn>[number][1]>[];
  readonly #found = new Map<HiddenKind, { values: Set<string>; places: number; examples: string[] }>();
  readonly #changes: ChangedPlace[] = [];
  readonly #standIns = new Set<string>();
  #changedPlaces = 0;

  constructor(values: HiddenValues, forms: Forms, hidden: Hidden) {
    this.#values = values;
    this.#forms = forms;
    this.#hidden = hidden;
    const sought = soughtIn(values);
    this.#searches = [true, false].map(
      (isHidden) => new TextSearch(sought.filter(([, { kind }]) => this.#isHidden(kind) === isHidden)),
    );
  }

  text(text: string, place: Place): string {
    let changed = '';
    let done = 0;
    for (const { start, end, kind } of this.#ranges(text, place)) {
      const before = text.slice(start, end);
      const after = this.#replaced(kind, before, place);
      if (after === null) continue;
      changed += text.slice(done, start) + after;
      done = end;
    }
    return done === 0 ? text : changed + text.slice(done);
  }

  /** In the order of the text, apart from each other: where two overlap, one that is hidden comes first, then the longer. */
  #ranges(text: string, place: Place): readonly KindRange[] {
    const own = rangesIn(text, place, this.#forms).map((range) => withoutScheme(text, range));
    const known = this.#searches.flatMap((search) =>
      [...search.find(text)].map(({ start, end, found }) => ({
        start,
        end,
        kind: found.kind,
        kept: 0,
        isNamed: false,
      })),
    );
    const whole = this.#values.of(text);
    const all = [
      ...own,
      ...known,
      ...(whole === undefined ? [] : [{ start: 0, end: text.length, kind: whole.kind, kept: 0, isNamed: true }]),
    ];
    if (all.length === 0) return all;
    const isHidden = ({ kind }: KindRange) => this.#isHidden(kind);
    const chosen: KindRange[] = [];
    for (const range of all.toSorted(
      (a, b) => Number(isHidden(b)) - Number(isHidden(a)) || b.end - b.start - (a.end - a.start),
    )) {
      for (const part of partsOutside(range, chosen)) chosen.push(part);
    }
    return chosen.toSorted((a, b) => a.start - b.start);
  }

  number(value: AnyNumber, place: Place): AnyNumber {
    const text = plain(value);
    const known = text.length >= 6 ? this.#values.of(text) : undefined;
    const kind = kindOfNumber(text, place) ?? known?.kind ?? null;
    const after = kind === null ? null : this.#replaced(kind, text, place);
    if (after === null || after === text) return value;
    if (value instanceof Double) return new Double(Number(after));
    if (value instanceof Uint) return new Uint(BigInt(after));
    return /^-?\d+$/.test(after) ? int(BigInt(after)) : Number(after);
  }

  key(key: string, place: Place): string {
    return this.text(key, { ...place, name: '', isChosen: false });
  }

  #isHidden(kind: HiddenKind): boolean {
    return kind === 'path' || this.#hidden.kinds.has(kind);
  }

  /** Null where it stays. */
  #replaced(kind: HiddenKind, before: string, { path }: Place): string | null {
    const value = this.#values.of(before);
    this.#count(kind, value?.key ?? before, before);
    if (!this.#isHidden(kind)) return null;
    // A part of a value that two forms share has no stand-in of its own yet.
    if (value === undefined) {
      this.#values.add(kind, before, 'whole');
      this.#values.settle();
    }
    const after = this.#values.of(before)?.standIn(before) ?? '';
    this.#changedPlaces++;
    this.#standIns.add(after);
    if (this.#changes.length < mostChanges) this.#changes.push({ path: formatPath(path), kind, before, after });
    return after;
  }

  #count(kind: HiddenKind, key: string, written: string): void {
    const known = this.#found.get(kind) ?? { values: new Set(), places: 0, examples: [] };
    this.#found.set(kind, known);
    known.places++;
    if (!known.values.has(key) && known.examples.length < mostExamples) known.examples.push(written);
    known.values.add(key);
  }

  report(): Omit<Redacted, 'session'> {
    const found = [...this.#found].map(([kind, { values, places, examples }]) => ({
      kind,
      values: values.size,
      places,
      examples,
    }));
    return { found, changes: this.#changes, changedPlaces: this.#changedPlaces, standIns: this.#standIns };
  }
}

const soughtIn = (values: HiddenValues) =>
  [...values.all].flatMap((value) => [...value.spellings].map((text) => [text, value] as const));

/** `Bearer` is no part of the credential. */
function withoutScheme(text: string, range: KindRange): KindRange {
  const isScheme = range.kind === 'secret' && /\s/.test(text.slice(range.start, range.start + range.kept));
  return isScheme ? { ...range, start: range.start + range.kept } : range;
}

/** What is left of a range beside others; as a rule all of it or nothing. */
function partsOutside(range: KindRange, others: readonly KindRange[]): readonly KindRange[] {
  let parts: readonly KindRange[] = [range];
  for (const { start, end } of others) {
    parts = parts.flatMap((part) =>
      part.end <= start || part.start >= end
        ? [part]
        : [
            { ...part, end: Math.min(part.end, start) },
            { ...part, start: Math.max(part.start, end) },
          ].filter((rest) => rest.start < rest.end),
    );
  }
  return parts;
}
