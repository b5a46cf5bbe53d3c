import { err, ok, type Result } from '../../base/result.ts';
import { portion, unhurried, type Pace } from '../../base/pace.ts';
import type { Bytes } from '../../engine/readers/archives/bytes.ts';
import type { Problem } from '../../engine/model/problem.ts';
import type { SessionId, SessionRef } from '../../engine/model/session.ts';
import { openText, type Mappings } from '../../engine/opening/open-text.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import { OpenRun } from '../../engine/runs/open-run.ts';
import type { Run } from '../../engine/runs/run.ts';
import type { OpenArchive } from '../../engine/opening/archives/archived.ts';
import { type Look, lookAt, lookAtRun, lookInto } from '../look.ts';
import type { SourceId } from '../protocol.ts';
import { breathe } from '../serve.ts';
import { growingSources, isOf, sessionId, type GrowingSources } from './growing-sources.ts';

/** The open texts of the worker, and those of their sessions that were opened. */
export interface OpenSources extends Pick<GrowingSources, 'grow' | 'goOn' | 'confirmed'> {
  open(
    read: () => Promise<Result<string, Problem>>,
    source: SourceId | undefined,
    pace: Pace,
    mappings?: Mappings,
  ): Promise<Result<{ source: SourceId; opened: Look }, Problem>>;
  openArchive(
    archive: Bytes,
    source: SourceId | undefined,
    pace: Pace,
    mappings?: Mappings,
  ): Promise<Result<{ source: SourceId; opened: OpenArchive }, Problem>>;
  /** A new id, or a given one, which is then not given to another source. */
  named(letter: 's' | 'r' | 'l', given: SourceId | undefined): SourceId;
  session(source: SourceId, entry: number, pace?: Pace): Promise<Result<OpenSession, Problem>>;
  /** Returns an open text's sessions for the backtest; they are not kept. */
  look(source: SourceId): Result<Look, Problem>;
  /** Adds a run, which is a session from then on. */
  addRun(run: Run, source: SourceId | undefined): SourceId;
  run(ref: SessionRef): Result<OpenRun, Problem>;
  /** Runs the changes to one source in order, each after the one before it; a change may take long. */
  inTurn<T>(source: SourceId, change: () => Promise<T>): Promise<T>;
  /** Waits for the changes that were begun on a source. */
  settled(source: SourceId): Promise<void>;
  /** The current session: that of a run grows. */
  ref(source: SourceId, entry: number): SessionRef;
  /** The session of a reference. It is made again from its text if this worker does not have it yet. */
  resolve(ref: SessionRef, pace?: Pace): Promise<Result<OpenSession, Problem>>;
  /** Keeps the present session of a reference when its source grows, and answers queries about this revision with it. */
  hold(ref: SessionRef): void;
  release(ref: SessionRef): void;
  /** Calls a function when a source is closed. */
  onClose(source: SourceId, closed: () => void): void;
  close(source: SourceId): void;
}

export function createOpenSources(): OpenSources {
  const looks = new Map<SourceId, Look>();
  const sessions = new Map<string, OpenSession>();
  /** Sessions that are being made: further requests for one wait for it. */
  const begun = new Map<string, Promise<Result<OpenSession, Problem>>>();
  const runs = new Map<SourceId, OpenRun>();
  const changes = new Map<SourceId, Promise<void>>();
  /** Sessions that stay as they were while their source grows. */
  const held = new Map<string, { readonly revision: number; readonly session: OpenSession }>();
  const closers = new Map<SourceId, () => void>();
  let lastSource = 0;

  async function session(
    source: SourceId,
    entry: number,
    pace: Pace = unhurried,
  ): Promise<Result<OpenSession, Problem>> {
    // Its text is being read, or it is a run from before the worker died that is being performed again.
    if (!runs.has(source)) await changes.get(source);
    const run = runs.get(source);
    if (run !== undefined) return { ok: true, value: run.session() };
    const id = sessionId(source, entry);
    const known = sessions.get(id);
    if (known !== undefined) return { ok: true, value: known };
    const look = looks.get(source);
    if (look === undefined) return err(closed);
    for (let others = begun.get(id); others !== undefined; others = begun.get(id)) {
      // The first request may be cancelled, but the others still need the session.
      const made = await others.catch(() => undefined);
      if (made !== undefined) return made;
    }
    const making = look.session(entry, notWaiting(pace)).finally(() => {
      if (begun.get(id) === making) begun.delete(id);
    });
    begun.set(id, making);
    const made = await making;
    if (made.ok && looks.get(source) === look) sessions.set(id, made.value);
    return made;
  }

  function inTurn<T>(source: SourceId, change: () => Promise<T>): Promise<T> {
    const mine = (changes.get(source) ?? Promise.resolve()).then(change);
    const over = () => {
      if (changes.get(source) === done) changes.delete(source);
    };
    const done: Promise<void> = mine.then(over, over);
    changes.set(source, done);
    return mine;
  }

  function named(letter: 's' | 'r' | 'l', given: SourceId | undefined): SourceId {
    const source = given ?? `${letter}${++lastSource}`;
    // After a restart these ids come from the worker before this one: never use one of them for another source.
    lastSource = Math.max(lastSource, Number(source.slice(1)) || 0);
    return source;
  }

  function forget(source: SourceId): void {
    for (const kept of [sessions, begun]) for (const id of kept.keys()) if (isOf(source, id)) kept.delete(id);
  }

  const live = growingSources({ looks, sessions, session, forget });

  return {
    grow: live.grow,
    goOn: live.goOn,
    confirmed: live.confirmed,
    open(read, given, pace, mappings) {
      const source = named('s', given);
      return inTurn(source, async () => {
        const text = await read();
        if (!text.ok) return text;
        const opened = await openText(text.value, mappings, undefined, pace);
        if (!opened.ok) return opened;
        const look = lookAt(opened.value);
        looks.set(source, look);
        return ok({ source, opened: look });
      });
    },
    openArchive(archive, given, pace, mappings) {
      const source = named('s', given);
      return inTurn(source, async () => {
        const opened = await (
          await import('../../engine/opening/archives/open-archive.ts')
        ).openArchive(archive, pace, mappings);
        if (!opened.ok) return opened;
        looks.set(source, lookInto(opened.value));
        return ok({ source, opened: opened.value });
      });
    },
    named,
    session,
    look(source) {
      const run = runs.get(source);
      if (run !== undefined) return { ok: true, value: lookAtRun(run.session()) };
      const look = looks.get(source);
      if (look === undefined) return err(closed);
      const kept = (entry: number) => sessions.get(sessionId(source, entry));
      return {
        ok: true,
        value: {
          ...look,
          async session(entry, pace) {
            const known = kept(entry);
            return known === undefined ? look.session(entry, pace) : { ok: true, value: known };
          },
        },
      };
    },
    addRun(run, given) {
      const source = named('r', given);
      runs.set(source, new OpenRun(run));
      return source;
    },
    run({ id }) {
      const run = runs.get(id.split(':', 1)[0] ?? '');
      return run === undefined ? err(noRun) : { ok: true, value: run };
    },
    inTurn,
    async settled(source) {
      await changes.get(source);
    },
    ref: (source, entry) => ({
      id: sessionId(source, entry) as SessionId, // this is where a text becomes a session's id
      revision: runs.get(source)?.revision ?? live.revision(source),
    }),
    async resolve(ref, pace) {
      const kept = held.get(ref.id);
      if (kept?.revision === ref.revision) return ok(kept.session);
      const [source, entry] = ref.id.split(':');
      return source === undefined || entry === undefined ? err(closed) : session(source, Number(entry), pace);
    },
    hold({ id, revision }) {
      const [source = ''] = id.split(':');
      const now = sessions.get(id);
      if (now === undefined || live.revision(source) !== revision) return;
      held.set(id, { revision, session: now });
      live.keep(id);
    },
    release: ({ id }) => void held.delete(id),
    onClose(source, onClosed) {
      closers.set(source, onClosed);
    },
    close(source) {
      closers.get(source)?.();
      closers.delete(source);
      looks.delete(source);
      runs.delete(source);
      live.close(source);
      forget(source);
      for (const id of held.keys()) if (isOf(source, id)) held.delete(id);
    },
  };
}

/**
 * The same pace without the waiting of slow methods for quick ones: a quick one may wait for this very session, and both would
 * wait for ever.
 */
const notWaiting = (pace: Pace): Pace =>
  Object.assign(portion(pace, 0, 1), { breathe: () => Promise.race([pace.breathe(), breathe()]) });

const closed: Problem = {
  code: 'open/closed',
  message: 'That session is no longer open. Open its file or sample again.',
};

const noRun: Problem = {
  code: 'run/closed',
  message: 'That run is no longer open, or it is a recording, which cannot be continued. Start a run.',
};

/** A method for one session: resolves its reference first. */
export function asked<I extends { readonly session: SessionRef }, O>(
  sources: OpenSources,
  answer: (session: OpenSession, input: I, pace: Pace) => Result<O, Problem> | Promise<Result<O, Problem>>,
): (input: I, pace: Pace) => Promise<Result<O, Problem>> {
  return async (input, pace) => {
    const session = await sources.resolve(input.session, pace);
    return session.ok ? answer(session.value, input, pace) : session;
  };
}
