import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../setup/run.ts';
import { liveRoutes } from '../live/routes.ts';
import { hostNameOf, originOf } from '../live/requests.ts';
import { deleteRecordsOfDeadServers, LiveStreams } from '../live/streams.ts';
import { Watch } from '../live/watch/watch.ts';
import { listen, listenAt } from './listen.ts';
import { createPageServer } from './server.ts';

/** Where exporters of OpenTelemetry send to unless they are configured otherwise. */
const otlpPort = 4318;

/** Only this machine can reach the page, unless HOST is set. */
const host = process.env['HOST'] ?? '127.0.0.1';
const port = Number(process.env['PORT'] ?? 4173);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    watch: { type: 'boolean', default: false },
    allow: { type: 'string', multiple: true, default: [] },
    'allow-host': { type: 'string', multiple: true, default: [] },
  },
});
if (!Number.isInteger(port) || port < 0 || port > 65535) {
  console.error(`PORT must be a number from 0 to 65535; it is "${process.env['PORT']}".`);
  process.exit(2);
}
if (values.watch !== positionals.length > 0) {
  console.error('--watch is followed by the files, folders or patterns to follow: npm start -- --watch logs/');
  process.exit(2);
}
const origins = values.allow.map((address) => {
  const origin = originOf(address);
  if (origin !== null) return origin;
  console.error(
    `--allow is followed by the address of a web page, such as https://agents.example; "${address}" is none.`,
  );
  process.exit(2);
});
deleteRecordsOfDeadServers();
const streams = new LiveStreams();
process.on('exit', () => streams.close());
const routes = liveRoutes(streams, {
  origins: new Set(origins),
  hosts: new Set(values['allow-host'].map(hostNameOf)),
});
const page = createPageServer(resolve(root, 'dist'), routes);
streams.unused.watchProtocol(page);
const address = await listen(page, host, port);
console.log(`Contextscope is at ${address}`);
const otlp = createPageServer(null, routes);
streams.unused.watchProtocol(otlp);
console.log(
  (await listenAt(otlp, host, otlpPort))
    ? `OpenTelemetry exporters can send to ${address} and to port ${otlpPort}.`
    : `Port ${otlpPort} is taken: set OTEL_EXPORTER_OTLP_ENDPOINT=${address} for OpenTelemetry exporters.`,
);
const watch = positionals.length > 0 ? new Watch(streams, positionals) : null;

// Closing the terminal is SIGHUP.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    void watch?.close();
    for (const server of [page, otlp]) {
      server.close();
      server.closeAllConnections();
    }
    streams.close();
  });
}
