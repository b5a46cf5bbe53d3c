import type { IncomingMessage, ServerResponse } from 'node:http';
import { elementsOf } from '../../../worker/live/record-texts.ts';
import { bodyOf, RefusedRequest, textOf } from '../requests.ts';
import { type LiveStreams, tooManyStreams } from '../streams.ts';
import { answerOf, jsonOf, type Signal } from './decode.ts';

/** The list of a request with one entry per sender, and the name of the count of what had no room. */
const parts = {
  traces: { list: 'resourceSpans', within: 'scopeSpans', items: 'spans', rejected: 'rejectedSpans' },
  logs: { list: 'resourceLogs', within: 'scopeLogs', items: 'logRecords', rejected: 'rejectedLogRecords' },
} as const;

/**
 * Receives an export of OTLP/HTTP in JSON or protobuf (https://opentelemetry.io/docs/specs/otlp/#otlphttp). Each
 * service gets a stream named after it, one line per sender in a request, in OTLP's JSON.
 */
export async function receiveOtlp(
  streams: LiveStreams,
  signal: Signal,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') throw new RefusedRequest(405, 'Exporters of OpenTelemetry use POST here.');
  const body = await bodyOf(request);
  const { list, rejected } = parts[signal];
  const text = isJson(request) ? textOf(body) : null;
  const entries = entriesOf(signal, text === null ? decoded(signal, body) : parsed(text));
  const sent = text === null ? null : textsIn(text, list);
  const services = new Map<string, { entry: Entry; line: string }[]>();
  for (const [index, entry] of entries.entries()) {
    const line = `{"${list}":[${sent?.[index] ?? JSON.stringify(entry)}]}\n`;
    const service = serviceOf(entry);
    const records = services.get(service) ?? [];
    records.push({ entry, line });
    services.set(service, records);
  }
  const reasons = new Set<string>();
  const refused = [...services].flatMap(([service, records]) => {
    const stream = streams.open(service, 'otlp');
    const accepted = stream?.append(records.map(({ line }) => line)) ?? 0;
    if (accepted < records.length) reasons.add(stream?.refusal ?? tooManyStreams);
    return records.slice(accepted).map(({ entry }) => entry);
  });
  const partial =
    refused.length === 0
      ? undefined
      : {
          [rejected]: refused.reduce<number>((sum, entry) => sum + countIn(signal, entry), 0),
          errorMessage: [...reasons].join(' '),
        };
  if (isJson(request)) {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(partial === undefined ? {} : { partialSuccess: partial }));
  } else {
    response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end(answerOf(signal, partial));
  }
}

/** Exporters send metrics by themselves. The page has no use for them, and a refusal would fill the agent's log. */
export function ignoreMetrics(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== 'POST') throw new RefusedRequest(405, 'Exporters of OpenTelemetry use POST here.');
  request.resume();
  if (isJson(request)) response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  else response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
}

const isJson = (request: IncomingMessage): boolean =>
  /^application\/json\b/i.test(request.headers['content-type'] ?? '');

/** The entries in their own characters, because some senders write times as numbers with more digits than a double has. */
function textsIn(json: string, list: string): readonly string[] | null {
  const [head = '', key] = /^\s*\{\s*"(\w+)"\s*:\s*(?=\[)/.exec(json) ?? [];
  const inner = json.slice(head.length, json.lastIndexOf('}')).trimEnd();
  return key === list && inner.endsWith(']') ? elementsOf(inner) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new RefusedRequest(400, 'The body is not JSON, although its Content-Type says so.');
  }
}

function decoded(signal: Signal, body: Uint8Array): unknown {
  try {
    return jsonOf(signal, body);
  } catch {
    throw new RefusedRequest(400, `The body is not an export of ${signal} in protobuf. Set Content-Type for JSON.`);
  }
}

type Entry = { readonly [key: string]: unknown };

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null;
const listIn = (value: unknown, key: string): readonly Entry[] => {
  const list = isEntry(value) ? value[key] : undefined;
  return Array.isArray(list) ? list.filter(isEntry) : [];
};

function entriesOf(signal: Signal, value: unknown): readonly Entry[] {
  const { list } = parts[signal];
  // An exporter may send an empty request to try the connection.
  if (isEntry(value) && (Array.isArray(value[list]) || Object.keys(value).length === 0)) return listIn(value, list);
  throw new RefusedRequest(400, `An export of ${signal} has a list “${list}”; this body has none.`);
}

/** The sender's `service.name`, as OpenTelemetry's conventions call it. */
function serviceOf(entry: Entry): string {
  const named = listIn(entry['resource'], 'attributes').find(({ key }) => key === 'service.name');
  const name = isEntry(named?.['value']) ? named['value']['stringValue'] : undefined;
  return typeof name === 'string' && name !== '' ? name : 'unnamed service';
}

const countIn = (signal: Signal, entry: Entry): number =>
  listIn(entry, parts[signal].within).reduce((sum, scope) => sum + listIn(scope, parts[signal].items).length, 0);
