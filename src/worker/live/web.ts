import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { err, ok, type Result } from '../../base/result.ts';
import { pause } from './receiving.ts';

/** How long an address may take to show that it answers at all. */
const probeMs = 5_000;

/** The answer of an address, or what is wrong with it in a sentence. Not of an address that says it is gone for good. */
export async function answerOf(
  address: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Result<Response, string>> {
  const { host, username, password } = new URL(address);
  // A browser makes no such request at all.
  if (username !== '' || password !== '') return err(`${host} wants a sign-in in its address, ${noSignIn}`);
  try {
    // Each request adds a listener to its signal, and an address may be read for days.
    const response = await fetch(address, { ...init, signal: AbortSignal.any([signal]) });
    if (response.ok || response.status === 410) return ok(response);
    return err(`${host} answers with status ${response.status}${adviceOn(response.status)}`);
  } catch (cause) {
    if (signal.aborted) return err('');
    if (!(cause instanceof TypeError)) throw cause;
    return err(await whyUnreachable(address, signal));
  }
}

/** Keys belong to the program that has them, and are not entered here. */
const noSignIn = 'which this page does not send. A program that has it can post the records to /live/NAME.';

function adviceOn(status: number): string {
  if (status === 404) return ': nothing is at this address. Check its path.';
  if (status === 401 || status === 403) return `: it wants a sign-in, ${noSignIn}`;
  if (status === 405 || status === 406)
    return ': this address does not accept GET. Check that it is the one that sends the records.';
  return status >= 500 ? ': the program there has failed. Look at its log.' : '.';
}

/** A browser does not say why a request failed. A request without reading shows whether anything answers. */
export async function whyUnreachable(address: string, signal: AbortSignal): Promise<string> {
  const { host } = new URL(address);
  const over = new AbortController();
  try {
    void pause(probeMs, AbortSignal.any([signal, over.signal])).then(() => over.abort());
    await fetch(address, { mode: 'no-cors', cache: 'no-store', signal: over.signal });
    return `${host} answers, but does not let this page read the answer. It must send the header Access-Control-Allow-Origin: ${globalThis.location?.origin ?? '*'}`;
  } catch {
    return `Nothing answers at ${host}. Check that its program runs, and its port.`;
  } finally {
    over.abort();
  }
}

/** Calls back with each event of a response. Throws a TypeError if the connection breaks. */
export async function readEvents(
  response: Response,
  onEvent: (event: EventSourceMessage) => void,
  onRetry: (milliseconds: number) => void = () => {},
): Promise<void> {
  const parser = createParser({ onEvent, onRetry });
  const decoder = new TextDecoder();
  if (response.body === null) return;
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parser.feed(decoder.decode(value, { stream: true }));
  }
}

export const isHtml = (text: string): boolean => /^\s*<(?:!doctype|html)\b/i.test(text);
