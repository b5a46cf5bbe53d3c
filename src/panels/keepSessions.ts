import { ownSource } from '../services/keeping/browser.ts';
import type { Keeping } from '../services/keeping/keeping.ts';
import { keepSession } from '../services/keeping/sessions.ts';
import type { NoticeActions } from '../state/notices.ts';
import type { OpenSource } from '../state/view/sessions.ts';
import type { ViewStore } from '../state/view.ts';
import { type EngineClient, ProblemError } from '../worker/connect.ts';
import type { SourceId } from '../worker/protocol.ts';

export interface KeepingDeps {
  readonly engine: EngineClient;
  readonly keeping: Keeping;
  readonly view: ViewStore;
  readonly notify: NoticeActions['notify'];
}

/** Recordings of the page's own address are read from there again. */
export const mayBeKept = ({ opened }: OpenSource): boolean =>
  !opened.source.startsWith('src') && opened.sessions.length > 0;

/** Keeps an open session on this device, or stores again what has changed in one. False if it is not kept now. */
export async function keepSource({ engine, keeping, view, notify }: KeepingDeps, source: SourceId): Promise<boolean> {
  const found = view.getState().sources.find(({ opened }) => opened.source === source);
  if (found === undefined || !mayBeKept(found)) return false;
  const id = found.kept ?? ownSource(source);
  try {
    const problem = await keepSession({ engine, keeping }, found, id);
    if (problem !== null) {
      notify(`${found.name} is not kept. ${problem.message}`, { tone: 'failure' });
      return false;
    }
  } catch (cause) {
    if (!(cause instanceof ProblemError)) throw cause;
    notify(`${found.name} could not be kept. ${cause.problem.message}`, { tone: 'failure' });
    return false;
  }
  if (found.kept === undefined) view.getState().actions.markKept(source, id);
  return true;
}

/** Traces of the user in the storage of the browser, beside the database: what was closed, and which commands were used. */
const traces = ['contextscope/introduction', 'contextscope/command-uses', 'contextscope/mappings'] as const;

function forgetTraces(): void {
  try {
    for (const key of traces) localStorage.removeItem(key);
  } catch {
    // Storage is blocked, so there is nothing.
  }
}

/** Removes all that is kept. What is open stays open in this tab. */
export async function forgetEverything({ keeping, view }: Pick<KeepingDeps, 'keeping' | 'view'>): Promise<void> {
  await keeping.removeAll();
  forgetTraces();
  const { sources, actions } = view.getState();
  for (const { opened } of sources) actions.markKept(opened.source, null);
}

/** Removes kept sessions from this device. Those that are open stay open in this tab. */
export async function forgetSessions(
  { keeping, view }: Pick<KeepingDeps, 'keeping' | 'view'>,
  ids: readonly string[],
): Promise<void> {
  await keeping.remove('session', ids);
  const { sources, actions } = view.getState();
  for (const { opened, kept } of sources) {
    if (kept !== undefined && ids.includes(kept)) actions.markKept(opened.source, null);
  }
}
