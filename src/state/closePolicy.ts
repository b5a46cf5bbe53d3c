import type { NoticeStore } from './notices.ts';
import type { ViewStore } from './view.ts';

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
