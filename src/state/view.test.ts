import { expect, test } from 'vitest';
import { createViewStore } from './view.ts';
import type { OpenSource } from './view/sessions.ts';

const pasted = (source: string): OpenSource => ({
  name: source,
  opened: {
    source,
    importer: 'task-snapshot',
    importerTitle: 'Task context',
    bytes: 2,
    sessions: [{ title: 'pasted', system: 'task' }],
  },
});

test('another session opens at its own first hit and keeps the rule', () => {
  const store = createViewStore();
  const { actions } = store.getState();
  const rule = { expression: 'false', hook: 'turn', match: null } as const;
  actions.setRule(rule);
  actions.moveCursor(9);
  actions.setFilter('kind == "llm"');
  actions.chooseSession({ kind: 'sample', sample: 'other', entry: 0 });
  expect(store.getState()).toMatchObject({ turn: null, filter: '', ownRule: rule });
});

test('choosing the shown session again leaves the cursor where it is', () => {
  const store = createViewStore({ session: { kind: 'sample', sample: 'one', entry: 0 }, turn: 5 });
  store.getState().actions.chooseSession({ kind: 'sample', sample: 'one', entry: 0 });
  expect(store.getState().turn).toBe(5);
});

test('an added text is shown at once, and its removal falls back to the first sample', () => {
  const store = createViewStore();
  const { actions } = store.getState();
  actions.addSource(pasted('a'));
  actions.addSource(pasted('b'));
  expect(store.getState().session).toEqual({ kind: 'source', source: 'b', entry: 0 });
  actions.removeSource('a');
  expect(store.getState().session).toEqual({ kind: 'source', source: 'b', entry: 0 });
  actions.removeSource('b');
  expect(store.getState()).toMatchObject({ session: null, sources: [] });
});

test('an answer in the settings can be undone', () => {
  const store = createViewStore();
  const { actions } = store.getState();
  actions.decide('assertError', 'open');
  actions.decide('nonBoolean', 'error');
  actions.decide('assertError', null);
  expect(store.getState().decisions).toEqual({ nonBoolean: 'error' });
});

test('the cursor never goes before the first turn', () => {
  const store = createViewStore();
  store.getState().actions.moveCursor(-3);
  expect(store.getState().turn).toBe(0);
});

const editorRule = { expression: 'true', hook: 'turn', match: null } as const;
const first = { expression: 'input.a', hook: 'middleware.before', match: 'refund' } as const;
const second = { expression: 'input.b', hook: 'guardrail.before', match: null } as const;

test('a policy rule replaces the user’s own rule, which can be restored unchanged', () => {
  const store = createViewStore({ ownRule: editorRule });
  const { actions } = store.getState();
  actions.openPolicy({ name: 'policy', text: 'guardrails:' });
  actions.choosePolicyRule('a', first);
  actions.choosePolicyRule('b', second);
  actions.setRule({ ...second, expression: 'edited' });
  expect(store.getState()).toMatchObject({
    policyRule: { id: 'b', rule: { expression: 'edited' }, baseline: second },
  });
  actions.chooseOwnRule();
  expect(store.getState()).toMatchObject({ policyRule: null, ownRule: editorRule, ownBaseline: null });
});

test('a rule moved to another hook, or read from a link, no longer belongs to the policy', () => {
  const store = createViewStore();
  const { actions } = store.getState();
  actions.choosePolicyRule('a', first);
  actions.restore({ turn: 1, rule: first });
  expect(store.getState().policyRule?.id).toBe('a');
  actions.restore({ rule: editorRule });
  expect(store.getState().policyRule).toBeNull();
  actions.choosePolicyRule('a', first);
  actions.setRule({ ...first, hook: 'turn' });
  expect(store.getState().policyRule).toBeNull();
});

test('closing the policy keeps its rule in the editor', () => {
  const store = createViewStore();
  const { actions } = store.getState();
  actions.openPolicy({ name: 'policy', text: 'guardrails:' });
  actions.choosePolicyRule('a', { ...first, condition: 'input.ok' });
  actions.closePolicy();
  expect(store.getState()).toMatchObject({ policy: null, policyRule: null });
  expect(store.getState().ownRule).toEqual(first);
});

test('a replaced policy reopens with its rule, and the policy that replaced it can be reopened in turn', () => {
  const store = createViewStore({ ownRule: editorRule });
  const { actions } = store.getState();
  const [one, two] = [
    { name: 'one', text: 'guardrails:' },
    { name: 'two', text: 'capabilities:' },
  ];
  actions.openPolicy(one);
  actions.choosePolicyRule('a', first);
  actions.setRule({ ...first, expression: 'edited' });
  actions.openPolicy(two);
  actions.choosePolicyRule('b', second);
  actions.reopenPolicy();
  expect(store.getState()).toMatchObject({
    policy: one,
    policyRule: { id: 'a', rule: { expression: 'edited' }, baseline: first },
  });
  actions.reopenPolicy();
  expect(store.getState()).toMatchObject({ policy: two, policyRule: { id: 'b', rule: second } });
  actions.closePolicy();
  actions.reopenPolicy();
  expect(store.getState()).toMatchObject({ policy: two, policyRule: { id: 'b', rule: second }, closedPolicy: null });
  actions.chooseOwnRule();
  expect(store.getState().ownRule).toEqual(editorRule);
});

test('reopening a policy keeps a rule that was written meanwhile', () => {
  const store = createViewStore({ policy: { name: 'one', text: '' } });
  const { actions } = store.getState();
  actions.choosePolicyRule('a', first);
  actions.closePolicy();
  actions.setRule({ ...first, expression: 'my own' });
  actions.reopenPolicy();
  expect(store.getState()).toMatchObject({
    policy: { name: 'one' },
    policyRule: null,
    ownRule: { expression: 'my own' },
  });
});

test('a pending edit of one policy is not written into the next, even if the texts are equal', () => {
  const text = 'guardrails:\n';
  const rule = { expression: 'input.a', hook: 'guardrail.before', match: null } as const;
  const store = createViewStore({ policy: { name: 'one', text }, policyRule: { id: 'a', rule, baseline: null } });
  const { actions } = store.getState();
  actions.setRule({ ...rule, expression: 'input.b' });
  const [edit] = store.getState().unwritten;
  if (edit === undefined) throw new Error('the edit is not waiting');
  actions.openPolicy({ name: 'two', text });
  actions.settleEdit(edit, 'guardrails: written\n');
  expect(store.getState().policy).toEqual({ name: 'two', text });
});
