import { CancelledError, type QueryClient } from '@tanstack/react-query';
import { askAgain, growth, sessionQuery } from '../services/engine/queries.ts';
import { drawNow, idleAfter, keyAnswered, reached } from '../services/frames.ts';
import type { NoticeActions } from '../state/notices.ts';
import { keepCursor } from '../state/liveView.ts';
import { shownKey, type ShownSession } from '../state/useSession.ts';
import { chosenSession, type OpenSource, sameSession, type SessionChoice } from '../state/view/sessions.ts';
import type { View, ViewStore } from '../state/view.ts';
import { type EngineClient, ProblemError } from '../worker/connect.ts';
import type { LiveReport, LiveTarget } from '../worker/live-protocol.ts';
import type { Opened, Rule, SessionOutline, SourceId } from '../worker/protocol.ts';
import { followSession } from './followSession.ts';
import { keepWatching } from './watchLive.ts';

export interface AttachDeps {
  readonly engine: EngineClient;
  readonly queries: QueryClient;
  readonly view: ViewStore;
  readonly notify: NoticeActions['notify'];
}

/** How often a stream is attached again when its worker dies, before it is given up. */
const maxDeaths = 3;

/** A recording that is played, and what has arrived from a stream that was stopped, need no connection. */
export const isConnected = ({ live }: OpenSource): boolean =>
  live !== undefined && live.playback === null && !live.isStopped;

interface AttachOptions {
  /** The suggested rule; without it, one is found when there is something to judge. */
  readonly starter?: Rule | null;
  /** The recording whose place the live session takes. */
  readonly replaces?: SourceId;
}

/** Attaches to a live source, and says so when it is not followed any more. */
export function attachTo(deps: AttachDeps, to: LiveTarget, name: string, options: AttachOptions = {}): void {
  const { notify } = deps;
  attach(deps, to, name, options).catch((cause: unknown) => {
    if (cause instanceof ProblemError) {
      notify(`The live session ${name} is not followed any more. ${cause.problem.message}`, { tone: 'failure' });
      return;
    }
    notify(`The live session ${name} could not be followed any more because of a bug in Contextscope.`, {
      tone: 'failure',
    });
    reportError(cause);
  });
}

/** Follows a live source until its session is removed from the list. */
async function attach(deps: AttachDeps, to: LiveTarget, name: string, options: AttachOptions): Promise<void> {
  const { engine, view } = deps;
  const before = view.getState();
  const { source } = await engine.attach({ to, name });
  const handle = to.kind === 'file' && { handle: to.handle };
  view.getState().actions.updateLive({ ...listed(source, name, null), ...handle }, 'add');
  keepWatching(deps);
  try {
    await follow(deps, source, to, name, options, before);
  } catch (cause) {
    const { sources, actions } = view.getState();
    const last = sources.find(({ opened }) => opened.source === source);
    const live = last?.live && { ...last.live, state: 'refused' as const, trouble: notFollowed, playback: null };
    if (last !== undefined && live !== undefined) actions.updateLive({ ...last, live }, 'keep');
    throw cause;
  }
}

const notFollowed =
  'The engine stopped again and again while it read this session, so nothing more is received. Remove it from the list, and attach or play it again.';

async function follow(
  deps: AttachDeps,
  source: SourceId,
  begin: LiveTarget,
  name: string,
  { starter = null, replaces }: AttachOptions,
  before: View,
): Promise<void> {
  const { engine, view } = deps;
  const session = chosenSession(before);
  const isElsewhere = () => !sameSession(chosenSession(view.getState()), session);
  const suggested = starter;
  let to = begin;
  let deaths = 0;
  let restsUntil = Number.NEGATIVE_INFINITY;
  for (let since = -1; isListed(deps, source);) {
    try {
      const report = await engine.follow({ source, since });
      since = report.number;
      if (starter !== null && (report.opened?.sessions.length ?? 0) > 0) {
        await suggest(deps, source, starter);
        starter = null;
      }
      to = await again(deps, source, to, report);
      // A user who has chosen another session meanwhile stays there.
      const mayChoose = replaces === undefined && !isElsewhere();
      const drawn = await show(deps, source, name, report, { mayChoose, restsUntil });
      if (before.ownRule === null && mayChoose && isElsewhere()) leaveSuggestion(deps, session, suggested);
      if (replaces !== undefined && report.opened !== null && report.opened.sessions.length > 0) {
        takePlace(deps, replaces, report.opened);
        replaces = undefined;
      }
      if (report.opened !== null && report.problem === null) deaths = 0;
      restsUntil = await idleAfter(drawn);
    } catch (cause) {
      if (!(cause instanceof ProblemError)) throw cause;
      deaths += 1;
      if (!isListed(deps, source)) return;
      if (deaths > maxDeaths) throw cause;
      // Its worker died: the source is received from its start, as far as the sender still has it, or as it was stopped.
      if (to.kind === 'a2a') to = { ...to, isAgain: true };
      await engine.attach({ to, name, source });
      since = -1;
    }
  }
}

/** Suggests a rule for a session that is not on the screen yet. */
async function suggest({ engine, queries }: AttachDeps, source: SourceId, starter: Rule): Promise<void> {
  // As long as it has no turns, it may be no session.
  const outline = await engine.openSession({ source, entry: 0 }).catch(() => null);
  if (outline === null) return;
  const key = shownKey({ kind: 'source', source, entry: 0 });
  queries.setQueryData<ShownSession>(key, (shown) => shown ?? { outline, starter, firstHit: null });
}

/**
 * A rule that was typed over the suggestion of the session before, while this one was awaited, keeps the capability of that
 * suggestion only if it is suggested here as well: the user has not chosen it.
 */
function leaveSuggestion({ queries, view }: AttachDeps, before: SessionChoice | null, suggested: Rule | null): void {
  const { ownRule, policyRule, actions } = view.getState();
  if (ownRule === null || policyRule !== null || ownRule.match === suggested?.match) return;
  const left = queries.getQueryData<ShownSession>(shownKey(before))?.starter;
  if (ownRule.match !== null && ownRule.match === left?.match) actions.setRule({ ...ownRule, match: null });
}

/** Shows the session of a followed file in place of the session that was read from the file before. */
function takePlace({ engine, view }: AttachDeps, recording: SourceId, opened: Opened): void {
  view.getState().actions.replaceSource(recording, opened);
  // Nothing waits for the result.
  engine.close({ source: recording }).catch(() => undefined);
}

/** The target that a new worker is attached to, so that the session continues where it was. */
async function again(
  { engine }: AttachDeps,
  source: SourceId,
  to: LiveTarget,
  report: LiveReport,
): Promise<LiveTarget> {
  if (report.isStopped) return to.kind === 'kept' ? to : { kind: 'kept', ...(await engine.arrived({ source })) };
  return to.kind === 'playback' ? { ...to, ...report.playback } : to;
}

const isListed = ({ view }: AttachDeps, source: SourceId): boolean =>
  view.getState().sources.some(({ opened }) => opened.source === source);

const listed = (source: SourceId, name: string, report: LiveReport | null): OpenSource => ({
  name,
  opened: report?.opened ?? { source, importer: 'live', importerTitle: 'Live', bytes: 0, sessions: [] },
  ...(report !== null && { live: report }),
});

interface ShowOptions {
  /** The session is chosen, unless the user has chosen another one meanwhile. */
  readonly mayChoose: boolean;
  /** When the page may draw again. */
  readonly restsUntil: number;
}

/** Shows the report, and the sessions of it that are on the screen. Returns when the page began to draw it. */
async function show(
  deps: AttachDeps,
  source: SourceId,
  name: string,
  report: LiveReport,
  { mayChoose, restsUntil }: ShowOptions,
): Promise<number> {
  const { engine, queries, view } = deps;
  const next = listed(source, name, report);
  const grown: SessionOutline[] = [];
  // Sessions that are on the screen grow; the others are read when they are chosen.
  for (const entry of next.opened.sessions.keys()) {
    const before = queries.getQueryData(sessionQuery(engine, source, entry).queryKey);
    if (before === undefined) continue;
    const outline = await engine.openSession({ source, entry });
    if (outline.ref.revision === before.ref.revision) continue;
    // The live view while records arrive. The panels for reading follow more slowly, see `CalmSession`.
    const isAtEnd = view.getState().turn === 'newest';
    await askAgain(engine, queries, growth(before, outline, isAtEnd), ['sweep', 'rows', 'turnColumns', 'replayPolicy']);
    grown.push(outline);
  }
  await reached(restsUntil);
  await keyAnswered();
  const begin = performance.now();
  drawNow(() => {
    for (const outline of grown) showGrown(deps, outline, report);
    if (isListed(deps, source)) view.getState().actions.updateLive(next, mayChoose ? 'choose' : 'keep');
  });
  return begin;
}

function showGrown({ engine, queries, view }: AttachDeps, outline: SessionOutline, report: LiveReport): void {
  const [source = '', entry = '0'] = outline.ref.id.split(':');
  const choice: SessionChoice = { kind: 'source', source, entry: Number(entry) };
  const shown = queries.getQueryData<ShownSession>(shownKey(choice));
  const { session, isPaused } = view.getState();
  if (shown !== undefined && !isPaused && sameSession(session, choice)) keepCursor(view, shown, report);
  // Nothing waits for the suggested rule.
  followSession(engine, queries, outline).catch((cause: unknown) => {
    if (!(cause instanceof CancelledError || cause instanceof ProblemError)) reportError(cause);
  });
}
