import { type OpenPolicy, type View, type ViewStore } from './view.ts';

/** A policy is too long for a link: it stays in this tab, so that a reload finds it again. */
const key = 'contextscope/policy';

export type TabShelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

type Kept = Pick<View, 'policy' | 'policyRule' | 'closedPolicy'>;
const nothing: Kept = { policy: null, policyRule: null, closedPolicy: null };

/** The storage of this tab, or one that forgets where the user has turned it off. */
export function tabShelfOf(window: { readonly sessionStorage: TabShelf }): TabShelf {
  try {
    return window.sessionStorage;
  } catch {
    // Reading the property throws when storage is blocked.
    return { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  }
}

/** The policies kept in this tab. A rule is on the bench again only if the link's rule is the same. */
export function keptPolicy(shelf: TabShelf, { rule }: Pick<View, 'rule'>): Kept {
  const kept = fieldsOf(parsed(shelf.getItem(key)));
  if (kept === null) return nothing;
  const { policyRule, expression } = kept;
  const policy = policyIn(kept);
  const closed = policyIn(fieldsOf(kept['closed']));
  const isSame = policy !== null && typeof policyRule === 'string' && rule?.expression === expression;
  return {
    policy,
    policyRule: isSame ? policyRule : null,
    closedPolicy: closed && { policy: closed, policyRule: null, rule: null, saved: null, ownRule: null },
  };
}

type Fields = { readonly [name: string]: unknown };

function policyIn(fields: Fields | null): OpenPolicy | null {
  const { name, text } = fields ?? {};
  return typeof name === 'string' && typeof text === 'string' ? { name, text } : null;
}

/** What another version of the page may have left there is looked at field by field. */
const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null ? (value as Fields) : null; // an object has fields, known or not

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

const watched = ['policy', 'policyRule', 'rule', 'closedPolicy'] as const;

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
    const { policy, policyRule, rule, closedPolicy } = store.getState();
    if (policy === null && closedPolicy === null) return shelf.removeItem(key);
    const open = policy && { ...policy, policyRule, expression: rule?.expression };
    if (isKept({ ...open, closed: closedPolicy?.policy }) || (open !== null && isKept(open))) return;
    // Whatever the browser's reason (a full or forbidden storage), an older text would be worse than none.
    shelf.removeItem(key);
    if (policy !== null) refused(policy);
  };
  const isKept = (value: object): boolean => {
    try {
      shelf.setItem(key, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  };
  const stop = store.subscribe((view, before) => {
    if (watched.every((part) => view[part] === before[part])) return;
    if (timer !== undefined) window.clearTimeout(timer);
    timer = window.setTimeout(write, settleMs);
  });
  return () => {
    stop();
    if (timer !== undefined) window.clearTimeout(timer);
  };
}
