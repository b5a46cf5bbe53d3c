import type { IncomingMessage, ServerResponse } from 'node:http';
import { ignoreMetrics, receiveOtlp } from './otlp/receive.ts';
import { relay } from './relay/relay.ts';
import { answerText, type Permissions, refuseForeign, RefusedRequest } from './requests.ts';
import type { LiveStreams } from './streams.ts';

const nobodyElse: Permissions = { origins: new Set(), hosts: new Set() };

/** The relay and the receiver of OTLP. */
export function liveRoutes(streams: LiveStreams, allowed: Permissions = nobodyElse) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const answer = answerTo(streams, request, response);
    if (answer === null) return false;
    try {
      refuseForeign(request, allowed);
      permit(request, response, allowed.origins);
      if (request.method === 'OPTIONS') response.writeHead(204).end();
      else await answer();
    } catch (cause) {
      if (!(cause instanceof RefusedRequest)) throw cause;
      // The rest of a body that is not read would be taken for the next request.
      response.setHeader('Connection', 'close');
      answerText(response, cause.status, cause.message);
    }
    return true;
  };
}

/** Null for requests that have nothing to do with live sessions. */
function answerTo(streams: LiveStreams, request: IncomingMessage, response: ServerResponse) {
  const path = (request.url ?? '').replace(/[?#].*$/s, '');
  if (path === '/v1/traces') return () => receiveOtlp(streams, 'traces', request, response);
  if (path === '/v1/logs') return () => receiveOtlp(streams, 'logs', request, response);
  if (path === '/v1/metrics') return async () => ignoreMetrics(request, response);
  if (path === '/live' || path.startsWith('/live/')) return () => relay(streams, request, response);
  return null;
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
