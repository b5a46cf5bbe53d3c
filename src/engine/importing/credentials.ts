import type { Note } from '../model/problem.ts';
import type { Session } from '../model/session.ts';
import { elementAt, isList, isRecord, type RecordValue, type Value } from '../model/value.ts';

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
  const found = new Found();
  const header = withoutIn(session.header as unknown as Value, found); // plain data by its schema
  const events = withoutIn(session.events as readonly Value[], found); // likewise
  const notes = notesWithout(session.notes, found);
  if (found.isEmpty) return session;
  return {
    ...session,
    header: header as unknown as S['header'], // the same record with other texts in it
    events: events as S['events'], // likewise
    notes: [...notes, found.note()],
  };
}

/** The notes of a reader, which may quote a header; `text` is searched for headers of a copied HTTP message. */
export function notesWithoutCredentials(notes: readonly Note[], text: string): readonly Note[] {
  if (notes.length === 0) return notes;
  const quoted = new Found();
  const clean = notesWithout(notes, quoted);
  const found = new Found();
  if (notes.some(({ code }) => code === 'reader/prose')) {
    for (const [, name = ''] of text.slice(0, mostSearched).matchAll(nameAtLineStart)) {
      if (headerNames.has(name.toLowerCase())) found.add(name);
    }
  }
  const named = found.isEmpty ? quoted : found;
  return named.isEmpty ? notes : [...clean, named.note()];
}

/** The same for any value. */
export function valueWithoutCredentials(value: Value): Value {
  return withoutIn(value, new Found());
}

/** UTF-16 units of a text in which headers are searched for. */
const mostSearched = 1_000_000;

/** Fields whose values were left out, by name and never by value. */
class Found {
  readonly #fields = new Map<string, number>();

  add(field: string): void {
    this.#fields.set(field, (this.#fields.get(field) ?? 0) + 1);
  }

  get isEmpty(): boolean {
    return this.#fields.size === 0;
  }

  note(): Note {
    const named = [...this.#fields].slice(0, 12).map(([field, times]) => (times === 1 ? field : `${field} (${times})`));
    const more = this.#fields.size > named.length ? ` and ${this.#fields.size - named.length} more` : '';
    return {
      severity: 'lost',
      code: 'import/credentials-left-out',
      message: `The values of these fields look like credentials and were left out: ${named.join(', ')}${more}.`,
    };
  }
}

/** The search stops at this depth: no format keeps its request settings there. */
const deepest = 400;

/** Input and output of agents, where everything stays as recorded. */
const evidence: ReadonlySet<string> = new Set(
  (
    'args arguments input output result response passed planned params text template intended thinking error reason ' +
    'remark title resolves rejects course'
  ).split(' '),
);

/** Records of the settings or metadata of a request, where even a plain `token` or `password` is a credential. */
const settings =
  /^(?:(?:request_?|response_?|default_?|extra_?|http_?)?headers?|.*metadata|settings|config|configurable|options|kwargs|.*parameters|.*_params|attributes|auth(?:entication)?|credentials)$/i;

/** Header fields whose value is a credential, in lower case. */
const headerNames: ReadonlySet<string> = new Set(
  (
    'authorization proxy-authorization cookie set-cookie x-api-key api-key apikey x-goog-api-key x-auth-token ' +
    'x-access-token x-csrf-token x-amz-security-token ocp-apim-subscription-key'
  ).split(' '),
);

/** The end of a name in kebab case, after what it may be qualified with (`http.request.header.authorization`). */
const credentialAnywhere =
  /(?:^|[.-])(?:authorization|cookie|api-?key|subscription-key|api-token|access-token|refresh-token|auth-token|bearer-token|session-token|security-token|csrf-token|client-secret|secret-key|secret-access-key|private-key)$/;
const credentialInSettings = /(?:^|[.-])(?:token|password|passwd|secret|signature|jwt|bearer)$/;

/** A name as text writes headers: `Cookie: a=b`, `-H 'X-Api-Key: …'`, `"api-key": "…"`. */
const nameInText = /\b([a-z][a-z-]{3,40})["']?[ \t]{0,4}:[ \t]{0,4}["']?/gi;
const nameAtLineStart = /^[<>*]?[ \t]{0,4}([a-z][a-z-]{3,40})[ \t]{0,4}:/gim;
const parameterInUrl =
  /([?&;](?:x-amz-(?:signature|credential|security-token)|x-goog-(?:signature|credential)|signature|sig|key|api[-_]?key|access[-_]?token|auth[-_]?token|token|password|secret|client_secret)=)[^&;#\s"'<>]+/gi;
const passwordInUrl = /(\bhttps?:\/\/[^\s/:@"'<>]{1,200}:)[^\s/@"'<>]{1,200}(?=@)/gi;

/** The place of a value: the names that lead there, without positions. */
interface Place {
  readonly name: string;
  readonly above: Place | undefined;
  readonly depth: number;
  readonly isSettings: boolean;
}

const root: Place = { name: '', above: undefined, depth: 0, isSettings: false };

const fieldAt = (place: Place, name: string): string => {
  const names = name === '' ? [] : [name];
  for (let at: Place | undefined = place; at !== undefined; at = at.above) if (at.name !== '') names.unshift(at.name);
  return names.join('.');
};

function withoutIn(value: Value, found: Found, place: Place = root): Value {
  if (typeof value === 'string') {
    if (!place.isSettings && !isAddress(value)) return value;
    return scrubbed(value, (name) => found.add(fieldAt(place, name)));
  }
  if (typeof value !== 'object' || value === null || place.depth > deepest) return value;
  if (Array.isArray(value)) return listWithout(value, found, place);
  return isRecord(value) ? recordWithout(value, found, place) : value;
}

const isAddress = (text: string): boolean => text.startsWith('http') && /^https?:\/\//.test(text);

function listWithout(list: readonly Value[], found: Found, place: Place): readonly Value[] {
  let copy: Value[] | undefined;
  const inner = { name: '', above: place, depth: place.depth + 1, isSettings: place.isSettings };
  for (let index = 0; index < list.length; index++) {
    const element = list[index] ?? null;
    const name = place.isSettings ? list[index - 1] : undefined;
    // Some clients write headers as `["authorization", "Bearer …", …]`.
    const follows = typeof name === 'string' && typeof element === 'string' && isCredential(name, place);
    const clean = follows ? leftOut(name, found, place) : withoutIn(element, found, inner);
    if (clean !== element) (copy ??= [...list])[index] = clean;
  }
  return copy ?? list;
}

function recordWithout(record: RecordValue, found: Found, place: Place): RecordValue {
  const names = record['value'] === undefined && record['state'] === undefined ? nameless : namesGiven(record);
  let copy: Map<string, Value> | undefined;
  for (const key of Object.keys(record)) {
    const value = record[key] ?? null;
    // A value that is neither text nor made of texts is a count or a flag.
    if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) continue;
    const clean =
      names.length > 0 && (key === 'value' || key === 'state')
        ? namedWithout(names, value, found, place)
        : fieldWithout(key, value, found, place);
    if (clean !== value) (copy ??= new Map(Object.entries(record))).set(key, clean);
  }
  // `Object.fromEntries` keeps `__proto__` an ordinary key.
  return copy === undefined ? record : Object.fromEntries(copy);
}

/** A value whose names are beside it, as if they were the keys that lead to it. */
function namedWithout([name = '', ...rest]: readonly string[], value: Value, found: Found, place: Place): Value {
  if (rest.length === 0 && isCredential(name, place)) return secretWithout(value, name, found, place);
  const { isSettings } = meaningOf(name);
  const inner = { name, above: place, depth: place.depth + 1, isSettings: place.isSettings || isSettings };
  return rest.length === 0 ? withoutIn(value, found, inner) : namedWithout(rest, value, found, inner);
}

function fieldWithout(key: string, value: Value, found: Found, place: Place): Value {
  const { credential, isEvidence, isSettings } = meaningOf(key);
  if (credential === 'anywhere' || (credential === 'in settings' && place.isSettings)) {
    return secretWithout(value, key, found, place);
  }
  if (isEvidence || (typeof value === 'string' && !place.isSettings && !isSettings && !isAddress(value))) return value;
  return withoutIn(value, found, {
    name: key,
    above: place,
    depth: place.depth + 1,
    isSettings: place.isSettings || isSettings,
  });
}

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

function secretWithout(value: Value, name: string, found: Found, place: Place): Value {
  const isHeld = (typeof value === 'string' && value !== '') || isList(value) || isRecord(value);
  return isHeld && value !== credentialLeftOut && !isPlaceholder(value) ? leftOut(name, found, place) : value;
}

/** `{type: "string"}` describes a field, and `[]` holds nothing. */
function isPlaceholder(value: Value): boolean {
  if (isList(value)) return value.length === 0 || (value.length === 1 && elementAt(value, 0) === credentialLeftOut);
  return isRecord(value) && (Object.keys(value).length === 0 || typeof value['type'] === 'string');
}

function leftOut(name: string, found: Found, place: Place): string {
  found.add(fieldAt(place, name));
  return credentialLeftOut;
}

function scrubbed(text: string, leave: (name: string) => void): string {
  if (!/[:=]/.test(text)) return text;
  return withoutHeaders(text, leave)
    .replace(parameterInUrl, (whole, parameter: string) => {
      if (whole.endsWith(credentialLeftOutInUrl)) return whole;
      leave(parameter.slice(1, -1));
      return `${parameter}${credentialLeftOutInUrl}`;
    })
    .replace(passwordInUrl, (whole, before: string) => {
      if (whole.endsWith(credentialLeftOutInUrl)) return whole;
      leave('password');
      return `${before}${credentialLeftOutInUrl}`;
    });
}

/** The value of a header ends with the line or the quote. */
function withoutHeaders(text: string, leave: (name: string) => void): string {
  let clean = '';
  let end = 0;
  for (const { 0: whole, 1: name = '', index } of text.matchAll(nameInText)) {
    const start = index + whole.length;
    if (index < end || !headerNames.has(name.toLowerCase())) continue;
    clean += text.slice(end, start);
    end = start + (/["'\r\n]/.exec(text.slice(start))?.index ?? text.length - start);
    const value = text.slice(start, end);
    if (value !== '' && value !== credentialLeftOut) leave(name);
    clean += value === '' ? '' : credentialLeftOut;
  }
  return clean + text.slice(end);
}

/** Without blanks, so that the address stays one. */
const credentialLeftOutInUrl = 'credential-left-out';

function notesWithout(notes: readonly Note[], found: Found): readonly Note[] {
  return notes.map((given) => {
    const note = withoutIn(given as unknown as Value, found) as unknown as Note; // the same record with other texts in it
    const message = scrubbed(note.message, (name) => found.add(name));
    return message === note.message ? note : { ...note, message };
  });
}

/** Whether a field of a request's own settings holds a credential, by its name. */
export const isCredentialField = (name: string): boolean => meaningOf(name).credential !== 'nowhere';

interface Meaning {
  readonly credential: 'anywhere' | 'in settings' | 'nowhere';
  readonly isEvidence: boolean;
  readonly isSettings: boolean;
}

/** The same few names occur again and again. */
const known = new Map<string, Meaning>();

function meaningOf(name: string): Meaning {
  const before = known.get(name);
  if (before !== undefined) return before;
  const meaning = meaningByWords(name);
  if (known.size < 10_000) known.set(name, meaning);
  return meaning;
}

function meaningByWords(name: string): Meaning {
  if (name.length > 80) return { credential: 'nowhere', isEvidence: false, isSettings: false };
  const kebab = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
  const credential = credentialAnywhere.test(kebab)
    ? 'anywhere'
    : credentialInSettings.test(kebab)
      ? 'in settings'
      : 'nowhere';
  return { credential, isEvidence: evidence.has(name), isSettings: settings.test(name) };
}

function isCredential(name: string, { isSettings }: Place): boolean {
  const { credential } = meaningOf(name);
  return credential === 'anywhere' || (isSettings && credential === 'in settings');
}
