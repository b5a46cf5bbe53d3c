import { Opaque, type Value } from '../../model/value.ts';
import { cut, invalid } from '../evaluate/eval-result.ts';
import { fn, method, type CelFunction } from '../evaluate/library.ts';
import { decodeUtf8, encodeUtf8 } from '../parse/utf8.ts';

/**
 * URLs, as Kubernetes' library for CEL has them: it reads them with Go's net/url, whose rules these are. Host and path are what a
 * rule compares, so a text that Go refuses is refused here as well.
 */
class Url extends Opaque {
  readonly scheme: string;
  /** With the port. */
  readonly host: string;
  readonly escapedPath: string;
  readonly query: string;

  constructor(text: string, { scheme, host, escapedPath, query }: Parts) {
    super('kubernetes.URL', text);
    this.scheme = scheme;
    this.host = host;
    this.escapedPath = escapedPath;
    this.query = query;
  }
}

type Parts = Pick<Url, 'scheme' | 'host' | 'escapedPath' | 'query'>;

/** A whole address, or a path from the root. Undefined for any other text. */
function parseUrl(text: string): Url | undefined {
  // Go reads it twice: once as in the first line of a request, where a fragment is part of the path or the query, then without one.
  const hash = text.indexOf('#');
  const [whole, fragment] = hash < 0 ? [text, ''] : [text.slice(0, hash), text.slice(hash + 1)];
  if (partsOf(text, true) === undefined || unescape(fragment) === undefined) return undefined;
  const parts = partsOf(whole, false);
  return parts && new Url(text, parts);
}

function partsOf(text: string, isRequest: boolean): Parts | undefined {
  // A control character is never part of a URL.
  if (encodeUtf8(text).some((byte) => byte < 0x20 || byte === 0x7f) || (isRequest && text === '')) return undefined;
  if (text === '*') return { scheme: '', host: '', escapedPath: '*', query: '' };
  const scheme = /^(?:([A-Za-z][A-Za-z0-9+.-]*)?:)?/.exec(text);
  if (scheme?.[0] === ':') return undefined;
  const named = scheme?.[1] ?? '';
  const rest = text.slice(scheme?.[0].length ?? 0);
  const mark = rest.indexOf('?');
  const [before, query] = mark < 0 ? [rest, ''] : [rest.slice(0, mark), rest.slice(mark + 1)];
  const parts = { scheme: named.toLowerCase(), host: '', escapedPath: '', query };
  if (!before.startsWith('/')) {
    if (named !== '') return parts;
    if (isRequest || before.split('/', 1)[0]?.includes(':') === true) return undefined;
  }
  const hasHost = before.startsWith('//') && (named !== '' || (!isRequest && !before.startsWith('///')));
  const end = hasHost ? before.indexOf('/', 2) : 0;
  const host = hasHost ? hostIn(before.slice(2, end < 0 ? before.length : end)) : '';
  const path = end < 0 ? '' : before.slice(end);
  const bytes = unescape(path);
  if (host === undefined || bytes === undefined) return undefined;
  return { ...parts, host, escapedPath: isEscaped(path) ? path : escapePath(bytes) };
}

/** The host of an authority, with its port. */
function hostIn(authority: string): string | undefined {
  const at = authority.lastIndexOf('@');
  const user = authority.slice(0, Math.max(0, at));
  if (!/^[A-Za-z0-9._:~!$&'()*+,;=%@-]*$/.test(user) || unescape(user) === undefined) return undefined;
  const host = authority.slice(at + 1);
  const bracket = host.startsWith('[') ? host.lastIndexOf(']') : -1;
  if (host.startsWith('[') && bracket < 0) return undefined;
  const colon = host.lastIndexOf(':');
  const port = bracket >= 0 ? host.slice(bracket + 1) : colon < 0 ? '' : host.slice(colon);
  if (!/^(?::\d*)?$/.test(port)) return undefined;
  // In a host only bytes outside of ASCII are escaped, and a zone within brackets.
  const zone = bracket < 0 ? -1 : host.slice(0, bracket).indexOf('%25');
  const plain = zone < 0 ? host : host.slice(0, zone) + host.slice(bracket);
  if (/%(?![89A-Fa-f][0-9A-Fa-f])/.test(plain) || /[ "#/<>?@\\^`{|}]/.test(plain.replaceAll(/["<>]/g, '')))
    return undefined;
  const bytes = unescape(host);
  return bytes && (decodeUtf8(bytes) ?? host);
}

/** Undefined where a percent sign has no two digits behind it. */
function unescape(text: string): Uint8Array | undefined {
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return undefined;
  const bytes = encodeUtf8(text);
  const plain: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte !== 0x25) plain.push(byte);
    else {
      plain.push(Number.parseInt(String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0), 16));
      at += 2;
    }
  }
  return Uint8Array.from(plain);
}

/** A path that is escaped already stays as it is written. */
const isEscaped = (path: string): boolean => /^[A-Za-z0-9_.~!$&'()*+,;=:@[\]%/-]*$/.test(path);

const escapePath = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9_.~$&+,/:;=@-]/.test(character)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');

/** The values of each key. A pair that cannot be decoded is left out. */
function queryOf(query: string): ReadonlyMap<Value, Value> {
  const fields = new Map<string, string[]>();
  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';')) continue;
    const equals = pair.indexOf('=');
    const [name, value] = (equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)]).map(decodeField);
    if (name === undefined || value === undefined) continue;
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  return fields;
}

function decodeField(text: string): string | undefined {
  const bytes = unescape(text.replaceAll('+', ' '));
  return bytes && decodeUtf8(bytes);
}

function hostAndPort(host: string): readonly [name: string, port: string] {
  const [, name = host, port = ''] = /^(.*):(\d*)$/s.exec(host) ?? [];
  return [name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name, port];
}

const of = (name: string, read: (url: Url) => Value): CelFunction =>
  method(name, 1, (url) => (url instanceof Url ? read(url) : undefined));

export const urlFunctions: readonly CelFunction[] = [
  fn('url', 1, (text) => {
    if (typeof text !== 'string') return undefined;
    return parseUrl(text) ?? invalid(`${JSON.stringify(cut(text))} is neither a URL nor a path from the root`);
  }),
  fn('isURL', 1, (text) => (typeof text === 'string' ? partsOf(text, true) !== undefined : undefined)),
  of('getScheme', ({ scheme }) => scheme),
  of('getHost', ({ host }) => host),
  of('getHostname', ({ host }) => hostAndPort(host)[0]),
  of('getPort', ({ host }) => hostAndPort(host)[1]),
  of('getEscapedPath', ({ escapedPath }) => escapedPath),
  of('getQuery', ({ query }) => queryOf(query)),
];
