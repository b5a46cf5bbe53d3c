import { resolve } from 'node:path';
import { root } from '../setup/run.ts';
import { listen } from './listen.ts';
import { createFolderServer } from './server.ts';

/** Only this machine can reach the page, unless HOST is set. */
const host = process.env['HOST'] ?? '127.0.0.1';
const port = Number(process.env['PORT'] ?? 4173);

if (!Number.isInteger(port) || port < 0 || port > 65535) {
  console.error(`PORT must be a number from 0 to 65535; it is "${process.env['PORT']}".`);
  process.exit(2);
}
const server = createFolderServer(resolve(root, 'dist'));
const address = await listen(server, host, port);
console.log(`Contextscope is at ${address}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}
