import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostNameOf, originOf, reachableOrigin } from '../live/requests.ts';
import { megabyte, usualLimits } from '../live/streams.ts';
import { CannotListen } from '../serve/listen.ts';
import { otlpPort, type ServeChoices, startServer } from '../serve/serve.ts';
import { root } from '../setup/run.ts';
import { wholeNumber } from './args.ts';
import type { parse } from './parse.ts';
import { type OptionTable, Refusal } from './command.ts';

/** The options of every command that serves the page. */
export const serverOptions = {
  port: {
    type: 'string',
    value: 'N',
    about: 'the port of the page (4173, or PORT in the environment); the next free one if it is taken, 0 for any',
  },
  host: {
    type: 'string',
    value: 'ADDRESS',
    about: 'the address to listen at (127.0.0.1, or HOST in the environment): only this machine can reach it',
  },
  allow: {
    type: 'string',
    multiple: true,
    value: 'ORIGIN',
    about:
      'lets web pages of another origin read and post, and embed this one, such as https://agents.example (may be repeated)',
  },
  'allow-origin': {
    type: 'string',
    multiple: true,
    value: 'ORIGIN',
    about: 'lets the page connect to another origin, such as that of an agent (may be repeated)',
  },
  'allow-host': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    about: 'answers to another name of this machine, such as host.docker.internal (may be repeated)',
  },
  records: {
    type: 'string',
    value: 'FOLDER',
    about: 'where the records are kept until the server stops (the folder of temporary files)',
  },
  'records-limit': {
    type: 'string',
    value: 'MB',
    about: `how much of them is kept (${usualLimits.total / megabyte}); then the oldest sessions that have ended are deleted`,
  },
} as const satisfies OptionTable;

type Given = ReturnType<typeof parse<typeof serverOptions>>['values'];

export const choicesFrom = (values: Given): Omit<ServeChoices, 'watch' | 'opened'> => ({
  host: values.host ?? process.env['HOST'] ?? '127.0.0.1',
  port: portOf(values.port ?? process.env['PORT'] ?? '4173'),
  allowed: {
    origins: new Set((values.allow ?? []).map((address) => originAfter('allow', originOf, address))),
    hosts: new Set((values['allow-host'] ?? []).map(hostNameOf)),
    reachable: new Set(
      (values['allow-origin'] ?? []).map((address) => originAfter('allow-origin', reachableOrigin, address)),
    ),
  },
  records: folderOf(values.records ?? tmpdir()),
  recordsLimit: limitOf(values['records-limit']),
});

/** Serves the page until the user stops the program. `onStart` is called with the address of the server. */
export async function serveUntilStopped(
  choices: ServeChoices,
  onStart: (address: string) => Promise<void> = async () => {},
): Promise<number> {
  const page = join(root, 'dist');
  if (!existsSync(join(page, 'index.html'))) throw new Refusal('The page is not built yet: npm run build');
  const server = await startServer(page, choices).catch((cause: unknown) => {
    throw cause instanceof CannotListen ? new Refusal(cause.message) : cause;
  });
  process.stdout.write(`Contextscope is at ${server.address}\n`);
  process.stdout.write(
    server.isAtOtlpPort
      ? `OpenTelemetry exporters can send to ${server.address} and to port ${otlpPort}.\n`
      : `Port ${otlpPort} is taken: set OTEL_EXPORTER_OTLP_ENDPOINT=${server.address} for OpenTelemetry exporters.\n`,
  );
  await onStart(server.address);
  await untilStopped();
  server.close();
  return 0;
}

function portOf(text: string): number {
  const port = wholeNumber(text, 'port') ?? 0;
  if (port > 65535) throw new Refusal(`--port takes a number from 0 to 65535, not "${text}".`);
  return port;
}

function originAfter(option: string, read: typeof originOf, address: string): string {
  const origin = read(address);
  if (origin !== null) return origin;
  throw new Refusal(
    `--${option} is followed by an address of the web, such as https://agents.example; "${address}" is not one.`,
  );
}

function folderOf(path: string): string {
  if (existsSync(path)) return path;
  throw new Refusal(`--records is followed by a folder; "${path}" is not one.`);
}

function limitOf(text: string | undefined): number {
  const limit = wholeNumber(text, 'records-limit');
  if (limit === 0) throw new Refusal('--records-limit takes a number of megabytes from 1.');
  return limit === undefined ? usualLimits.total : limit * megabyte;
}

/** Closing the terminal is SIGHUP. */
const untilStopped = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
