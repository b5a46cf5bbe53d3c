import type { IncomingMessage, ServerResponse } from 'node:http';
import { createGunzip } from 'node:zlib';

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

/**
 * Refuses requests that another web page makes through the user's browser. A browser names its page in `Origin` or says
 * in `Sec-Fetch-Site` that it is another one; a foreign `Host` is a name that an attacker points at this machine.
 */
export function refuseForeign(request: IncomingMessage, allowed: ReadonlySet<string>): void {
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = request.headers;
  if (!isOwnHost(host, request.socket.localAddress)) {
    throw new RefusedRequest(403, `This server does not answer to the host name “${host.slice(0, 100)}”.`);
  }
  if (origin !== undefined && origin !== `http://${host}` && !allowed.has(origin)) {
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
function isOwnHost(host: string, address: string | undefined): boolean {
  const name = host.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name) || name === address;
}

/** The whole body, unpacked. A request that breaks off throws, so nothing of it is kept. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const packing = request.headers['content-encoding'] ?? 'identity';
  if (packing !== 'identity' && packing !== 'gzip') {
    throw new RefusedRequest(415, `Bodies packed with “${packing}” cannot be read. Use gzip, or none.`);
  }
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of packing === 'gzip' ? request.pipe(createGunzip()) : request) {
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

/** The text of a body; refuses bytes that are not UTF-8. */
export function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new RefusedRequest(400, 'The body is no UTF-8 text.');
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
