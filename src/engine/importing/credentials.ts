import type { Note } from '../model/problem.ts';
import type { Session } from '../model/session.ts';
import { elementAt, isList, isRecord, type RecordValue, type Value } from '../model/value.ts';
import { credentialsInText, headersAtLineStart, isCredential, isSettingsField } from './credential-names.ts';

/** Replaces a credential, so that `has()` and the type of the field stay as recorded. */
const credentialLeftOut = '[credential left out]';

/**
 * The session without the credentials that requests carried: header fields, signed URLs, keys and passwords in settings.
 * Rules never need them, and all data in a session can be saved and shared. A note names their fields.
 *
 * Arguments, results and texts stay as recorded: they are the agent's input and output, and rules about leaked
 * secrets must see them. Returns the same object if there is nothing to leave out.
 */
export function withoutCredentials<S extends Session>(session: S): S {
  const scrubber = new Scrubber();
  const header = scrubber.value(session.header as unknown as Value); // plain data by its schema
  const events = scrubber.value(session.events as readonly Value[]); // likewise
  const notes = scrubber.notes(session.notes);
  if (scrubber.isEmpty) return session;
  return {
    ...session,
    header: header as unknown as S['header'], // the same record with other texts in it
    events: events as S['events'], // likewise
    notes: [...notes, scrubber.note()],
  };
}

/** The notes of a reader, which may quote a header; `text` is searched for headers of a copied HTTP message. */
export function notesWithoutCredentials(notes: readonly Note[], text: string): readonly Note[] {
  if (notes.length === 0) return notes;
  const quoted = new Scrubber();
  const clean = quoted.notes(notes);
  const found = new Scrubber();
  if (notes.some(({ code }) => code === 'reader/prose')) {
    for (const name of headersAtLineStart(text.slice(0, mostSearched))) found.add(name);
  }
  const named = found.isEmpty ? quoted : found;
  return named.isEmpty ? notes : [...clean, named.note()];
}

/** The same for any value. */
export const valueWithoutCredentials = (value: Value): Value => new Scrubber().value(value);

/** UTF-16 units of a text in which headers are searched for. */
const mostSearched = 1_000_000;

/** The search stops at this depth: no format keeps its request settings there. */
const deepest = 400;

/** Input and output of agents, where everything stays as recorded. */
const evidence: ReadonlySet<string> = new Set(
  (
    'args arguments input output result response passed planned params text template intended thinking error reason ' +
    'remark title resolves rejects course'
  ).split(' '),
);

/**
 * Leaves credentials out of values, and remembers their fields by name. `isSettings`: the value is within the settings or
 * metadata of a request.
 */
class Scrubber {
  readonly #fields = new Map<string, number>();
  /** The keys that lead to the value at hand; empty for positions in lists. */
  readonly #keys: string[] = [];

  get isEmpty(): boolean {
    return this.#fields.size === 0;
  }

  /** Names the fields, never their values. */
  note(): Note {
    const named = [...this.#fields].slice(0, 12).map(([field, times]) => (times === 1 ? field : `${field} (${times})`));
    const more = this.#fields.size > named.length ? ` and ${this.#fields.size - named.length} more` : '';
    return {
      severity: 'lost',
      code: 'import/credentials-left-out',
      message: `The values of these fields look like credentials and were left out: ${named.join(', ')}${more}.`,
    };
  }

  add(name: string): void {
    const field = [...this.#keys, name].filter((key) => key !== '').join('.');
    this.#fields.set(field, (this.#fields.get(field) ?? 0) + 1);
  }

  value(value: Value, isSettings = false): Value {
    if (typeof value === 'string') return isSettings || isAddress(value) ? this.#text(value) : value;
    if (typeof value !== 'object' || value === null || this.#keys.length > deepest) return value;
    if (Array.isArray(value)) return this.#list(value, isSettings);
    return isRecord(value) ? this.#record(value, isSettings) : value;
  }

  notes(notes: readonly Note[]): readonly Note[] {
    return notes.map((given) => {
      const note = this.value(given as unknown as Value) as unknown as Note; // the same record with other texts in it
      const message = this.#text(note.message);
      return message === note.message ? note : { ...note, message };
    });
  }

  #list(list: readonly Value[], isSettings: boolean): readonly Value[] {
    let copy: Value[] | undefined;
    for (let index = 0; index < list.length; index++) {
      const element = list[index] ?? null;
      const name = isSettings ? list[index - 1] : undefined;
      // Some clients write headers as `["authorization", "Bearer …", …]`.
      const follows = typeof name === 'string' && typeof element === 'string' && isCredential(name, isSettings);
      const clean = follows ? this.#leftOut(name) : this.#below('', element, isSettings);
      if (clean !== element) (copy ??= [...list])[index] = clean;
    }
    return copy ?? list;
  }

  #record(record: RecordValue, isSettings: boolean): RecordValue {
    const names = record['value'] === undefined && record['state'] === undefined ? nameless : namesGiven(record);
    let copy: Map<string, Value> | undefined;
    for (const key of Object.keys(record)) {
      const value = record[key] ?? null;
      // A value without any text in it is a count or a flag.
      if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) continue;
      const isNamed = names.length > 0 && (key === 'value' || key === 'state');
      const clean = isNamed ? this.#named(names, value, isSettings) : this.#field(key, value, isSettings);
      if (clean !== value) (copy ??= new Map(Object.entries(record))).set(key, clean);
    }
    // `Object.fromEntries` keeps `__proto__` an ordinary key.
    return copy === undefined ? record : Object.fromEntries(copy);
  }

  /** A value whose names are beside it, as if they were the keys that lead to it. */
  #named([name = '', ...rest]: readonly string[], value: Value, isSettings: boolean): Value {
    if (rest.length === 0) return this.#keyed(name, value, isSettings);
    this.#keys.push(name);
    const clean = this.#named(rest, value, isSettings || isSettingsField(name));
    this.#keys.pop();
    return clean;
  }

  #field(key: string, value: Value, isSettings: boolean): Value {
    return evidence.has(key) && !isCredential(key, isSettings) ? value : this.#keyed(key, value, isSettings);
  }

  #keyed(key: string, value: Value, isSettings: boolean): Value {
    if (!isCredential(key, isSettings)) return this.#below(key, value, isSettings || isSettingsField(key));
    const isHeld = (typeof value === 'string' && value !== '') || isList(value) || isRecord(value);
    return isHeld && value !== credentialLeftOut && !isPlaceholder(value) ? this.#leftOut(key) : value;
  }

  #below(key: string, value: Value, isSettings: boolean): Value {
    this.#keys.push(key);
    const clean = this.value(value, isSettings);
    this.#keys.pop();
    return clean;
  }

  #leftOut(name: string): string {
    this.add(name);
    return credentialLeftOut;
  }

  #text(text: string): string {
    if (!/[:=]/.test(text)) return text;
    let clean = '';
    let end = 0;
    for (const { range, name, isInUrl } of credentialsInText(text)) {
      const written = isInUrl ? credentialLeftOutInUrl : credentialLeftOut;
      const value = text.slice(range.start, range.end);
      if (value === '' || value === written) continue;
      this.add(name);
      clean += text.slice(end, range.start) + written;
      end = range.end;
    }
    return clean + text.slice(end);
  }
}

const isAddress = (text: string): boolean => text.startsWith('http') && /^https?:\/\//.test(text);

const nameless: readonly string[] = [];

/**
 * The names in `{name: "cookie", value: "…"}`, as HAR files and OpenTelemetry write lists of fields, and in the events of
 * our own sessions that set a value at a path.
 */
function namesGiven(record: RecordValue): readonly string[] {
  const name = record['name'] ?? record['key'] ?? record['path'] ?? record['layer'] ?? null;
  if (typeof name === 'string') return name.split('.').slice(-8);
  return isList(name) ? [...name].filter((part) => typeof part === 'string') : [];
}

/** `{type: "string"}` describes a field, and `[]` holds nothing. */
function isPlaceholder(value: Value): boolean {
  if (isList(value)) return value.length === 0 || (value.length === 1 && elementAt(value, 0) === credentialLeftOut);
  return isRecord(value) && (Object.keys(value).length === 0 || typeof value['type'] === 'string');
}

/** Without blanks, so that the address stays one. */
const credentialLeftOutInUrl = 'credential-left-out';
