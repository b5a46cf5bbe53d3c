import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';

/** What an exporter sends, by the path that it posts to. */
export type Signal = 'traces' | 'logs';

const folder = fileURLToPath(new URL('definitions/', import.meta.url));
const services = {
  traces: { file: 'trace/v1/trace_service', request: 'trace.v1.ExportTraceServiceRequest' },
  logs: { file: 'logs/v1/logs_service', request: 'logs.v1.ExportLogsServiceRequest' },
} as const satisfies Record<Signal, unknown>;

let loaded: protobuf.Root | undefined;

/** OpenTelemetry's published definitions, read once. */
function definitions(): protobuf.Root {
  if (loaded !== undefined) return loaded;
  const root = new protobuf.Root();
  root.resolvePath = (_importing, path) => folder + path;
  root.loadSync(Object.values(services).map(({ file }) => `opentelemetry/proto/collector/${file}.proto`));
  return (loaded = root);
}

const typeOf = (name: string): protobuf.Type => definitions().lookupType(`opentelemetry.proto.collector.${name}`);

/** A request in protobuf as the JSON that OTLP defines for it. Throws if the bytes are no such request. */
export function jsonOf(signal: Signal, body: Uint8Array): unknown {
  const type = typeOf(services[signal].request);
  const message = type.toObject(type.decode(body), { longs: String, enums: Number, arrays: false });
  return JSON.parse(JSON.stringify(message, bytesAsText));
}

/** In OTLP's JSON, ids are hexadecimal; other bytes are in base64, as in all JSON of protobuf. */
function bytesAsText(this: unknown, key: string, value: unknown): unknown {
  // A Buffer has become plain data by the time that a replacer sees it; its holder still has the bytes.
  const held: unknown = typeof this === 'object' && this !== null ? Reflect.get(this, key) : undefined;
  if (!(held instanceof Uint8Array)) return value;
  return Buffer.from(held).toString(/^(?:traceId|spanId|parentSpanId)$/.test(key) ? 'hex' : 'base64');
}

/** An answer in protobuf: empty when everything was accepted. */
export function answerOf(signal: Signal, partial: object | undefined): Uint8Array {
  const type = typeOf(services[signal].request.replace('Request', 'Response'));
  return type.encode(type.create(partial === undefined ? {} : { partialSuccess: partial })).finish();
}
