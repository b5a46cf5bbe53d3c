import { type OpenPolicy, type View, type ViewStore } from './view.ts';

/** A policy is too long for a link: it stays in this tab, so that a reload finds it again. */
const key = 'contextscope/policy';

export type TabShelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

type Kept = Pick<View, 'policy' | 'policyRule'>;
const nothing: Kept = { policy: null, policyRule: null };

/** The storage of this tab, or one that forgets where the user has turned it off. */
export function tabShelfOf(window: { readonly sessionStorage: TabShelf }): TabShelf {
  try {
    return window.sessionStorage;
  } catch {
    // Reading the property throws when storage is blocked.
    return { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  }
}

/** The policy kept in this tab. Its rule is on the bench again only if the link's rule is the same. */
export function keptPolicy(shelf: TabShelf, { rule }: Pick<View, 'rule'>): Kept {
  const kept = parsed(shelf.getItem(key));
  if (kept === null) return nothing;
  const { name, text, policyRule, expression } = kept;
  if (typeof name !== 'string' || typeof text !== 'string') return nothing;
  const isSame = typeof policyRule === 'string' && rule !== null && rule.expression === expression;
  return { policy: { name, text }, policyRule: isSame ? policyRule : null };
}

function parsed(text: string | null): { readonly [name: string]: unknown } | null {
  try {
    // What another version of the page may have left there is looked at field by field.
    return text === null ? null : (JSON.parse(text) as { readonly [name: string]: unknown } | null);
  } catch {
    return null;
  }
}

/** A text may change with every key. */
const settleMs = 200;

export interface TabWindow {
  setTimeout(run: () => void, ms: number): number;
  clearTimeout(timer: number): void;
}

/** Writes the policy down whenever it has changed; `refused` is told when the browser has no room for it. */
export function keepPolicy(
  store: ViewStore,
  shelf: TabShelf,
  window: TabWindow,
  refused: (policy: OpenPolicy) => void,
): () => void {
  let timer: number | undefined;
  const write = () => {
    const { policy, policyRule, rule } = store.getState();
    if (policy === null) return shelf.removeItem(key);
    try {
      shelf.setItem(key, JSON.stringify({ ...policy, policyRule, expression: rule?.expression }));
    } catch {
      // Whatever the browser's reason (a full or forbidden storage), an older text would be worse than none.
      shelf.removeItem(key);
      refused(policy);
    }
  };
  const stop = store.subscribe((view, before) => {
    if (view.policy === before.policy && view.policyRule === before.policyRule && view.rule === before.rule) return;
    if (timer !== undefined) window.clearTimeout(timer);
    timer = window.setTimeout(write, settleMs);
  });
  return () => {
    stop();
    if (timer !== undefined) window.clearTimeout(timer);
  };
}
