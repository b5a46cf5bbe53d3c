import { once } from 'node:events';
import type { Server } from 'node:http';

/** Number of ports to try when the requested one is taken. */
const attempts = 20;

/** The server cannot listen where it should; the message says why. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen';
}

/** Listens at the first free port from `port` on (0: any free one) and returns the address to open. */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  for (let tried = port; ; tried++) {
    if (await listenAt(server, host, tried)) return addressOf(server, host);
    if (tried >= port + attempts - 1)
      throw new CannotListen(`The ports from ${port} to ${tried} are taken. Choose another with --port.`);
  }
}

/** False when the port is taken. */
export async function listenAt(server: Server, host: string, port: number): Promise<boolean> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return true;
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return false;
    throw new CannotListen(`The server cannot listen at ${host}, port ${port} (${codeOf(error)}).`, { cause: error });
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error));

function addressOf(server: Server, host: string): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('a server that listens at a port has a port');
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`;
}
