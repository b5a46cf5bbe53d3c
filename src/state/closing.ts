import type { NoticeStore } from './notices.ts';
import type { ViewStore } from './view.ts';
import type { Step } from './view/undo.ts';
import { isGrowing, type OpenSource } from './view/sessions.ts';

/** Closes the open policy. The notice does not fade, because this text may be the user's only copy. */
export function closePolicy(view: ViewStore, notices: NoticeStore): void {
  const { notify } = notices.getState().actions;
  const { policy, actions } = view.getState();
  if (policy === null) return notify('There is no open policy to close.');
  actions.does(`close ${policy.name}`, actions.closePolicy);
  notify(`${policy.name} is closed.`, { fades: false, reopen: true });
}

/** Reopens the policy that was closed last. A policy that is open now can then be reopened in turn. */
export function reopenPolicy(view: ViewStore, notices: NoticeStore): void {
  const { notify } = notices.getState().actions;
  const { policy: displaced, closedPolicy, actions } = view.getState();
  if (closedPolicy === null) return notify('There is no closed policy to reopen.');
  actions.does(`reopen ${closedPolicy.policy.name}`, actions.reopenPolicy);
  const back = `${closedPolicy.policy.name} is open again`;
  if (displaced === null) notify(`${back}.`);
  else notify(`${back}. It replaced ${displaced.name}.`, { fades: false, reopen: true });
}

/** A removed session of at least this size stays in memory only as long as its message is shown. */
const bigBytes = 20_000_000;

/**
 * Removes a source from the list, which can be undone. `close` frees it in the engine: at once for one that is still
 * receiving, otherwise when it cannot come back any more.
 */
export function removeSession(view: ViewStore, notices: NoticeStore, source: OpenSource, close: () => void): void {
  const { sources, session, turn, filter, compared, main, actions } = view.getState();
  const id = source.opened.source;
  const at = sources.findIndex(({ opened }) => opened.source === id);
  const wasShown = session?.kind === 'source' && session.source === id;
  const wasCompared = compared?.some((one) => one.kind === 'source' && one.source === id) === true;
  actions.removeSource(id);
  if (wasCompared) actions.stopComparing();
  if (isGrowing(source.live)) return close();

  const isListed = () => view.getState().sources.some(({ opened }) => opened.source === id);
  const step: Step = {
    title: `remove ${source.name} from the list`,
    undo() {
      actions.putBack(source, at, wasShown ? { session, turn, filter } : null);
      if (wasCompared) actions.restore({ compared, main });
    },
    redo() {
      actions.removeSource(id);
      if (wasCompared) actions.stopComparing();
    },
    drop() {
      if (!isListed()) close();
    },
  };
  actions.addStep(step);
  const undo = () => {
    if (view.getState().done.at(-1) === step) actions.undo();
    else if (!isListed()) step.undo();
  };
  const stays = source.kept === undefined ? '' : ' It is still kept on this device: the settings list it.';
  const ends = wasCompared ? ', so it is no longer compared' : '';
  notices.getState().actions.notify(`${source.name} is removed from the list${ends}.${stays}`, { fades: false, undo });
  const stop = notices.subscribe(({ message }) => {
    if (message?.undo === undo) return;
    stop();
    if (source.opened.bytes >= bigBytes && !isListed()) actions.dropStep(step);
  });
}

/** Takes the last step back, and says which it was. */
export function undo(view: ViewStore, notices: NoticeStore): void {
  const { notify } = notices.getState().actions;
  const title = view.getState().actions.undo();
  const again = { title: 'Redo', run: () => redo(view, notices) };
  if (title === null) notify('There is nothing to undo. Editors undo what is typed in them.');
  else notify(`Undone: ${title}.`, { offer: again });
}

export function redo(view: ViewStore, notices: NoticeStore): void {
  const { notify } = notices.getState().actions;
  const title = view.getState().actions.redo();
  notify(title === null ? 'There is nothing to redo.' : `Done again: ${title}.`);
}
