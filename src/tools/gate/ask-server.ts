import { request as requestByHttp } from 'node:http';
import { request as requestByHttps } from 'node:https';
import { text } from 'node:stream/consumers';

const answerMs = 5_000;

/** What a server answered, or why there was no answer. */
export type ServerAnswer =
  | { readonly kind: 'answer'; readonly status: number; readonly text: string }
  | { readonly kind: 'none'; readonly why: string };

/** With Node's own client, because `fetch` refuses the ports that browsers refuse, such as 4190. A body is posted. */
export function askServer(address: URL, body?: string): Promise<ServerAnswer> {
  const request = address.protocol === 'https:' ? requestByHttps : requestByHttp;
  return new Promise((resolve) => {
    const asked = request(address, {
      method: body === undefined ? 'GET' : 'POST',
      signal: AbortSignal.timeout(answerMs),
      // Node would keep the connection, and with it a short process, open.
      agent: false,
    });
    asked.on('error', (cause: NodeJS.ErrnoException) => resolve({ kind: 'none', why: whyOf(cause) }));
    asked.on('response', (response) => {
      text(response).then(
        (answer) => resolve({ kind: 'answer', status: response.statusCode ?? 0, text: answer }),
        (cause: NodeJS.ErrnoException) => resolve({ kind: 'none', why: whyOf(cause) }),
      );
    });
    asked.end(body);
  });
}

function whyOf({ name, code, message }: NodeJS.ErrnoException): string {
  if (name === 'AbortError' || name === 'TimeoutError') return `no answer in ${answerMs / 1000} seconds`;
  return code === 'ECONNREFUSED' ? 'the connection was refused' : message;
}
