import type { NoticeStore } from './notices.ts';
import type { ViewStore } from './view.ts';
import { isGrowing, type OpenSource } from './view/sessions.ts';

/** Closes the open policy. The notice does not fade, because this text may be the user's only copy. */
export function closePolicy(view: ViewStore, notices: NoticeStore): void {
  const { policy, actions } = view.getState();
  if (policy === null) return;
  actions.closePolicy();
  notices.getState().actions.notify(`${policy.name} is closed.`, { fades: false, reopen: true });
}

/** Reopens the policy that was closed last. A policy that is open now can then be reopened in turn. */
export function reopenPolicy(view: ViewStore, notices: NoticeStore): void {
  const { notify } = notices.getState().actions;
  const { policy: displaced, closedPolicy, actions } = view.getState();
  if (closedPolicy === null) return notify('There is no closed policy to reopen.');
  actions.reopenPolicy();
  const back = `${closedPolicy.policy.name} is open again`;
  if (displaced === null) notify(`${back}.`);
  else notify(`${back}. It replaced ${displaced.name}.`, { fades: false, reopen: true });
}

/**
 * Removes a source from the list, with an *Undo* in the message. `close` frees it in the engine: at once for one that is
 * still receiving, otherwise when the message is gone.
 */
export function removeSession(view: ViewStore, notices: NoticeStore, source: OpenSource, close: () => void): void {
  const { sources, session, turn, filter, actions } = view.getState();
  const id = source.opened.source;
  const at = sources.findIndex(({ opened }) => opened.source === id);
  const wasShown = session?.kind === 'source' && session.source === id;
  actions.removeSource(id);
  if (isGrowing(source.live)) return close();

  const undo = () => actions.putBack(source, at, wasShown ? { session, turn, filter } : null);
  const stays = source.kept === undefined ? '' : ' It is still kept on this device: the settings list it.';
  notices.getState().actions.notify(`${source.name} is removed from the list.${stays}`, { fades: false, undo });
  const stop = notices.subscribe(({ message }) => {
    if (message?.undo === undo) return;
    stop();
    if (!view.getState().sources.some(({ opened }) => opened.source === id)) close();
  });
}
