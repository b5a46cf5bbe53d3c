import { type Server } from 'node:http';
import { promisify } from 'node:util';
import { listen } from '../serve/listen.ts';
import { createPageServer } from '../serve/server.ts';
import { liveRoutes } from './routes.ts';
import { LiveStreams, type StreamLimits } from './streams.ts';

/** A real server with the relay and the receiver, at a free port. */
export interface LiveServer {
  readonly address: string;
  readonly streams: LiveStreams;
  /** Connections that are open. */
  connections(): Promise<number>;
  close(): void;
}

export async function liveServer(
  given: {
    readonly limits?: StreamLimits;
    readonly allow?: readonly string[];
    readonly hosts?: readonly string[];
    readonly port?: number;
  } = {},
): Promise<LiveServer> {
  const streams = new LiveStreams(given.limits);
  const server: Server = createPageServer(
    null,
    liveRoutes(streams, { origins: new Set(given.allow), hosts: new Set(given.hosts), reachable: new Set() }),
  );
  streams.unused.watchProtocol(server);
  const address = await listen(server, '127.0.0.1', given.port ?? 0);
  return {
    address,
    streams,
    connections: () => promisify(server.getConnections).call(server),
    close() {
      server.close();
      server.closeAllConnections();
      streams.close();
    },
  };
}

/** The whole text of a stream. */
export function textIn(streams: LiveStreams, name: string): string {
  const stream = streams.get(name);
  if (stream === undefined) return '';
  let text = '';
  let last = 0;
  for (let records = stream.after(0); records.length > 0; records = stream.after(last)) {
    for (const { number, kind, text: part } of records) {
      text = kind === 'replace' ? part : text + part;
      last = number;
    }
  }
  return text;
}
