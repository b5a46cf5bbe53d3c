import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { inProcessEngine } from '../services/engine/testing.ts';
import { createViewStore, type View } from '../state/view.ts';
import { type PolicyRuleInEditor, ruleInEditor } from '../state/view/rule.ts';
import { refundsOf } from '../panels/testing.tsx';
import { followText, writeEdits } from './PolicyKeeper.tsx';

const text = `capabilities:
  refund:
    before:
      - assert: input.amount <= 1000 # not more
      - assert: "true"
        match: other
`;
const id = 'capabilities.refund.before[0]';
const rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' } as const;

/** On a busy machine the engine's scripts load slowly. */
const soon = (check: () => void) => vi.waitFor(check, { timeout: 30_000 });

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

/** An editor with the policy's first rule. Time does not pass until `pause`. */
async function context(start: Partial<View> = {}, inEditor: Partial<PolicyRuleInEditor> = {}) {
  const engine = inProcessEngine();
  const queries = new QueryClient();
  const { source } = await engine.client.open({ text: refundsOf(40, 2400), name: 'refunds' });
  const { ref } = await engine.client.openSession({ source, entry: 0 });
  const policyRule = { id, rule, baseline: null, ...inEditor };
  const view = createViewStore({ policy: { name: 'policy', text }, policyRule, ...start });
  const timers = new Map<number, () => void>();
  const notified: string[] = [];
  let last = 0;
  const deps = {
    engine: engine.client,
    queries,
    view,
    notify: (message: string) => void notified.push(message),
    timers: {
      setTimeout(run: () => void) {
        timers.set(++last, run);
        return last;
      },
      clearTimeout: (timer: number) => void timers.delete(timer),
    },
  };
  const begin = () => {
    const stops = [writeEdits(deps), followText(deps, ref)];
    return () => {
      for (const stop of stops) stop();
    };
  };
  let end = begin();
  const again = () => {
    end();
    end = begin();
  };
  endings.push(() => {
    end();
    queries.clear();
    engine.dispose();
  });
  const pause = () => {
    const due = [...timers.values()];
    timers.clear();
    for (const run of due) run();
  };
  return {
    view,
    actions: view.getState().actions,
    pause,
    notified,
    again,
    textNow: () => view.getState().policy?.text,
  };
}

test('an edit in the editor is written into the text when typing pauses, and nothing else in it changes', async () => {
  const { actions, pause, textNow, notified } = await context();
  actions.setRule({ ...rule, expression: 'input.amount <= 1' });
  actions.setRule({ ...rule, expression: 'input.amount <= 10' });
  expect(textNow()).toBe(text);
  pause();
  await soon(() => expect(textNow()).toBe(text.replace('1000', '10')));
  expect(notified).toEqual([]);
});

test('an edit of the text shows in the editor', async () => {
  const { view, actions } = await context();
  actions.editPolicy(text.replace('1000', '500'));
  await soon(() => expect(ruleInEditor(view.getState())?.expression).toBe('input.amount <= 500'));
  expect(view.getState().policyRule?.id).toBe(id);
});

test('text typed while the policy is being read is kept', async () => {
  const { view, actions, pause, textNow } = await context();
  actions.editPolicy(text.replace('not more', 'at most'));
  actions.setRule({ ...rule, expression: 'false' });
  pause();
  const both = text.replace('not more', 'at most').replace('input.amount <= 1000', '"false"');
  await soon(() => expect(textNow()?.replaceAll("'", '"')).toBe(both));
  expect(ruleInEditor(view.getState())?.expression).toBe('false');
});

test('an edit is not lost when another rule is chosen before it was written', async () => {
  const { actions, textNow } = await context();
  actions.setRule({ ...rule, expression: 'input.amount <= 7' });
  actions.choosePolicyRule('capabilities.refund.before[1]', { ...rule, expression: 'true' });
  await soon(() => expect(textNow()).toBe(text.replace('1000', '7')));
});

test('an edit is not lost when the session is left', async () => {
  const { actions, textNow, again } = await context();
  actions.setRule({ ...rule, expression: 'input.amount <= 8' });
  again();
  await soon(() => expect(textNow()).toBe(text.replace('1000', '8')));
});

test('quick edits of two rules are both written', async () => {
  const { actions, pause, textNow } = await context();
  actions.setRule({ ...rule, expression: 'input.amount <= 6' });
  pause();
  actions.setRule({ ...rule, expression: 'input.amount <= 7' });
  const other = { ...rule, match: 'other', expression: 'true' };
  actions.choosePolicyRule('capabilities.refund.before[1]', other);
  actions.setRule({ ...other, expression: 'false' });
  await soon(() => {
    pause();
    expect(textNow()).toBe(text.replace('1000', '7').replace('"true"', '"false"'));
  });
});

test('after a reload an edit that was not yet written is written into the text', async () => {
  const edited = { ...rule, expression: 'input.amount <= 3000' };
  const { view, textNow } = await context(
    { unwritten: [{ rule: id, expression: edited.expression }] },
    { rule: edited },
  );
  await soon(() => expect(textNow()).toBe(text.replace('1000', '3000')));
  expect(view.getState()).toMatchObject({ policyRule: { rule: edited }, unwritten: [] });
});

test('a rule that was removed from the text stays in the editor, and its edits change no other rule', async () => {
  const { view, actions, pause, textNow, notified } = await context();
  actions.editPolicy('name: empty\n');
  actions.setRule({ ...rule, expression: 'input.amount <= 9' });
  pause();
  actions.editPolicy('name: emptier\n');
  await soon(() => expect(textNow()).toBe('name: emptier\n'));
  expect(ruleInEditor(view.getState())?.expression).toBe('input.amount <= 9');
  expect(notified).toEqual([]);
});

test('a pending edit of one policy is not written into the next', async () => {
  const { actions, pause, textNow } = await context();
  actions.setRule({ ...rule, expression: 'input.amount <= 6' });
  actions.openPolicy({ name: 'policy', text });
  pause();
  actions.choosePolicyRule(id, rule);
  actions.setRule({ ...rule, expression: 'input.amount <= 5' });
  await soon(() => {
    pause();
    expect(textNow()).toBe(text.replace('1000', '5'));
  });
});

test('in another session the rule and its baseline cover that session’s functions', async () => {
  const elsewhere = { ...rule, match: null, functions: ['refund_check', 'refund_pay'] };
  const { view } = await context(
    {},
    { rule: elsewhere, baseline: { ...elsewhere, expression: 'input.amount <= 2000' } },
  );
  await soon(() => expect(view.getState().policyRule?.rule).toEqual({ ...rule, ofPolicy: true }));
  expect(view.getState().policyRule?.baseline).toEqual({ ...rule, ofPolicy: true, expression: 'input.amount <= 2000' });
});
