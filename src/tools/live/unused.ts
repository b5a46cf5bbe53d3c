import type { IncomingMessage, Server } from 'node:http';
import type { UnusedRequest } from '../../worker/live-protocol.ts';

/** Kinds of requests that are remembered, the latest last. */
const maxKinds = 20;
const maxPath = 100;

/** Requests that became no record. The page lists them, so that a wrong set-up is found soon. */
export class UnusedRequests {
  readonly #kinds = new Map<string, UnusedRequest>();

  get list(): readonly UnusedRequest[] {
    return [...this.#kinds.values()];
  }

  add({ method = '', url = '' }: Pick<IncomingMessage, 'method' | 'url'>, reason: string): void {
    this.#add(`${method} ${url.replace(/[?#].*$/s, '').slice(0, maxPath)}`, reason);
  }

  /** Notices senders that speak another protocol than HTTP/1.1 to a server. */
  watchProtocol(server: Server): void {
    server.on('clientError', (error: Error & { readonly rawPacket?: Buffer }, socket) => {
      const start = error.rawPacket?.subarray(0, 16).toString('latin1') ?? '';
      // The first bytes of HTTP/2 without TLS, and of TLS.
      if (start.startsWith('PRI * HTTP/2')) this.#add('gRPC', grpcReason);
      else if (start.startsWith('\u0016\u0003')) this.#add('https', tlsReason);
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
      else socket.destroy();
    });
  }

  #add(what: string, reason: string): void {
    const key = `${what} ${reason}`;
    const count = (this.#kinds.get(key)?.count ?? 0) + 1;
    this.#kinds.delete(key);
    this.#kinds.set(key, { what, reason, count, last: new Date().toISOString() });
    for (const oldest of this.#kinds.keys()) if (this.#kinds.size > maxKinds) this.#kinds.delete(oldest);
  }
}

const grpcReason =
  'A sender uses gRPC (HTTP/2), which is not received. Set OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf where it is started.';
const tlsReason = 'A sender uses https, but this server speaks http. Begin the address with http://.';
