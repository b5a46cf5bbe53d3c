import type { Rule } from '../worker/protocol.ts';
import { keep, type TabStorage } from './storage.ts';
import type { OpenPolicy } from './view/policy.ts';
import { type PolicyEdit, ruleInEditor } from './view/rule.ts';
import type { View, ViewStore } from './view.ts';

/** A policy is too long for a link. It is kept in this tab's storage, so that it survives a reload. */
const key = 'contextscope/policy';

type Kept = Pick<View, 'policy' | 'policyRule' | 'unwritten' | 'closedPolicy'>;
const nothing: Kept = { policy: null, policyRule: null, unwritten: [], closedPolicy: null };

/**
 * The policies kept in this tab. A policy's rule is restored to the editor only if the link has the same expression.
 */
export function keptPolicy(storage: TabStorage, { rule }: { readonly rule: Rule | null }): Kept {
  const kept = fieldsOf(parsed(storage.getItem(key)));
  if (kept === null) return nothing;
  const { policyRule, expression } = kept;
  const policy = policyIn(kept);
  const closedFields = fieldsOf(kept['closed']);
  const closed = policyIn(closedFields);
  const isSame = policy !== null && rule?.expression === expression;
  return {
    policy,
    policyRule:
      isSame && rule !== null && typeof policyRule === 'string' ? { id: policyRule, rule, baseline: null } : null,
    unwritten: policy === null ? [] : editsIn(kept),
    closedPolicy: closed && {
      policy: closed,
      policyRule: null,
      unwritten: editsIn(closedFields),
      ownRule: null,
      ownBaseline: null,
    },
  };
}

type Fields = { readonly [name: string]: unknown };

function policyIn(fields: Fields | null): OpenPolicy | null {
  const { name, text } = fields ?? {};
  return typeof name === 'string' && typeof text === 'string' ? { name, text } : null;
}

function editsIn(fields: Fields | null): readonly PolicyEdit[] {
  const { unwritten } = fields ?? {};
  if (!Array.isArray(unwritten)) return [];
  return unwritten.flatMap((one) => {
    const { rule, expression } = fieldsOf(one) ?? {};
    return typeof rule === 'string' && typeof expression === 'string' ? [{ rule, expression }] : [];
  });
}

/** Another version of the page may have written the value, so each field is checked. */
const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null ? (value as Fields) : null; // the fields of any object may be read as unknown

function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

const watched = ['policy', 'policyRule', 'unwritten', 'ownRule', 'closedPolicy'] as const;

/** The text may change with every keystroke. */
const settleMs = 200;

export interface TabWindow {
  setTimeout(run: () => void, ms: number): number;
  clearTimeout(timer: number): void;
  addEventListener(type: 'pagehide', listener: () => void): void;
  removeEventListener(type: 'pagehide', listener: () => void): void;
}

/** Stores the policy whenever it changes; calls `refused` when the browser has no room for it. */
export function keepPolicy(
  store: ViewStore,
  storage: TabStorage,
  window: TabWindow,
  refused: (policy: OpenPolicy) => void,
): () => void {
  let timer: number | undefined;
  const cancel = () => {
    if (timer !== undefined) window.clearTimeout(timer);
    timer = undefined;
  };
  const write = () => {
    cancel();
    const view = store.getState();
    const { policy, policyRule, unwritten, closedPolicy } = view;
    if (policy === null && closedPolicy === null) return storage.removeItem(key);
    const { expression } = ruleInEditor(view) ?? {};
    const open = policy && { ...policy, policyRule: policyRule?.id ?? null, expression, unwritten };
    const closed = closedPolicy && { ...closedPolicy.policy, unwritten: closedPolicy.unwritten };
    if (isKept({ ...open, closed }) || (open !== null && isKept(open))) return;
    // The storage is full or forbidden. An outdated text would be worse than none.
    storage.removeItem(key);
    if (policy !== null) refused(policy);
  };
  const isKept = (value: object): boolean => keep(storage, key, JSON.stringify(value));
  const stop = store.subscribe((view, before) => {
    if (watched.every((part) => view[part] === before[part])) return;
    cancel();
    timer = window.setTimeout(write, settleMs);
  });
  // The page may close before the timer ends.
  const leave = () => {
    if (timer !== undefined) write();
  };
  window.addEventListener('pagehide', leave);
  return () => {
    stop();
    cancel();
    window.removeEventListener('pagehide', leave);
  };
}
