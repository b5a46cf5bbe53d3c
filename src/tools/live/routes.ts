import type { IncomingMessage, ServerResponse } from 'node:http';
import { ignoreMetrics, receiveOtlp } from './otlp/receive.ts';
import { relay } from './relay/relay.ts';
import { answerText, type Permissions, refuseForeign, RefusedRequest, skipRest } from './requests.ts';
import type { LiveStreams } from './streams.ts';

const nobodyElse: Permissions = { origins: new Set(), hosts: new Set(), reachable: new Set() };

/** The relay and the receiver of OTLP. */
export function liveRoutes(streams: LiveStreams, allowed: Permissions = nobodyElse) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const answer = answerTo(streams, allowed, request, response);
    if (answer === null) return false;
    try {
      refuseForeign(request, allowed);
      permit(request, response, allowed.origins);
      if (request.method === 'OPTIONS') response.writeHead(204).end();
      else await answer();
    } catch (cause) {
      if (!(cause instanceof RefusedRequest)) throw cause;
      streams.unused.add(request, cause.message);
      await skipRest(request);
      // The rest of a body that is not read would be taken for the next request.
      response.setHeader('Connection', 'close');
      answerText(response, cause.status, cause.message);
    }
    return true;
  };
}

/** Null for requests that have nothing to do with live sessions. */
function answerTo(streams: LiveStreams, allowed: Permissions, request: IncomingMessage, response: ServerResponse) {
  const path = (request.url ?? '').replace(/[?#].*$/s, '');
  if (path === '/v1/traces') return () => receiveOtlp(streams, 'traces', request, response);
  if (path === '/v1/logs') return () => receiveOtlp(streams, 'logs', request, response);
  if (path === '/v1/metrics') {
    return async () => {
      ignoreMetrics(request, response);
      streams.unused.add(request, metricsReason);
    };
  }
  if (path === '/live' || path.startsWith('/live/')) return () => relay(streams, allowed, request, response);
  // The page's files are only read.
  if (request.method === 'POST' || request.method === 'PUT') return () => refuseAddress(path);
  return null;
}

const metricsReason =
  'Metrics are accepted, but the page has no use for them. If no traces or logs arrive, set OTEL_TRACES_EXPORTER=otlp and OTEL_LOGS_EXPORTER=otlp.';

async function refuseAddress(path: string): Promise<never> {
  const advice = /v1\/(?:traces|logs)/.test(path)
    ? 'OTEL_EXPORTER_OTLP_ENDPOINT is an address without a path; exporters add /v1/traces to it.'
    : 'Traces go to /v1/traces, logs to /v1/logs, other records to /live/NAME.';
  throw new RefusedRequest(404, `Nothing is received at ${path.slice(0, 100)}. ${advice}`);
}

/** Lets a page of an allowed origin send requests and read the answers. */
function permit(request: IncomingMessage, response: ServerResponse, allowed: ReadonlySet<string>): void {
  const { origin } = request.headers;
  if (origin === undefined || !allowed.has(origin)) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Allow-Headers', 'Content-Type, Content-Encoding, Last-Event-ID');
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE');
  response.setHeader('Vary', 'Origin');
}
