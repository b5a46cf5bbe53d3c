import { below, type Path } from '../../model/path.ts';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { counted, createNoting } from '../../importing/noting.ts';
import type { Noting } from '../../importing/noting.ts';
import { createPairing } from '../../importing/transcript/pairing.ts';
import type { Pairing } from '../../importing/transcript/pairing.ts';
import { isSame } from '../../model/equal.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { readMessage } from './messages.ts';
import { conversationIn } from './shapes.ts';
import type { Conversation } from './shapes.ts';
import { declaredIn, readResponse, titleOf } from './to-session.ts';

/** A log in which requests and responses alternate, each request repeating the history before it. */
export function logIn(value: readonly Value[]): readonly Conversation[] | undefined {
  if (!isHalf(value[0], 'request') || !isHalf(value[1], 'response')) return undefined;
  return value.map((line, index) => conversationIn(line, [index])).filter((half) => half !== undefined);
}

function isHalf(line: Value | undefined, half: 'request' | 'response'): boolean {
  const found = line === undefined ? undefined : conversationIn(line, []);
  return found?.[half] !== undefined && found[half === 'request' ? 'response' : 'request'] === undefined;
}

/**
 * One session from all pairs: of each request what is new since the model last spoke, then its response, which alone
 * knows tokens and time. A request that brings nothing new is a retry.
 */
export function sessionOfLog(halves: readonly Conversation[], lines: readonly Value[]): ReadSession {
  const noting = createNoting();
  const pairing = createPairing(noting);
  let previous: readonly Value[] = [];
  let isAnswered = true;
  for (const half of halves) {
    const at = timeOf(half, lines, noting);
    if (half.request?.body.messages !== undefined) {
      const { messages } = half.request.body;
      // An answer that is not on record is read where a later request repeats it.
      const known = isAnswered
        ? 1 + messages.findLastIndex((message) => roleOf(message) === 'assistant')
        : previous.length;
      readNews(messages, previous, known, half.request.place, pairing, noting, at);
      previous = messages;
      isAnswered = false;
    }
    if (half.response !== undefined) {
      readResponse(half.response.body, half.response.place, pairing, noting, at);
      isAnswered = true;
    }
  }
  noteOthers(halves, noting);
  const first = halves.find((half) => half.request !== undefined);
  const model = halves.find((half) => half.response !== undefined)?.response?.body.model;
  return toTaskSession(
    {
      title: titleOfLog(halves),
      importer: 'openai-chat',
      model: model ?? first?.request?.body.model,
      declared: declaredIn(first?.request?.body),
      recording: {},
      steps: pairing.steps(),
    },
    noting,
  );
}

function noteOthers(halves: readonly Conversation[], noting: Noting): void {
  const others = new Set(halves.flatMap((half) => half.others));
  if (others.size === 0) return;
  const names = [...others].join(', ');
  const place = halves.find((half) => half.others.length > 0)?.place ?? null;
  noting.note('info', 'openai-chat/other-keys', place, () => `Not part of the format and left out: ${names}.`);
}

/** The user's first words, or at least the model. */
export function titleOfLog(halves: readonly Conversation[]): string {
  const first = halves.find(({ request }) => request !== undefined) ?? halves[0];
  return first === undefined ? 'chat log' : titleOf(first);
}

const timeKeys = ['timestamp', 'startTime', 'start_time', 'created_at', 'time'] as const;

/** The line's own time: requests carry none inside. */
function timeOf({ place }: Conversation, lines: readonly Value[], noting: Noting): string | undefined {
  const line = lines[Number(place[0])];
  const key = line !== undefined && isRecord(line) ? timeKeys.find((name) => line[name] !== undefined) : undefined;
  if (line === undefined || key === undefined || !isRecord(line)) return undefined;
  return readInstant(line[key], below(place, key), noting);
}

function readNews(
  messages: readonly Value[],
  previous: readonly Value[],
  known: number,
  place: Path,
  pairing: Pairing,
  noting: Noting,
  at: string | undefined,
): void {
  const from = previous.length === 0 ? 0 : known;
  if (previous.length > 0 && isRetry(messages.slice(from), previous)) {
    noting.note(
      'info',
      'openai-chat/retry',
      place,
      (n) =>
        `${counted(n, 'request')} ${n === 1 ? 'repeats' : 'repeat'} the one before; the first answer stays in the session, unanswered.`,
    );
    return;
  }
  messages.slice(from).forEach((message, index) => {
    readMessage(message, below(place, from + index), pairing, noting, { tokens: undefined, at, tookMs: undefined });
  });
}

const isRetry = (news: readonly Value[], previous: readonly Value[]): boolean =>
  news.length > 0 && isSame(news, previous.slice(-news.length));

const roleOf = (message: Value): Value => (isRecord(message) ? (message['role'] ?? null) : null);
