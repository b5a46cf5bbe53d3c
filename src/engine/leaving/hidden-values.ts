import { alike, disguised, isPublicDomain, shapeOf } from './disguise.ts';
import type { HiddenKind } from './patterns/pattern.ts';
import { seededRandom, type Random } from './random.ts';

/** Where else than at the place where it was found a value is replaced: inside any text, between word boundaries, or where it is the whole text. */
export type Scope = 'anywhere' | 'word' | 'whole';

/** A value that is replaced, in all its spellings. */
export interface HiddenValue {
  readonly kind: HiddenKind;
  /** Without separators, where these are spelled differently; in small letters, except for credentials. */
  readonly key: string;
  readonly scope: Scope;
  /** The stand-in, spelled as `written` is. */
  standIn(written: string): string;
}

interface Entry extends HiddenValue {
  readonly kept: number;
  readonly spellings: Set<string>;
}

const isSpelledFreely: ReadonlySet<HiddenKind> = new Set(['card', 'iban', 'phone']);

/** Small letters, one code unit for one. */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from(text)
    .map((char) => (char.toLowerCase().length === char.length ? char.toLowerCase() : char))
    .join('');
}

const keyOf = (kind: HiddenKind, text: string): string => {
  if (kind === 'secret') return text;
  return isSpelledFreely.has(kind) ? folded(text).replaceAll(/[\s().-]/g, '') : folded(text);
};

/**
 * The values to hide, each with one stand-in for all of its places. Stand-ins are random: nothing of a value but its form
 * goes into them. Values of one kind and shape keep their order, unless there are so many that the order alone would identify them.
 */
export class HiddenValues {
  readonly #seed: string;
  readonly #byKey = new Map<string, Entry>();
  /** Normalised stand-ins, without their spelling. */
  readonly #made = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #parts = new Set<string>();

  constructor(seed: string) {
    this.#seed = seed;
  }

  /** Notes that a value was found. */
  add(kind: HiddenKind, written: string, scope: Scope, kept = 0): void {
    if (written === '' || this.of(written) !== undefined) {
      this.of(written)?.spellings.add(folded(written));
      return;
    }
    const key = keyOf(kind, written);
    const made = this.#made;
    this.#byKey.set(key, {
      kind,
      key,
      scope,
      kept,
      spellings: new Set([folded(written), folded(key)]),
      standIn: (asWritten) => spelled(made.get(key) ?? '', asWritten, kind),
    });
    if (kind === 'email') this.#addDomain(key);
  }

  /** Other texts may name a domain alone, and a rule may compare it with an address. */
  #addDomain(email: string): void {
    const domain = domainOf(email);
    if (!isPublicDomain(domain) && domain.length >= 6) this.add('email', domain, 'word');
  }

  of(written: string): Entry | undefined {
    if (written.length > longestValue) return this.#byKey.get(written);
    return (
      this.#byKey.get(written) ??
      this.#byKey.get(folded(written)) ??
      this.#byKey.get(folded(written).replaceAll(/[\s().-]/g, ''))
    );
  }

  get all(): Iterable<HiddenValue & { readonly spellings: ReadonlySet<string> }> {
    return this.#byKey.values();
  }

  /** Makes the stand-ins. Values that are added later have none until the next call. */
  settle(): void {
    const groups = new Map<string, Entry[]>();
    for (const entry of this.#byKey.values()) {
      if (this.#made.has(entry.key)) continue;
      const group = `${entry.kind} ${hasOrder(entry) ? shapeOf(entry.key) : entry.key}`;
      const known = groups.get(group);
      if (known === undefined) groups.set(group, [entry]);
      else known.push(entry);
    }
    for (const [group, entries] of groups) this.#settleGroup(entries, seededRandom(`${this.#seed} ${group}`));
  }

  #settleGroup(entries: readonly Entry[], random: Random): void {
    const [first] = entries;
    if (first === undefined) return;
    const keys = entries.map(({ key }) => key).toSorted(byCodeUnit);
    const made = keys.map((key) => this.#fresh(first, key, random));
    // A few values among many possible ones: their order does not identify them.
    if (hasOrder(first) && possible(first.key) > 100 * keys.length) made.sort(byCodeUnit);
    for (const [at, key] of keys.entries()) {
      const standIn = made[at] ?? '';
      this.#made.set(key, standIn === key ? this.#fresh(first, key, random) : standIn);
    }
  }

  /** One that is not the value itself, nor another value or stand-in; short values may have no other. */
  #fresh(entry: Entry, key: string, random: Random): string {
    let made = '';
    for (let tries = 0; tries < 50; tries++) {
      made = entry.kind === 'email' ? this.#email(key, random) : disguised(entry.kind, key, entry.kept, random);
      if (made !== key && !this.#taken.has(made) && !this.#byKey.has(made)) break;
    }
    this.#taken.add(made);
    return made;
  }

  /** The part before the @ and the domain each have their own stand-in, so that two addresses of one domain stay so. */
  #email(key: string, random: Random): string {
    const at = /@|%40/.exec(key);
    if (at === null) return this.#part(key, domainLike, random);
    const [local, domain] = [key.slice(0, at.index), domainOf(key)];
    return (
      this.#part(`${local}@`, alike, random) +
      at[0] +
      (isPublicDomain(domain) ? domain : this.#part(domain, domainLike, random))
    );
  }

  #part(key: string, make: (text: string, random: Random) => string, random: Random): string {
    let made = this.#made.get(key);
    for (let tries = 0; made === undefined || (tries < 50 && this.#parts.has(made) && !this.#made.has(key)); tries++)
      made = make(key, random);
    this.#made.set(key, made);
    this.#parts.add(made);
    return made.endsWith('@') ? made.slice(0, -1) : made;
  }
}

const domainOf = (email: string): string => email.slice(email.search(/@|%40/)).replace(/^(?:@|%40)/, '');

/** The last part of the domain stays: it is a country or a kind of domain. */
function domainLike(domain: string, random: Random): string {
  const last = domain.lastIndexOf('.');
  return last < 0 ? alike(domain, random) : alike(domain.slice(0, last), random) + domain.slice(last);
}

const hasOrder = ({ kind }: HiddenValue): boolean =>
  kind === 'path' || kind === 'name' || kind === 'address' || kind === 'phone';

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Longer texts are no values with other spellings. */
const longestValue = 400;

/** About how many values have this shape. */
const possible = (key: string): number =>
  Array.from(shapeOf(key)).reduce(
    (product, char) => product * (char === 'd' ? 10 : char === 'a' || char === 'A' ? 26 : 1),
    1,
  );

/** A stand-in with the capitals and, for numbers of cards, accounts and telephones, with the separators of what it replaces. */
function spelled(standIn: string, written: string, kind: HiddenKind): string {
  if (kind === 'secret') return standIn;
  const chars = Array.from(standIn);
  if (!isSpelledFreely.has(kind)) {
    const cased = Array.from(written);
    return chars.map((char, at) => inCaseOf(char, cased[at] ?? '')).join('');
  }
  let at = 0;
  return Array.from(written)
    .map((char) => (/[\s().-]/.test(char) ? char : inCaseOf(chars[at++] ?? '', char)))
    .join('');
}

const inCaseOf = (char: string, written: string): string => (/\p{Lu}/u.test(written) ? char.toUpperCase() : char);
