import { Stopped, type Pace } from '../base/pace.ts';
import { type Holding, leftOut, type LeftOut } from '../engine/opening/left-out.ts';
import type { History } from '../engine/model/history.ts';
import { sessionFormat, sessionVersion } from '../engine/model/session-file.ts';
import type { Session } from '../engine/model/session.ts';
import { isRecord } from '../engine/model/value.ts';
import type { OpenSession } from '../engine/opening/open-session.ts';
import type { Look } from './look.ts';

/**
 * The fields of a session's text that are in none of the sessions made from it: a field of another session is not left
 * out.
 */
export async function leftOutOfText(look: Look, session: OpenSession, pace: Pace): Promise<LeftOut> {
  const sessions = [holdingOf(session)];
  for (let entry = 0; entry < look.entries.length; entry++) {
    const other = await look.session(entry);
    // Files of an archive have texts of their own.
    if (other.ok && other.value !== session && other.value.document.text === session.document.text) {
      sessions.push(holdingOf(other.value));
    }
    await pace.breathe();
    if (pace.stopped) throw new Stopped();
  }
  return leftOut((session.document.partOf ?? session.document).value, sessions, pace);
}

const holdingOf = ({ session, history }: OpenSession): Holding => ({
  ...session,
  derived: [
    ...sumsIn(history),
    ...tokensIn(history),
    ...totalsOfCalls(session.events),
    ...new Set(history.turns.map(({ kind }) => kind)),
    ...statesIn(session.events),
    ...envelope(session),
  ],
});

/** The states of an A2A task that follow from an event without being named in it. */
const impliedStates: ReadonlyMap<unknown, string> = new Map([
  ['task-submitted', 'submitted'],
  ['turn-started', 'working'],
]);

const statesIn = (events: readonly unknown[]): ReadonlySet<string> =>
  new Set(events.flatMap((event) => (isRecord(event) ? (impliedStates.get(event['type']) ?? []) : [])));

/** The fields of a session file beside header and events. */
const envelope = ({ system, notes }: Session): readonly (string | number)[] => [
  sessionFormat,
  sessionVersion,
  system,
  ...notes.flatMap(({ severity, code, message, place, alsoAt = [] }) => [
    severity,
    code,
    message,
    ...alsoAt,
    ...(place === undefined ? [] : [place]),
  ]),
];

/** Prompt and completion of one model call together, also where the sums of the whole session are unknown. */
function* totalsOfCalls(events: readonly unknown[]): Generator<number> {
  for (const event of events) {
    const counts = isRecord(event) ? (event['tokens'] ?? event['usage'] ?? null) : null;
    if (!isRecord(counts)) continue;
    const [prompt, completion] = [
      counts['prompt'] ?? counts['inputTokens'],
      counts['completion'] ?? counts['outputTokens'],
    ];
    if (typeof prompt === 'number' && typeof completion === 'number') yield prompt + completion;
  }
}

/** Running sums, and the totals of single calls: recordings repeat both under several names. */
function* tokensIn({ tokens }: History): Generator<number> {
  let before: { readonly [side in 'prompt' | 'completion' | 'total']?: number | undefined } = {};
  for (const sums of tokens) {
    for (const side of ['prompt', 'completion', 'total'] as const) {
      const sum = sums[side];
      if (sum === undefined) continue;
      yield sum;
      yield sum - (before[side] ?? 0);
    }
    before = sums;
  }
}

/** Totals that recordings state: numbers of turns, calls and contexts, outcomes of calls, token counts. */
function sumsIn({ turns, invocations, functions, nodes, tokens }: History): readonly number[] {
  const ends = new Map<string, number>();
  for (const { function: key, outcome } of invocations) {
    for (const of of [key, outcome, `${key} ${outcome}`]) ends.set(of, (ends.get(of) ?? 0) + 1);
  }
  const { prompt = 0, completion = 0, total = 0 } = tokens.at(-1) ?? {};
  const delegated = functions.filter(({ kind }) => kind === 'agent').map(({ key }) => ends.get(key) ?? 0);
  const counts = [turns.length, invocations.length, functions.length, nodes.length, ...ends.values()];
  // A total of zero identifies nothing.
  return [0, ...counts, ...delegated, delegated.reduce((sum, one) => sum + one, 0), prompt, completion, total];
}
