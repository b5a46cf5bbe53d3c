import type { TextRange } from '../model/problem.ts';

/** Names of fields that hold credentials: in records, in texts and in addresses. */

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

/** Whether a field of a request's own settings holds a credential, by its name. */
export const isCredentialField = (name: string): boolean => meaningOf(name).credential !== 'nowhere';

/** Whether a field holds the settings or metadata of a request. */
export const isSettingsField = (name: string): boolean => meaningOf(name).isSettings;

/** Whether a field of this name holds a credential; `isSettings`: it is within the settings of a request. */
export function isCredential(name: string, isSettings: boolean): boolean {
  const { credential } = meaningOf(name);
  return credential === 'anywhere' || (isSettings && credential === 'in settings');
}

interface Meaning {
  readonly credential: 'anywhere' | 'in settings' | 'nowhere';
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
  if (name.length > 80) return { credential: 'nowhere', isSettings: false };
  const kebab = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase();
  const credential = credentialAnywhere.test(kebab)
    ? 'anywhere'
    : credentialInSettings.test(kebab)
      ? 'in settings'
      : 'nowhere';
  return { credential, isSettings: settings.test(name) };
}

/** The value of a header, or the part of an address that is a credential. */
export interface CredentialInText {
  readonly range: TextRange;
  readonly name: string;
  readonly isInUrl: boolean;
}

/** In the order of the text, apart from each other. */
export function credentialsInText(text: string): readonly CredentialInText[] {
  if (!/[:=]/.test(text)) return [];
  const headers = [...headersIn(text)];
  const inUrls: CredentialInText[] = [];
  for (const { 0: whole, 1: before = '', index } of text.matchAll(parameterInUrl)) {
    inUrls.push(inUrl(index + before.length, index + whole.length, before.slice(1, -1)));
  }
  for (const { 0: whole, 1: before = '', index } of text.matchAll(passwordInUrl)) {
    inUrls.push(inUrl(index + before.length, index + whole.length, 'password'));
  }
  let end = 0;
  return [...headers, ...inUrls]
    .toSorted((a, b) => a.range.start - b.range.start)
    .filter(({ range }) => {
      const isApart = range.start >= end;
      if (isApart) end = range.end;
      return isApart;
    });
}

const inUrl = (start: number, end: number, name: string): CredentialInText => ({
  range: { start, end },
  name,
  isInUrl: true,
});

/** The value of a header ends with the line or the quote. */
function* headersIn(text: string): Generator<CredentialInText> {
  let end = 0;
  for (const { 0: whole, 1: name = '', index } of text.matchAll(nameInText)) {
    const start = index + whole.length;
    if (index < end || !headerNames.has(name.toLowerCase())) continue;
    end = start;
    while (end < text.length && !lineOrQuote.has(text.charAt(end))) end++;
    yield { range: { start, end }, name, isInUrl: false };
  }
}

const lineOrQuote: ReadonlySet<string> = new Set('"\'\r\n');

/** The names of headers with credentials in a copied HTTP message. */
export const headersAtLineStart = (text: string): readonly string[] =>
  [...text.matchAll(nameAtLineStart)].flatMap(([, name = '']) => (headerNames.has(name.toLowerCase()) ? [name] : []));
