import type { QueryClient } from '@tanstack/react-query';
import type { NoticeActions } from '../state/notices.ts';
import { chosenIn, shownKey, type ShownSession } from '../state/useSession.ts';
import type { View, ViewStore } from '../state/view.ts';
import { ruleInEditor } from '../state/view/rule.ts';
import { type OpenSource, unseenFires } from '../state/view/sessions.ts';
import { type EngineClient, ProblemError } from '../worker/connect.ts';
import type { LiveFires, Watched } from '../worker/live-protocol.ts';
import type { SourceId } from '../worker/protocol.ts';
import { hidingWith } from './hidingWith.ts';

interface WatchDeps {
  readonly engine: EngineClient;
  readonly queries: QueryClient;
  readonly view: ViewStore;
}

/** Fires that come within this time are one notification, and an edited rule is watched after a pause in typing. */
const gatherMs = 1000;

/**
 * Turns watching on or off. Only this action of the user asks for the permission to notify; watching works without it.
 */
export function toggleWatch(view: ViewStore, notify: NoticeActions['notify']): void {
  const { isWatching, policy, actions } = view.getState();
  actions.watchLive(!isWatching);
  if (isWatching) return notify('Live sessions are no longer watched.');
  const what = policy === null ? 'the rule in the editor' : `the policy ${policy.name}`;
  notify(`From now on, ${what} is judged at each new turn of live sessions. Fires are counted in the tab’s title.`);
  // A browser that refuses at once, or does not know notifications, watches all the same.
  if (typeof Notification !== 'undefined' && Notification.permission === 'default') {
    Notification.requestPermission().catch(() => undefined);
  }
}

const begun = new WeakSet<ViewStore>();

/** Watches the live sessions of a page from its first one on. */
export function keepWatching(deps: WatchDeps, page: Window = window): void {
  const { engine, view } = deps;
  if (begun.has(view)) return;
  begun.add(view);
  const title = page.document.title;
  /** The rules that each source was given last, as JSON, and the number of its report then. */
  const given = new Map<SourceId, { readonly key: string; readonly number: number }>();
  let settling: ReturnType<typeof setTimeout> | undefined;
  let notifying: ReturnType<typeof setTimeout> | undefined;
  let notified = 0;

  const send = () => {
    settling = undefined;
    const state = view.getState();
    const watched = state.isWatching ? watchedIn(state, deps.queries) : null;
    const key = JSON.stringify(watched);
    for (const { opened, live } of state.sources) {
      if (live === undefined) continue;
      const { source } = opened;
      const before = given.get(source) ?? { key: 'null', number: 0 };
      given.set(source, { key, number: live.number });
      // The numbers begin again in the worker that replaces one that died.
      if (before.key === key && (key === 'null' || live.number >= before.number)) continue;
      // A failure has no message here: a policy’s fault is in its own panel, and a closed source needs no rules.
      engine.watch({ source, watched }).catch(() => undefined);
    }
  };
  const look = () => {
    const { session, sources, actions } = view.getState();
    const shown = sources.find(({ opened }) => session?.kind === 'source' && session.source === opened.source);
    if (!page.document.hidden && shown !== undefined && unseenFires(shown) > 0)
      actions.lookAtFires(shown.opened.source);
    const unseen = view.getState().sources.reduce((sum, source) => sum + unseenFires(source), 0);
    page.document.title = unseen === 0 ? title : `(${unseen}) ${title}`;
    if (unseen > notified) notifying ??= setTimeout(announce, gatherMs);
    else notified = unseen;
  };
  const announce = () => {
    notifying = undefined;
    const sources = view.getState().sources.filter((source) => unseenFires(source) > 0);
    notified = sources.reduce((sum, source) => sum + unseenFires(source), 0);
    if (notified > 0) notifyOf(sources, notified, deps, page).catch((cause: unknown) => reportError(cause));
  };
  view.subscribe((state, before) => {
    if (state.isWatching || given.size > 0) settling ??= setTimeout(send, gatherMs);
    if (state.sources !== before.sources || state.session !== before.session) look();
  });
  page.document.addEventListener('visibilitychange', look);
  send();
}

/** What is judged: the open policy, or else the rule in the editor. */
function watchedIn(view: View, queries: QueryClient): Watched | null {
  const { policy, session } = view;
  const decisions = chosenIn(view);
  if (policy !== null) return { rules: { policy: policy.text }, decisions };
  const rule = ruleInEditor(view) ?? queries.getQueryData<ShownSession>(shownKey(session))?.starter ?? null;
  return rule === null || rule.expression.trim() === '' ? null : { rules: { rule }, decisions };
}

/** A newer notification takes the place of the one before. */
async function notifyOf(
  sources: readonly OpenSource[],
  count: number,
  { engine, view }: WatchDeps,
  page: Window,
): Promise<void> {
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const [first] = sources;
  const fire = first?.live?.fires.latest.at(-1);
  if (first === undefined || fire === undefined) return;
  const shown = new Notification(count === 1 ? 'A watched rule fired' : `Watched rules fired ${count} times`, {
    body: await bodyOf(sources, fire, engine),
    tag: 'contextscope-watch',
  });
  shown.addEventListener('click', () => {
    page.focus();
    const choice = { kind: 'source', source: first.opened.source, entry: fire.entry } as const;
    view.getState().actions.chooseSession(choice, fire.turn);
    shown.close();
  });
}

/**
 * The system keeps notifications and may show them on a locked screen, so private values have stand-ins, and of a path or an
 * address there is the last part alone.
 */
async function bodyOf(
  sources: readonly OpenSource[],
  { rule, turn }: LiveFires['latest'][number],
  engine: EngineClient,
): Promise<string> {
  const lines = [...sources.map(({ name }) => withoutPlace(name)), rule].map((text) => text.replaceAll(/\s+/g, ' '));
  const hidden = await hidingWith(engine)(lines.join('\n')).catch((cause: unknown) => {
    // Its worker died: what fired is in the page.
    if (cause instanceof ProblemError) return null;
    throw cause;
  });
  if (hidden === null) return `At turn ${turn}`;
  const names = hidden.split('\n').map((text) => shortened(text, 60));
  return `${names.slice(0, -1).join(', ')}: ${shortened(hidden.slice(hidden.lastIndexOf('\n') + 1), 120)} at turn ${turn}`;
}

const shortened = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

/** The last part of a path or an address; any other name as it is. */
function withoutPlace(name: string): string {
  if (!/^(?:[~.]{0,2}[\\/]|[a-z][\w+.-]{0,20}:[\\/])/i.test(name)) return name;
  const [place = ''] = name.split(/[?#]/, 1);
  const parts = place.split(/[\\/]/).filter((part) => part !== '');
  // Of an address, the first two are its scheme and its host.
  return parts.slice(place.includes('://') ? 2 : 0).at(-1) ?? 'a live session';
}
