import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { extname, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readFile, stat } from 'node:fs/promises';
import { answerText, type Permissions, reachableOrigin } from '../live/requests.ts';

type OtherOrigins = Pick<Permissions, 'origins' | 'reachable'>;

/** Answers the requests that it knows and returns true; the others are for files. */
export type Route = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * Serves a folder, read-only, and what `route` answers. Without a folder, only that. The page may connect to the origins
 * that are `reachable` besides those of this machine; pages of `origins` may open and embed it.
 */
export function createPageServer(
  folder: string | null,
  route: Route = async () => false,
  allowed: OtherOrigins = { origins: new Set(), reachable: new Set() },
): Server {
  const home = folder === null ? null : resolve(folder);
  return createServer((request, response) => {
    answer(home, allowed, route, request, response).catch((error: unknown) => {
      // The client disconnected, or the file was deleted while it was read.
      response.destroy(error instanceof Error ? error : undefined);
    });
  });
}

async function answer(
  folder: string | null,
  allowed: OtherOrigins,
  route: Route,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  for (const [name, value] of Object.entries(securityHeaders(allowed))) response.setHeader(name, value);
  if (await route(request, response)) return;
  if (folder === null) return answerText(response, 404, 'Only /v1/traces, /v1/logs, /v1/metrics and /live are here.');
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return answerText(response, 405, 'This server only serves files. Use GET.');
  }
  const found = await findFile(folder, request.url ?? '/', encodingsIn(request.headers['accept-encoding']));
  if (found === null) return answerText(response, 404, 'There is no such file here.');
  if (extname(found.path) === '.html')
    response.setHeader(policyHeader, policyOf(allowed, scriptDigestsIn(await readFile(found.source, 'utf8'))));

  // A browser that has the file keeps the headers that came with it.
  const tag = `"${[found.version, found.encoding ?? '', ...allowed.reachable, '', ...allowed.origins].join('+')}"`;
  response.setHeader('ETag', tag);
  response.setHeader('Cache-Control', cacheControl(found.path));
  response.setHeader('Vary', 'Accept-Encoding');
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304).end();
    return;
  }
  if (found.encoding !== null) response.setHeader('Content-Encoding', found.encoding);
  response.writeHead(200, { 'Content-Type': contentType(found.path), 'Content-Length': found.bytes });
  if (request.method === 'HEAD') response.end();
  else await pipeline(createReadStream(found.file), response);
}

interface FoundFile {
  readonly file: string;
  /** The file as it is; `file` may be compressed. */
  readonly source: string;
  /** Path of the file as it was requested, within the served folder, with forward slashes and a leading one. */
  readonly path: string;
  /** How the build compressed the file; null for a file as it is. */
  readonly encoding: string | null;
  readonly bytes: number;
  /** Changes whenever the file does. */
  readonly version: string;
}

/** The requested file, or null: files outside the folder and hidden files are treated as missing. */
async function findFile(folder: string, url: string, encodings: readonly string[]): Promise<FoundFile | null> {
  const path = pathOf(url);
  if (path === null || path.split('/').some((part) => part.startsWith('.'))) return null;
  const file = resolve(folder, `.${path.endsWith('/') ? `${path}index.html` : path}`);
  if (!file.startsWith(folder + sep)) return null;
  const served = file.slice(folder.length).replaceAll(sep, '/');
  for (const encoding of [...encodings, null]) {
    const stored = encoding === null ? file : `${file}.${extensions[encoding]}`;
    // No such file, or a name that the file system refuses: the client gets the same answer.
    const facts = await stat(stored).catch(() => null);
    if (facts?.isFile() === true)
      return {
        file: stored,
        source: file,
        path: served,
        encoding,
        bytes: facts.size,
        version: `${facts.size}-${facts.mtimeMs}`,
      };
  }
  return null;
}

/** Of the compressed files that the build writes beside the others; the smaller one first. */
const extensions: { readonly [encoding: string]: string } = { br: 'br', gzip: 'gz' };

/** `gzip, br;q=0` allows the first, and forbids the second. */
function encodingsIn(accepted = ''): readonly string[] {
  const named = accepted
    .toLowerCase()
    .replaceAll(/[ \t]/g, '')
    .split(',')
    .map((part) => part.split(';q='));
  const isAllowed = ([name = '', quality = '1']: readonly string[]) =>
    Object.hasOwn(extensions, name) && Number(quality) > 0;
  const allowed = new Set(named.filter(isAllowed).map(([name]) => name));
  return Object.keys(extensions).filter((name) => allowed.has(name));
}

function pathOf(url: string): string | null {
  try {
    const path = decodeURIComponent(url.replace(/[?#].*$/s, ''));
    return path.startsWith('/') && !path.includes('\0') ? path : null;
  } catch {
    // An invalid percent encoding names no file.
    return null;
  }
}

const types: { readonly [extension: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.jsonl': 'application/jsonl; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const contentType = (file: string): string => types[extname(file).toLowerCase()] ?? 'application/octet-stream';

/**
 * Vite puts a hash of the content into the names under assets/, so those never change; everything else may. A worker is
 * bound by the headers of its script, which are others when the server is started with other origins.
 */
const cacheControl = (path: string): string =>
  path.startsWith('/assets/') && !path.startsWith('/assets/worker-')
    ? 'public, max-age=31536000, immutable'
    : 'no-cache';

/** The digests of inline scripts that the policy in a page allows. */
const scriptDigestsIn = (page: string): readonly string[] =>
  /script-src [^;"]*/.exec(page)?.[0].match(/'sha256-[\w+/=]+'/g) ?? [];

const loopback = ['http', 'ws'].flatMap((scheme) => ['127.0.0.1', 'localhost'].map((host) => `${scheme}://${host}:*`));

const policyHeader = 'Content-Security-Policy';

/**
 * Sessions are private: the page may load from this server and connect to programs on this machine, and to no other
 * host. Inline styles are allowed because Monaco sets them; eval is not, and inline scripts are by the digests that the page
 * names. The page repeats these rules in a meta element (vite.config.ts) for other servers; `frame-ancestors` works only in
 * a header. A page that was permitted may embed this one, and write to the window that it opens.
 */
const policyOf = ({ origins, reachable }: OtherOrigins, digests: readonly string[] = []): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...digests].join(' '),
    "worker-src 'self'",
    `connect-src ${["'self'", ...loopback, ...reachable].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    "img-src 'self' data:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${[...origins].filter((origin) => reachableOrigin(origin) === origin).join(' ') || "'none'"}`,
  ].join('; ');

const securityHeaders = (allowed: OtherOrigins): { readonly [name: string]: string } => ({
  [policyHeader]: policyOf(allowed),
  'Cross-Origin-Opener-Policy': allowed.origins.size === 0 ? 'same-origin' : 'unsafe-none',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
});
