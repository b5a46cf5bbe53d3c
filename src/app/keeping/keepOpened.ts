import type { QueryClient } from '@tanstack/react-query';
import { keepSource, mayBeKept, type KeepingDeps } from '../../panels/keepSessions.ts';
import { sessionQuery } from '../../services/engine/queries.ts';
import { savedSettings } from '../../services/keeping/settings.ts';
import { nextTime, type Rests } from '../../services/rests.ts';
import { isGrowing, type OpenSource } from '../../state/view/sessions.ts';
import type { SourceId } from '../../worker/protocol.ts';

/** A session that grows is stored again no more often than this. */
const rests: Rests = { everyMs: 500, oneIn: 20, longestRestMs: 30_000 };

/**
 * Keeps the sessions that the user opens, if the settings say so, and a run that the user started, as rules are kept. What
 * is kept is stored again when it has grown. Returns a function that stops it.
 */
export function keepOpened(deps: KeepingDeps & { readonly queries: QueryClient }): () => void {
  const { engine, keeping, view, queries } = deps;
  /** The sources that the settings were asked for. */
  const seen = new Set(view.getState().sources.map(({ opened }) => opened.source));
  /** How far each source had come when it was stored. */
  const stored = new Map(view.getState().sources.map((source) => [source.opened.source, progressOf(source)]));
  const waiting = new Map<SourceId, ReturnType<typeof setTimeout>>();
  const dueAt = new Map<SourceId, number>();

  /** Null for a recording, which does not grow. */
  function progressOf({ opened: { source }, live }: OpenSource): string | null {
    if (live !== undefined) return `${live.readRecords} ${live.state}`;
    const outline = queries.getQueryData(sessionQuery(engine, source, 0).queryKey);
    return outline?.isRun === true ? `${outline.ref.revision} ${outline.title}` : null;
  }

  async function store(source: OpenSource): Promise<void> {
    const { source: id } = source.opened;
    stored.set(id, progressOf(source));
    const begin = performance.now();
    await keepSource(deps, id);
    dueAt.set(id, nextTime(begin, rests));
    followAll();
  }

  async function keepNew(source: OpenSource): Promise<void> {
    if (source.isOwn === true || (await savedSettings(keeping)).keepsAll) await store(source);
  }

  function follow(source: OpenSource): void {
    const { source: id } = source.opened;
    if (source.kept === undefined || waiting.has(id)) return;
    const progress = progressOf(source);
    if (progress === null || progress === stored.get(id)) return;
    const wait = Math.max(0, (dueAt.get(id) ?? 0) - performance.now());
    waiting.set(
      id,
      setTimeout(() => {
        waiting.delete(id);
        const now = view.getState().sources.find(({ opened }) => opened.source === id);
        // It may be kept no more.
        if (now?.kept !== undefined) store(now).catch((cause: unknown) => reportError(cause));
      }, wait),
    );
  }
  function followAll(): void {
    for (const source of view.getState().sources) follow(source);
  }

  const unsubscribe = view.subscribe(({ sources }, before) => {
    if (sources === before.sources) return;
    followAll();
    for (const source of sources) {
      // A live session is kept when there is something of it.
      if (seen.has(source.opened.source) || !mayBeKept(source)) continue;
      seen.add(source.opened.source);
      if (source.kept === undefined) keepNew(source).catch((cause: unknown) => reportError(cause));
    }
  });
  // A run changes by its calls; the page then has its new outline.
  const stopRuns = queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.queryKey[0] === 'openSession') followAll();
  });
  return () => {
    unsubscribe();
    stopRuns();
    for (const timer of waiting.values()) clearTimeout(timer);
  };
}

/** Sessions that only this tab has. One that still grows comes from somewhere else. */
export const notKeptIn = (sources: readonly OpenSource[]): readonly OpenSource[] =>
  sources.filter((source) => source.kept === undefined && mayBeKept(source) && !isGrowing(source.live));
