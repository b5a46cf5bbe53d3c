import type { NoticeStore } from './notices.ts';
import type { ViewStore } from './view.ts';
import { isGrowing, type OpenSource } from './view/sessions.ts';

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
  notices.getState().actions.notify(`${source.name} is removed from the list.`, { fades: false, undo });
  const stop = notices.subscribe(({ message }) => {
    if (message?.undo === undo) return;
    stop();
    if (!view.getState().sources.some(({ opened }) => opened.source === id)) close();
  });
}
