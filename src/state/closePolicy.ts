import type { NoticeStore } from './notices.ts';
import type { ViewStore } from './view.ts';

/** Closes the open policy, and says so until the user has read it: the text may be nowhere else. */
export function closePolicy(view: ViewStore, notices: NoticeStore): void {
  const { policy, actions } = view.getState();
  if (policy === null) return;
  actions.closePolicy();
  notices.getState().actions.tell(`${policy.name} is closed.`, { fades: false, reopen: true });
}

/** Brings back what was closed last. What it takes the place of can be brought back in turn. */
export function reopenPolicy(view: ViewStore, notices: NoticeStore): void {
  const { tell } = notices.getState().actions;
  const { policy: displaced, closedPolicy, actions } = view.getState();
  if (closedPolicy === null) return tell('No policy was closed.');
  actions.reopenPolicy();
  const back = `${closedPolicy.policy.name} is back`;
  if (displaced === null) tell(`${back}.`);
  else tell(`${back}, in the place of ${displaced.name}.`, { fades: false, reopen: true });
}
