import { credentialsInText } from '../../importing/credential-names.ts';
import { byExpression, type Pattern } from './pattern.ts';

const leftOut = /^\[?credential[ -]left[ -]out\]?$/;

/** Credentials that are recognised by what is around them, not by a prefix of their maker. */
export const credentialPatterns: readonly Pattern[] = [
  byExpression({
    id: 'jwt',
    kind: 'secret',
    title: 'JSON Web Tokens',
    source: 'https://www.rfc-editor.org/rfc/rfc7519',
    kept: /^eyJ/,
    needs: 'eyJ',
    expression: /(?<![\w-])eyJ[\w-]{8,4000}\.[\w-]{8,8000}(?:\.[\w-]{0,2000})?/g,
  }),
  {
    id: 'private-key',
    kind: 'secret',
    title: 'private keys',
    source: 'https://www.rfc-editor.org/rfc/rfc7468',
    find: privateKeys,
  },
  {
    id: 'credential-in-text',
    kind: 'secret',
    title: 'values of header fields, and credentials in addresses',
    source: 'https://www.rfc-editor.org/rfc/rfc9110#name-authorization',
    kept: /^(?:Bearer|Basic|Digest|Token|ApiKey|Negotiate) {1,4}/i,
    *find(text) {
      for (const { range } of credentialsInText(text)) {
        const value = text.slice(range.start, range.end);
        if (value.length >= 4 && !leftOut.test(value) && !isPlaceholder(value)) yield range;
      }
    },
  },
  byExpression({
    id: 'authorization-scheme',
    kind: 'secret',
    title: 'values after Bearer or Basic',
    source: 'https://www.rfc-editor.org/rfc/rfc6750',
    expression: /\b(?:Bearer|Basic|Token) {1,4}([\w.~+/-]{8,4000}={0,2})/gi,
    isValid: looksRandom,
  }),
  byExpression({
    id: 'connection-string',
    kind: 'secret',
    title: 'passwords in connection strings',
    source: 'https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1',
    needs: '://',
    expression: /\b[a-z][a-z0-9+.]{1,20}:\/\/[^\s/:@"'<>\\]{0,200}:([^\s/@"'<>\\]{1,200})@/gi,
  }),
  byExpression({
    id: 'assigned',
    kind: 'secret',
    title: 'values that a text assigns to a password, a token or a key',
    source: 'https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml',
    expression:
      /(?:passw(?:or)?d|passphrase|pwd|secret|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?token|access[_-]?token|token)["'\\]{0,3} {0,3}[:=]{1,2} {0,3}["'\\]{0,3}([^\s"'\\,;&<>()[\]{}]{4,400})/gi,
    isValid: (value) => looksRandom(value) && !leftOut.test(value),
  }),
];

const begin = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g;
const longestKey = 20_000;

/**
 * The lines between the heading and the end, each alone: a text may quote only some of them. A key that is cut off ends with
 * the text. In JSON inside JSON, a line break is written with backslashes.
 */
function* privateKeys(text: string) {
  if (!text.includes('PRIVATE KEY')) return;
  for (const { 0: heading, index } of text.matchAll(begin)) {
    const start = index + heading.length;
    const found = text.indexOf('-----END', start);
    const end = Math.min(found < 0 ? text.length : found, start + longestKey);
    for (const { 0: line, index: at } of text.slice(start, end).matchAll(keyLine)) {
      yield { start: start + at, end: start + at + line.length };
    }
  }
}

const keyLine = /(?<![A-Za-z0-9+/=\\])[A-Za-z0-9+/=]{4,}|(?<=\\[nr])[A-Za-z0-9+/=]{4,}/g;

/** `<YOUR_KEY>`, `${TOKEN}`, `***`, `xxxx`: the place of a credential, and none. */
const isPlaceholder = (value: string): boolean => /^[<${[*xX.…]|^your[_-]|^(?:null|none|true|false)$/i.test(value);

/** Not a word of prose: at least 6 characters, among them a digit or a symbol, or capitals between small letters. */
export function looksRandom(value: string): boolean {
  if (value.length < 6 || isPlaceholder(value)) return false;
  return /\d/.test(value) || /[!#$%*+/=@^~]/.test(value) || /[a-z][A-Z]/.test(value);
}
