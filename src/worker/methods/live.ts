import type { Pace } from '../../base/pace.ts';
import { err, ok } from '../../base/result.ts';
import { type ImporterName, openText } from '../../engine/opening/open-text.ts';
import type { WholeReading } from '../../engine/opening/whole-reading.ts';
import type { LiveReading, LiveSource, TextReader } from '../live/live-source.ts';
import type { ReceiveRecords } from '../live/receiving.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { Player } from '../live/player.ts';
import type { LiveApi, LiveFires, LiveTarget, TurnMove } from '../live-protocol.ts';
import type { Watch, WatchedSession } from '../live/watch.ts';
import type { Look } from '../look.ts';
import type { PolicyTexts } from './policy-texts.ts';
import type { SourceId } from '../protocol.ts';
import { json } from '../../engine/readers/json/index.ts';
import { breathe, type Methods } from '../serve.ts';
import type { GrownSource } from './growing-sources.ts';
import { asked, type OpenSources } from './open-sources.ts';
import { openedOf } from './sessions.ts';

/** Reading continues without a call that could be stopped; other calls are answered in between. */
const readingPace: Pace = { now: () => performance.now(), breathe, stopped: false };

/** For work that nothing waits for: it takes a third of a core at most, because the page and new records may need both. */
function gently(pace: Pace): Pace {
  let begin = pace.now();
  return {
    now: () => pace.now(),
    sliceMs: 4,
    async breathe() {
      const worked = pace.now() - begin;
      if (worked > 0) await new Promise((resolve) => setTimeout(resolve, 2 * worked));
      else await pace.breathe();
      begin = pace.now();
    },
    get stopped() {
      return pace.stopped;
    },
  };
}

const paceUntil = (signal: AbortSignal): Pace => ({
  ...readingPace,
  get stopped() {
    return signal.aborted;
  },
});

/** Sessions of one stream in which rules are watched. */
const maxWatched = 20;

/** Reads whole texts so that this thread can continue with new records. `fromMs`: only texts for which it would take this long. */
export interface WholeReader {
  readonly fromMs: number;
  read(text: Blob, signal: AbortSignal): Promise<WholeReading | null>;
}

/** Live sessions. Their code loads with the first one. */
export function liveMethods(
  sources: OpenSources,
  policies: PolicyTexts,
  otherWorker?: WholeReader,
): Pick<Methods, keyof LiveApi> {
  const attached = new Map<SourceId, LiveSource>();
  const players = new Map<SourceId, Player>();
  const watches = new Map<SourceId, Watch>();

  /** Judges the watched rules at the sessions of a source: those that began last, if there are many. */
  async function judged(source: SourceId, look: Look, moves: readonly TurnMove[], isNew: boolean): Promise<LiveFires> {
    const watch = watches.get(source);
    if (watch === undefined) return { total: 0, latest: [] };
    const sessions: WatchedSession[] = [];
    for (let entry = Math.max(0, look.entries.length - maxWatched); entry < look.entries.length; entry++) {
      const session = await sources.session(source, entry, readingPace);
      if (session.ok) sessions.push({ entry, session: session.value });
    }
    return watch.judge(sessions, moves, isNew);
  }

  /** The session of a source, unless it has several: of those, some may have no turns. */
  const firstOf = async (source: SourceId, { entries }: Look) =>
    entries.length === 1 ? sources.session(source, 0, readingPace) : null;

  return {
    async attach({ to, source: given }) {
      const source = sources.named('l', given);
      let hasTurns = false;
      const readingOf = async (grown: GrownSource, isNew: boolean): Promise<LiveReading> => {
        const { opened: look, moves, length } = grown;
        const fires = await judged(source, look, moves, isNew);
        return { opened: openedOf(grown, length), moves, fires, isReplacedBy: replacing(look.importer) };
      };
      const reader: TextReader = {
        async whole(text, isNew) {
          const read = await sources.grow(source, text, readingPace);
          const isFirstLine = !read.ok && !text.trimEnd().includes('\n');
          // One message alone is no list of messages yet.
          const asList = isFirstLine ? await sources.grow(source, `[${text.trimEnd()}]`, readingPace) : read;
          const grown = asList.ok ? asList : read;
          if (!grown.ok) return grown;
          // A session without turns cannot be shown; one that had some stays on the screen.
          const first = hasTurns ? null : await firstOf(source, grown.value.opened);
          if (first?.ok === false) return first;
          hasTurns = true;
          return ok(await readingOf(grown.value, isNew));
        },
        async added(text, isNew) {
          const grown = hasTurns ? await sources.goOn(source, text, readingPace) : null;
          return grown && (await readingOf(grown, isNew));
        },
        otherWorker: otherWorker && {
          fromMs: otherWorker.fromMs,
          confirms: (text, signal) =>
            sources.confirmed(source, () => otherWorker.read(text, signal), gently(paceUntil(signal))),
        },
      };
      const { LiveSource: Source } = await import('../live/live-source.ts');
      attached.get(source)?.close();
      const { receive, player } = await receiver(to);
      const live = new Source(receive, reader);
      if (to.kind === 'kept') live.stop();
      attached.set(source, live);
      if (player !== undefined) players.set(source, player);
      sources.onClose(source, () => {
        attached.get(source)?.close();
        attached.delete(source);
        players.delete(source);
        watches.delete(source);
      });
      return ok({ source });
    },
    async follow({ source, since }) {
      const live = attached.get(source);
      return live === undefined ? err(closed) : ok(await live.report(since));
    },
    playable: asked(sources, async (session, { session: { id } }) => {
      const [{ recordsToPlay }, { recordTexts }] = await Promise.all([
        import('../live/records-to-play.ts'),
        import('../live/player.ts'),
      ]);
      const look = sources.look(id.split(':', 1)[0] ?? '');
      // A live source reads its records without a mapping.
      const isWhole = look.ok && look.value.entries.length === 1 && session.importer.id !== 'mapped';
      const { records, isTimed, shortened } = recordsToPlay(session, isWhole);
      const texts = recordTexts(records.map(({ text }) => `${text}\n`));
      return ok({ records: texts, gaps: records.map(({ gap }) => gap), isTimed, shortened });
    }),
    async play({ source, controls }) {
      const player = players.get(source);
      player?.control(controls);
      return player === undefined ? err(closed) : ok(null);
    },
    async stopReceiving({ source }) {
      const live = attached.get(source);
      live?.stop();
      return live === undefined ? err(closed) : ok(null);
    },
    async arrived({ source }) {
      const live = attached.get(source);
      return live === undefined ? err(closed) : ok(live.arrived());
    },
    async askAgent({ source, request }) {
      return attached.get(source)?.askAgent(request) === true
        ? ok(null)
        : err({
            code: 'live/no-agent',
            message: 'This live session has no agent that can be asked. Attach to it again.',
          });
    },
    async watch({ source, watched }) {
      const { Watch: Watching, watchedPolicy } = await import('../live/watch.ts');
      const watch = watches.get(source) ?? new Watching();
      watches.set(source, watch);
      if (watched === null) watch.watch(null);
      else if ('rule' in watched.rules) {
        const { rule } = watched.rules;
        const title = rule.expression;
        watch.watch({ rulesOf: () => [{ title, rule }], declared: [], decisions: watched.decisions });
      } else {
        const policy = await policies.of(watched.rules.policy);
        if (!policy.ok) return policy;
        watch.watch(await watchedPolicy(policy.value, watched.decisions));
      }
      const look = sources.look(source);
      // Existing content is not news, even when it is empty.
      await (look.ok ? judged(source, look.value, [], false) : watch.judge([], [], false));
      return ok(null);
    },
    async hold({ session }) {
      sources.hold(session);
      return ok(null);
    },
    async release({ session }) {
      sources.release(session);
      return ok(null);
    },
    async wholeReading({ text }, given) {
      const pace = gently(given);
      const opened = await openText(await text.text(), undefined, undefined, pace);
      if (!opened.ok) return opened;
      return ok(await (await import('../../engine/opening/whole-reading.ts')).wholeReading(opened.value, pace));
    },
  };
}

const closed: Problem = {
  code: 'live/closed',
  message: 'That live session is no longer attached. Attach to it again.',
};

/** How the records of a source are received, and for a recording what plays it. */
async function receiver(to: LiveTarget): Promise<{ readonly receive: ReceiveRecords; readonly player?: Player }> {
  switch (to.kind) {
    case 'playback': {
      const player = new (await import('../live/player.ts')).Player(to);
      return { receive: player.receive, player };
    }
    case 'kept':
      return { receive: (await import('../live/player.ts')).receiveKept(to) };
    default:
      return { receive: (await import('../live/sources/registry.ts')).receiveFrom(to) };
  }
}

/**
 * A context may arrive in pieces, which are no values by themselves, or as a list of its events; a session file may be followed
 * by its further events.
 */
function replacing({ claim, holdsContext, goesOn }: ImporterName): LiveReading['isReplacedBy'] {
  if (holdsContext !== true || claim === undefined) return null;
  return (record) => {
    const read = json.read(record);
    const isWhole = read.ok && read.value.notes.length === 0 && claim(read.value) !== 'no';
    return isWhole && goesOn?.(read.value.value) !== true;
  };
}
