import { setTimeout as wait } from 'node:timers/promises';
import type { PlayedRecord } from '../../worker/live/records-to-play.ts';
import { Refusal } from './command.ts';

/** A stream of a relay. */
export interface Target {
  /** The address of the server, with a slash at its end. */
  readonly server: string;
  readonly name: string;
}

/** What is reported while records are sent. */
export interface Progress {
  sent(records: number): void;
  say(sentence: string): void;
}

const firstRetryMs = 500;
const longestRetryMs = 10_000;
/** After so many failures in a row (about a minute), the server is given up. */
const maxFailures = 10;
/** A server that has not answered after this time is taken for one that is gone. */
const answerMs = 30_000;
/** Records and characters of one request: far below the limits of the relay. */
const maxBatch = 1_000;
const maxBatchCharacters = 4_000_000;

/** Sends each record after its gap, and says at the end that the stream has ended. */
export async function sendRecords(target: Target, records: readonly PlayedRecord[], progress: Progress): Promise<void> {
  const { server } = target;
  let facts = await listed(target);
  if (facts === null) throw new Refusal(`No server answers at ${server}. Start Contextscope with: npm start`);
  let { run } = facts;
  let due = performance.now();
  const dueTimes = records.map(({ gap }) => (due += gap));
  /** Records that the server has, and the number that it gave the last of them. */
  let sent = 0;
  let last = 0;
  let failures = 0;
  while (sent < records.length) {
    await wait(Math.max(0, (dueTimes[sent] ?? 0) - performance.now()));
    // The first record replaces the records of an earlier sending.
    const batch = sent === 0 ? records.slice(0, 1) : batchOf(records, dueTimes, sent);
    const method = sent === 0 ? 'PUT' : 'POST';
    const answer = await requested(target, method, batch.map(({ text }) => `${text}\n`).join(''));
    if (answer !== null && (sent === 0 || numberIn(answer) === last + batch.length)) {
      last = numberIn(answer);
      sent += batch.length;
      failures = 0;
      progress.sent(sent);
      continue;
    }
    for (facts = null; facts === null; facts = await listed(target)) {
      failures += 1;
      if (failures > maxFailures)
        throw new Refusal(
          `The server at ${server} does not answer any more: ${sent} of ${records.length} records were sent.`,
        );
      const retryMs = Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1));
      if (failures === 1) progress.say(`The server at ${server} does not answer; trying again.`);
      await wait(retryMs);
    }
    if (facts.run !== run) {
      progress.say('The server was restarted: sending all records again.');
      run = facts.run;
      sent = 0;
    } else if (answer !== null) {
      throw new Refusal(`Another sender uses the name “${target.name}” at the same time. Choose another with --name.`);
    } else if (sent > 0 && facts.records === last + batch.length) {
      // The records arrived; only the answer was lost.
      last = facts.records;
      sent += batch.length;
      progress.sent(sent);
    }
  }
  await requested(target, 'DELETE');
}

/** The records that are due, as many as one request may have. */
function batchOf(records: readonly PlayedRecord[], dueTimes: readonly number[], from: number): readonly PlayedRecord[] {
  const now = performance.now();
  let characters = records[from]?.text.length ?? 0;
  let to = from + 1;
  while (to < records.length && to - from < maxBatch && (dueTimes[to] ?? 0) <= now) {
    characters += records[to]?.text.length ?? 0;
    if (characters > maxBatchCharacters) break;
    to += 1;
  }
  return records.slice(from, to);
}

/** The run of the server, and the number of records in the stream; null when nothing answers. */
async function listed({ server, name }: Target): Promise<{ readonly run: string; readonly records: number } | null> {
  const response = await answered(new URL('live', server), {});
  if (response === null) return null;
  const list: unknown = response.status === 200 ? await response.json().catch(() => null) : null;
  const run = fieldOf(list, 'run');
  const streams = fieldOf(list, 'streams');
  if (typeof run !== 'string' || !Array.isArray(streams)) {
    throw new Refusal(
      `The server at ${server} is not Contextscope: it has no list of live streams. Give the address that npm start prints.`,
    );
  }
  // A stream that another source has under this name is not the one that is sent to.
  const own: unknown = streams.find(
    (stream) =>
      fieldOf(stream, 'source') === 'relay' && [name, `${name} (posted)`].includes(String(fieldOf(stream, 'name'))),
  );
  return { run, records: numberIn(own) };
}

/** The answer; null when the server did not give one. A refusal ends the command with the server's sentence. */
async function requested({ server, name }: Target, method: string, body?: string): Promise<unknown> {
  const address = new URL(`live/${encodeURIComponent(name)}`, server);
  const response = await answered(address, { method, ...(body !== undefined && { body }) });
  if (response === null) return null;
  if (response.ok) return response.json().catch(() => null);
  if (response.status === 502 || response.status === 503 || response.status === 504) return null;
  throw new Refusal(`The server refused the records: ${(await response.text().catch(() => '')).slice(0, 500)}`);
}

async function answered(address: URL, init: RequestInit): Promise<Response | null> {
  try {
    return await fetch(address, { ...init, signal: AbortSignal.timeout(answerMs) });
  } catch (cause) {
    // Node throws a TypeError for each failure of the network.
    if (cause instanceof TypeError || (cause instanceof DOMException && cause.name === 'TimeoutError')) return null;
    throw cause;
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

const numberIn = (facts: unknown): number => Number(fieldOf(facts, 'records') ?? 0);
