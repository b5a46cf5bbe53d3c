import { useQueryClient } from '@tanstack/react-query';
import { useEngine } from '../services/engine/useEngine.ts';
import { shownKey, type ShownSession } from '../state/useSession.ts';
import type { NoticeActions } from '../state/notices.ts';
import { useNoticeActions } from '../state/useNotices.ts';
import { useViewStore } from '../state/useView.ts';
import type { Keeping } from '../services/keeping/keeping.ts';
import { useKeeping } from '../services/keeping/useKeeping.ts';
import { isGrowing, type OpenSource } from '../state/view/sessions.ts';
import type { LiveReport, ReadableHandle } from '../worker/live-protocol.ts';
import type { Rule, SessionOutline, SourceId } from '../worker/protocol.ts';
import { type AttachDeps, attachTo } from './attachLive.ts';
import { hidingWith } from './hidingWith.ts';
import { download, fileNameOf } from './download.ts';
import { forgetSessions, keepSource } from './keepSessions.ts';

/** A session on the screen or in the list. */
export interface ListedSession {
  readonly source: SourceId;
  readonly entry: number;
  readonly live: LiveReport | undefined;
  readonly handle?: ReadableHandle | undefined;
  /** The id of its record on this device; null if it is not kept, undefined for a sample, which the page brings. */
  readonly kept?: string | null | undefined;
}

interface ActionDeps extends AttachDeps {
  readonly share: NoticeActions['share'];
}

export interface SessionDeps extends ActionDeps {
  readonly keeping: Keeping;
}

/** What can be done with a session, in the order of its menu. Each rejects with a `ProblemError`. */
const actions = {
  'play-back': {
    title: 'Play back as if live',
    offered: ({ live }: ListedSession) => !isGrowing(live),
    refusal: 'The session on the screen is live. Stop it first, or choose a recording.',
    run: playBack,
  },
  'pause-playback': {
    title: 'Pause or continue playing back',
    offered: ({ live }: ListedSession) => isGrowing(live) && live.playback !== null,
    refusal: 'The session on the screen is not being played back.',
    async run({ engine }: AttachDeps, { source, live }: ListedSession) {
      await engine.play({ source, controls: { isPlaying: live?.playback?.isPlaying === false } });
    },
  },
  'follow-file': {
    title: 'Follow this file',
    offered: ({ live, handle }: ListedSession) => handle !== undefined && !isGrowing(live),
    refusal:
      'Only a file that was opened or dropped on the page in this tab can be followed, and a packed or mapped one cannot.',
    run: followFile,
  },
  'stop-receiving': {
    title: 'Stop, and keep what has arrived',
    offered: ({ live }: ListedSession) => isGrowing(live),
    refusal: 'The session on the screen is not live.',
    async run({ engine }: AttachDeps, { source }: ListedSession) {
      await engine.stopReceiving({ source });
    },
  },
  keep: {
    title: 'Keep on this device',
    offered: ({ kept, live }: ListedSession) => kept === null && (live === undefined || live.opened !== null),
    refusal: 'The session on the screen is a sample, which the page brings, or it is kept already.',
    async run(deps: SessionDeps, { source }: ListedSession) {
      const name = sourceOf(deps, source)?.name ?? 'The session';
      if (!(await keepSource(deps, source))) return;
      const grows = isGrowing(sourceOf(deps, source)?.live) ? ' What arrives from now on is kept as well.' : '';
      deps.notify(`${name} is kept on this device, and open again after a reload.${grows}`);
    },
  },
  forget: {
    title: 'Stop keeping on this device',
    offered: ({ kept }: ListedSession) => typeof kept === 'string',
    refusal: 'The session on the screen is not kept on this device.',
    async run(deps: SessionDeps, { source, kept }: ListedSession) {
      await forgetSessions(deps, typeof kept === 'string' ? [kept] : []);
      const undo = () => void keepSource(deps, source);
      deps.notify(`${sourceOf(deps, source)?.name ?? 'The session'} is open in this tab only now.`, { undo });
    },
  },
  share: {
    title: 'Share or save…',
    offered: ({ live }: ListedSession) => live === undefined || live.opened !== null,
    refusal: 'The received records are not a session yet.',
    async run({ share }: ActionDeps, session: ListedSession) {
      share(session);
    },
  },
  'save-records': {
    title: 'Download the records',
    offered: ({ live }: ListedSession) => (live?.records ?? 0) > 0,
    refusal: 'The session on the screen is not live.',
    async run(deps: AttachDeps, { source }: ListedSession) {
      const { text, isJson } = await deps.engine.arrived({ source });
      const name = sourceOf(deps, source)?.name ?? '';
      const hidden = await hidingWith(deps.engine)(await text.text());
      download(hidden, `${fileNameOf(name)}.records.${isJson ? 'jsonl' : 'txt'}`, 'text/plain');
    },
  },
} as const;

export type SessionAction = keyof typeof actions;

export const titleOf = (action: SessionAction): string => actions[action].title;

export const act = (action: SessionAction, deps: SessionDeps, session: ListedSession): Promise<void> =>
  actions[action].run(deps, session);

/** Does to the session on the screen what its menu offers. */
export async function actOnShown(action: SessionAction, deps: SessionDeps, { ref }: SessionOutline): Promise<void> {
  const [source = '', entry] = ref.id.split(':');
  const opened = sourceOf(deps, source);
  const kept = opened === undefined ? undefined : (opened.kept ?? null);
  const session = { source, entry: Number(entry), live: opened?.live, handle: opened?.handle, kept };
  const { offered, refusal } = actions[action];
  if (offered(session)) await act(action, deps, session);
  else deps.notify(refusal);
}

/** The actions that a session's menu has; what pauses a playback is a button of the list. */
export const actionsOf = (session: ListedSession): readonly SessionAction[] =>
  // The keys of the table are its actions, though the type of `Object.keys` does not say so.
  (Object.keys(actions) as SessionAction[]).filter(
    (action) => action !== 'pause-playback' && actions[action].offered(session),
  );

/** Plays a recording as if its agent were running now, beside the recording itself, and with the rule suggested for it. */
export async function playBack(
  deps: AttachDeps,
  { source, entry, starter }: Pick<ListedSession, 'source' | 'entry'> & { readonly starter?: Rule | null },
  speed = 1,
): Promise<void> {
  const { ref, title } = await deps.engine.openSession({ source, entry });
  const suggested = starter ?? suggestedFor(deps, ref.id);
  const playable = await deps.engine.playable({ session: ref });
  attachTo(deps, { kind: 'playback', ...playable, speed, isPlaying: true, played: 0 }, title, { starter: suggested });
}

/** Reads the file of a session as it grows. The live session takes the place of what was read of the file before. */
async function followFile(deps: AttachDeps, { source, handle }: ListedSession): Promise<void> {
  const known = sourceOf(deps, source);
  if (handle === undefined || known === undefined) return;
  const starter = suggestedFor(deps, `${source}:0`);
  attachTo(deps, { kind: 'file', handle }, known.name, { starter, replaces: source });
}

const sourceOf = ({ view }: AttachDeps, source: SourceId): OpenSource | undefined =>
  view.getState().sources.find(({ opened }) => opened.source === source);

/** The rule that was suggested for a session when it was shown. */
function suggestedFor({ queries }: AttachDeps, id: string): Rule | null {
  const shown = queries.getQueriesData<ShownSession>({ queryKey: shownKey(null).slice(0, 1) });
  return shown.find(([, one]) => one?.outline.ref.id === id)?.[1]?.starter ?? null;
}

export function useAttachDeps(): ActionDeps {
  const { notify, share } = useNoticeActions();
  return { engine: useEngine(), queries: useQueryClient(), view: useViewStore(), notify, share };
}

export const useSessionDeps = (): SessionDeps => ({ ...useAttachDeps(), keeping: useKeeping() });
