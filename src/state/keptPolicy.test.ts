import { expect, test } from 'vitest';
import { keepPolicy, keptPolicy } from './keptPolicy.ts';
import type { TabStorage } from './storage.ts';
import { createViewStore } from './view.ts';

const rule = { expression: 'input.a', hook: 'guardrail.before', match: null } as const;
const policyRule = { id: 'guardrails.before[0]', rule, baseline: null };
const policy = { name: 'refunds.yaml', text: 'guardrails:\n' };

/** A window with a clock that only the test advances. */
function world({ room = Infinity }: { readonly room?: number } = {}) {
  const kept = new Map<string, string>();
  const timers = new Map<number, () => void>();
  const leaving = new Set<() => void>();
  const storage: TabStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem(key, value) {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
    removeItem: (key) => void kept.delete(key),
  };
  let last = 0;
  return {
    kept,
    storage,
    setTimeout(run: () => void) {
      timers.set(++last, run);
      return last;
    },
    clearTimeout: (timer: number) => void timers.delete(timer),
    addEventListener: (_type: 'pagehide', listener: () => void) => void leaving.add(listener),
    removeEventListener: (_type: 'pagehide', listener: () => void) => void leaving.delete(listener),
    leave() {
      for (const listener of leaving) listener();
    },
    wait() {
      for (const run of timers.values()) run();
      timers.clear();
    },
  };
}

test('a policy and its rule in the editor survive a reload', () => {
  const tab = world();
  const store = createViewStore();
  keepPolicy(store, tab.storage, tab, () => {});
  store.getState().actions.openPolicy(policy);
  store.getState().actions.choosePolicyRule('guardrails.before[0]', rule);
  tab.wait();
  expect(keptPolicy(tab.storage, { rule })).toEqual({
    policy,
    policyRule,
    unwritten: [],
    closedPolicy: null,
  });
  // A link to another rule shows that one.
  expect(keptPolicy(tab.storage, { rule: { ...rule, expression: 'input.b' } })).toMatchObject({
    policy,
    policyRule: null,
  });
});

test('an edit survives an immediate reload, before it is written into the policy’s text', () => {
  const tab = world();
  const store = createViewStore({ policy, policyRule });
  keepPolicy(store, tab.storage, tab, () => {});
  store.getState().actions.setRule({ ...rule, expression: 'input.b' });
  tab.leave();
  expect(keptPolicy(tab.storage, { rule: { ...rule, expression: 'input.b' } })).toMatchObject({
    policy,
    policyRule: { id: 'guardrails.before[0]', rule: { ...rule, expression: 'input.b' } },
    unwritten: [{ rule: 'guardrails.before[0]', expression: 'input.b' }],
  });
});

test('a policy that is closed before an edit was written reopens with the edit', () => {
  const tab = world();
  const unwritten = [{ rule: 'guardrails.before[0]', expression: 'input.b' }];
  const store = createViewStore({ policy, policyRule });
  keepPolicy(store, tab.storage, tab, () => {});
  store.getState().actions.setRule({ ...rule, expression: 'input.b' });
  store.getState().actions.closePolicy();
  tab.leave();
  expect(keptPolicy(tab.storage, { rule: null })).toMatchObject({ unwritten: [], closedPolicy: { policy, unwritten } });
  store.getState().actions.reopenPolicy();
  expect(store.getState()).toMatchObject({ policyRule: { id: 'guardrails.before[0]' }, unwritten });
});

test('a closed policy stays closed, and can be reopened', () => {
  const tab = world();
  const store = createViewStore({ policy });
  keepPolicy(store, tab.storage, tab, () => {});
  store.getState().actions.editPolicy('guardrails: {}\n');
  tab.wait();
  expect(keptPolicy(tab.storage, { rule: null }).policy?.text).toBe('guardrails: {}\n');
  store.getState().actions.closePolicy();
  tab.wait();
  const { policy: open, closedPolicy } = keptPolicy(tab.storage, { rule: null });
  expect(open).toBeNull();
  expect(closedPolicy?.policy).toEqual({ name: 'refunds.yaml', text: 'guardrails: {}\n' });
});

test('without room for both, only the open policy is kept', () => {
  const tab = world({ room: 120 });
  const store = createViewStore({ policy });
  keepPolicy(store, tab.storage, tab, () => {});
  store.getState().actions.openPolicy({ name: 'other.yaml', text: 'a: b\n'.repeat(8) });
  tab.wait();
  expect(keptPolicy(tab.storage, { rule: null })).toMatchObject({ policy: { name: 'other.yaml' }, closedPolicy: null });
});

test('without room for the policy, the failure is reported and no outdated text is left', () => {
  const tab = world({ room: 120 });
  const store = createViewStore({ policy });
  const refused: string[] = [];
  keepPolicy(store, tab.storage, tab, ({ name }) => refused.push(name));
  store.getState().actions.editPolicy('a: b\n');
  tab.wait();
  store.getState().actions.editPolicy('a: b\n'.repeat(100));
  tab.wait();
  expect(refused).toEqual(['refunds.yaml']);
  expect(tab.kept.size).toBe(0);
});

test('foreign data in the storage is ignored', () => {
  for (const text of [
    'null',
    '3',
    '[',
    '{"name":1,"text":"a"}',
    '{"__proto__":{"name":"a","text":"b"}}',
    '{"unwritten":[{"rule":"a","expression":"b"}]}',
  ]) {
    const tab = world();
    tab.kept.set('contextscope/policy', text);
    expect(keptPolicy(tab.storage, { rule })).toEqual({
      policy: null,
      policyRule: null,
      unwritten: [],
      closedPolicy: null,
    });
  }
});
