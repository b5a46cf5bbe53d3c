import { expect, test } from 'vitest';
import { createViewStore } from '../view.ts';
import { markKey } from '../marks.ts';

const rule = (expression: string) => ({ expression, hook: 'turn', match: null }) as const;

test('a step is undone and redone, and names itself', () => {
  const store = createViewStore({ ownRule: rule('a') });
  const { actions } = store.getState();
  actions.does('use the suggestion b', () => actions.setRule(rule('b')));
  expect(actions.undo()).toBe('use the suggestion b');
  expect(store.getState().ownRule).toEqual(rule('a'));
  expect(actions.undo()).toBeNull();
  expect(actions.redo()).toBe('use the suggestion b');
  expect(store.getState().ownRule).toEqual(rule('b'));
  expect(actions.redo()).toBeNull();
});

test('what was typed after a step comes back with a redo', () => {
  const store = createViewStore({ ownRule: rule('a') });
  const { actions } = store.getState();
  actions.does('use the suggestion b', () => actions.setRule(rule('b')));
  actions.setRule(rule('b and more'));
  actions.undo();
  expect(store.getState().ownRule).toEqual(rule('a'));
  actions.redo();
  expect(store.getState().ownRule).toEqual(rule('b and more'));
});

test('what is typed after an undo ends the redo', () => {
  const store = createViewStore({ ownRule: rule('a') });
  const { actions } = store.getState();
  actions.does('use the suggestion b', () => actions.setRule(rule('b')));
  actions.undo();
  actions.setRule(rule('typed'));
  expect(actions.redo()).toBeNull();
  expect(store.getState()).toMatchObject({ ownRule: rule('typed'), undone: [] });
});

test('a step that changes nothing is none, and a new step ends the redo', () => {
  const store = createViewStore({ ownRule: rule('a') });
  const { actions } = store.getState();
  actions.does('nothing', () => {});
  expect(actions.undo()).toBeNull();
  actions.does('b', () => actions.setRule(rule('b')));
  actions.undo();
  actions.does('c', () => actions.setRule(rule('c')));
  expect(actions.redo()).toBeNull();
});

test('only the parts that a step changed go back', () => {
  const store = createViewStore({ ownRule: rule('a') });
  const { actions } = store.getState();
  const place = { name: 'one.json', entry: 0, title: 'One', content: 'c1', mark: 'acts' } as const;
  actions.does('mark One', () => actions.changeBacktest(() => ({ marks: new Map([[markKey(place), place]]) })));
  actions.setRule(rule('typed since'));
  actions.moveCursor(7);
  actions.undo();
  expect(store.getState()).toMatchObject({ ownRule: rule('typed since'), turn: 7 });
  expect(store.getState().backtest.marks.size).toBe(0);
});

test('undoing a change of a policy’s rule is an edit of the policy', () => {
  const text = 'capabilities:\n';
  const store = createViewStore({
    policy: { name: 'policy.yaml', text },
    policyRule: { id: 'r', rule: rule('a'), baseline: null },
  });
  const { actions } = store.getState();
  actions.does('use the fix', () => actions.setRule(rule('b')));
  const [edit] = store.getState().unwritten;
  if (edit !== undefined) actions.settleEdit(edit, `${text}b`);
  actions.undo();
  const { policy, policyRule, unwritten } = store.getState();
  expect(policy?.text).toBe(`${text}b`);
  expect(policyRule?.rule).toEqual(rule('a'));
  expect(unwritten).toEqual([{ rule: 'r', expression: 'a' }]);
});

test('a closed policy is open again with its text', () => {
  const store = createViewStore({ policy: { name: 'policy.yaml', text: 'guardrails:\n' } });
  const { actions } = store.getState();
  actions.does('close policy.yaml', () => actions.closePolicy());
  expect(store.getState().policy).toBeNull();
  actions.undo();
  expect(store.getState().policy).toEqual({ name: 'policy.yaml', text: 'guardrails:\n' });
  actions.redo();
  expect(store.getState().policy).toBeNull();
});

test('what cannot come back any more is dropped', () => {
  const { actions } = createViewStore().getState();
  const dropped: number[] = [];
  for (let at = 0; at < 60; at++)
    actions.addStep({ title: String(at), undo: () => {}, redo: () => {}, drop: () => void dropped.push(at) });
  expect(dropped).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});
