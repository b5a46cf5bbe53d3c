import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import { createGunzip, type Gunzip } from 'node:zlib';

/** Bytes of one request, before and after it is unpacked. */
export const maxBodyBytes = 64 * 1024 * 1024;

/** A request that is refused: the status and the sentence of the answer. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  readonly status: number;
  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

/** Who may use the server besides programs and pages on this machine. */
export interface Permissions {
  /** Origins of web pages, as browsers write them. */
  readonly origins: ReadonlySet<string>;
  /** Names of this machine, such as the one by which a container reaches it. */
  readonly hosts: ReadonlySet<string>;
  /** Origins to which the page may connect. */
  readonly reachable: ReadonlySet<string>;
}

/** The origin in an address, as browsers send it; null if the text is no address of a web page. */
export function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, host } = new URL(address);
  return host === '' ? null : `${protocol}//${host}`;
}

/** The same for an address to which the page may connect: without anything that means more than one origin in a policy. */
export function reachableOrigin(address: string): string | null {
  const origin = originOf(address) ?? '';
  return /^https?:\/\/[\w.-]+(?::\d+)?$/.test(origin) ? origin : null;
}

/** The name in a `Host`, as it is compared: without port, without the dot at its end, in lower case. */
export const hostNameOf = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/\.$/, '')
    .replace(/^\[(.*)\]$/, '$1');

/**
 * Refuses requests that another web page makes through the user's browser. A browser names its page in `Origin` or says
 * in `Sec-Fetch-Site` that it is another one; a foreign `Host` is a name that an attacker points at this machine.
 */
export function refuseForeign(request: IncomingMessage, { origins, hosts }: Permissions): void {
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = request.headers;
  const name = hostNameOf(host);
  if (!isOwnHost(name, request.socket.localAddress) && !hosts.has(name)) {
    const shown = name.slice(0, 100);
    throw new RefusedRequest(
      403,
      `This server does not answer to the host name “${shown}”. Start it with --allow-host ${shown} to permit it.`,
    );
  }
  if (origin === 'null') {
    throw new RefusedRequest(
      403,
      'A page without an origin, such as a file or a sandboxed frame, may not use this server. Serve it over http.',
    );
  }
  if (origin !== undefined && origin !== `http://${host.toLowerCase()}` && !origins.has(origin)) {
    throw new RefusedRequest(
      403,
      `Pages of ${origin.slice(0, 100)} may not use this server. Start it with --allow ${origin.slice(0, 100)} to permit them.`,
    );
  }
  if (origin === undefined && site !== 'none' && site !== 'same-origin') {
    throw new RefusedRequest(403, 'Other web pages may not use this server.');
  }
}

/** `localhost`, a loopback address, or the address at which the request arrived. */
const isOwnHost = (name: string, address: string | undefined): boolean =>
  name === 'localhost' || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name) || name === address;

/** The whole body, unpacked. A request that breaks off throws, so nothing of it is kept. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const packing = request.headers['content-encoding'] ?? 'identity';
  if (packing !== 'identity' && packing !== 'gzip') {
    throw new RefusedRequest(415, `Bodies packed with “${packing}” cannot be read. Use gzip, or none.`);
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    const whole = packing === 'gzip' ? unpacked(request) : request.iterator({ destroyOnReturn: false });
    for await (const part of whole) {
      const piece = part as Buffer; // without an encoding set, both streams yield buffers
      bytes += piece.length;
      if (bytes > maxBodyBytes) {
        throw new RefusedRequest(413, `A request may have up to ${maxBodyBytes / 1024 / 1024} MB. Send it in parts.`);
      }
      parts.push(piece);
    }
  } catch (cause) {
    if (cause instanceof RefusedRequest) throw cause;
    throw new RefusedRequest(400, 'The body broke off or could not be unpacked. Send it again.');
  }
  return Buffer.concat(parts);
}

/** Milliseconds after which a body that still comes is not read to its end. */
const longestRestMs = 10_000;

/** Lets the rest of a body pass. Most programs read no answer before they have sent everything. */
export async function skipRest(request: IncomingMessage): Promise<void> {
  if (request.readableEnded || request.destroyed) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, longestRestMs);
    // A pipe pauses what it reads from when its other end closes: nothing more would come.
    request.unpipe();
    finished(request.resume(), () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function unpacked(request: IncomingMessage): Gunzip {
  const gunzip = request.pipe(createGunzip());
  // A pipe does not pass on that its source broke off. A pipeline would, but it closes the connection before the answer.
  finished(request, (cause) => cause && gunzip.destroy(cause));
  return gunzip;
}

/** The text of a body; refuses bytes that are not UTF-8. */
export function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new RefusedRequest(400, 'The body is not UTF-8 text.');
  }
}

export function answerText(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`);
}

export function answerJson(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
    .end(`${JSON.stringify(value)}\n`);
}
