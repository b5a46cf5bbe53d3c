import { afterEach, expect, test, vi } from 'vitest';
import * as fc from 'fast-check';
import type { Answers } from '../engine/model/decisions.ts';
import { hookIds } from '../engine/model/hooks.ts';
import { type AddressBar, type LinkedView, openable, readLink, syncAddress, writeLink } from './url.ts';
import { createViewStore } from './view.ts';
import { axes, inspectorTabs, mainViews, systemTabs } from './view/layout.ts';

afterEach(() => vi.useRealTimers());

const text = fc.string({ unit: 'grapheme', minLength: 1 });
const rules = fc.option(
  fc.record({
    expression: fc.string({ unit: 'grapheme' }),
    hook: fc.constantFrom(...hookIds),
    match: fc.option(text),
  }),
);
const linkedViews: fc.Arbitrary<LinkedView> = fc.record({
  session: fc.oneof(
    fc.constant(null),
    fc.record({ kind: fc.constant('sample' as const), sample: text, entry: fc.nat(50) }),
    fc.record({ kind: fc.constant('source' as const), source: text, entry: fc.nat(50) }),
  ),
  turn: fc.oneof(fc.nat(100_000), fc.constantFrom('newest' as const, null)),
  tab: fc.constantFrom(null, ...inspectorTabs, ...systemTabs),
  main: fc.constantFrom(...mainViews),
  axis: fc.constantFrom(...axes),
  rule: rules,
  baseline: rules,
  decisions: fc.constantFrom<Partial<Answers>>(
    {},
    { assertError: 'open' },
    { capabilityOrder: 'newest-first', jsonNumbers: 'all-double', nonBoolean: 'error', unusedCapability: 'absent' },
  ),
});

test('a link reads back as it was written', () => {
  fc.assert(
    fc.property(linkedViews, (view) => {
      expect(readLink(writeLink(view))).toEqual(view);
    }),
  );
});

test('any hash can be read as a view', () => {
  fc.assert(
    fc.property(fc.string({ size: 'medium' }), (hash) => {
      expect(readLink(`#${hash}`).main).toBeTypeOf('string');
    }),
  );
});

test('links of version 1 still open', () => {
  const link =
    '#v=1&sample=refund&entry=2&turn=41&tab=call&hook=middleware.before&match=refund&rule=input.amount+%3C%3D+1000';
  expect(readLink(link)).toEqual({
    session: { kind: 'sample', sample: 'refund', entry: 2 },
    turn: 41,
    tab: 'call',
    main: 'transcript',
    axis: 'turns',
    rule: { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' },
    baseline: null,
    decisions: {},
  });
});

test('a link of version 2 carries the decisions it was made with', () => {
  const link = '#v=2&sample=refund&capabilityOrder=oldest-first&assertError=open&hook=turn&rule=true';
  expect(readLink(link)).toMatchObject({ decisions: { capabilityOrder: 'oldest-first', assertError: 'open' } });
  expect(readLink('#v=2&assertError=perhaps&jsonNumbers=all-double').decisions).toEqual({ jsonNumbers: 'all-double' });
  expect(readLink('#v=1&assertError=open').decisions).toEqual({});
});

test('a link of version 2 to the capabilities opens them beside the inspector', () => {
  expect(readLink('#v=2&sample=refund&tab=capabilities')).toMatchObject({ tab: null, main: 'capabilities' });
  expect(readLink('#v=2&sample=refund&tab=raw')).toMatchObject({ tab: 'raw', main: 'transcript' });
});

test('in a link of version 3 with a session, the rule is its own baseline', () => {
  const rule = { expression: 'input.amount <= 10', hook: 'middleware.before', match: 'refund' };
  const fields = '#v=3&source=link1&hook=middleware.before&match=refund&rule=input.amount+%3C%3D+10';
  expect(readLink(`${fields}&data=abc`)).toMatchObject({ rule, baseline: rule });
  expect(readLink(fields)).toMatchObject({ rule, baseline: null });
});

test('a hash typed by hand, without a version, is read as the oldest one', () => {
  expect(readLink('#sample=refund&turn=3')).toEqual({
    session: { kind: 'sample', sample: 'refund', entry: 0 },
    turn: 3,
    tab: null,
    main: 'transcript',
    axis: 'turns',
    rule: null,
    baseline: null,
    decisions: {},
  });
});

test('an invalid field falls back without affecting the others', () => {
  expect(readLink('#v=99&sample=refund&turn=-1&tab=nonsense&hook=nowhere&rule=true&unheard=of')).toEqual({
    session: { kind: 'sample', sample: 'refund', entry: 0 },
    turn: null,
    tab: null,
    main: 'transcript',
    axis: 'turns',
    rule: { expression: 'true', hook: 'turn', match: null },
    baseline: null,
    decisions: {},
  });
});

test('unknown fields are not written again', () => {
  expect(writeLink(readLink('#v=1&sample=refund&unheard=of'))).toBe('#v=4&sample=refund');
});

test('a link to a pasted text that is no longer in memory opens the first sample', () => {
  const link = readLink('#v=1&source=s7&turn=12&rule=true');
  expect(openable(link, [])).toMatchObject({ session: null, turn: null, rule: { expression: 'true' } });
});

/** A stand-in for the browser's address bar: its history entries and the current one. */
function bar(hash: string) {
  const entries = [hash];
  const listeners: [type: string, listener: () => void][] = [];
  const window: AddressBar = {
    location: {
      get hash() {
        return entries.at(-1) ?? '';
      },
    },
    history: {
      replaceState: (_data, _unused, url) => void entries.splice(-1, 1, url),
      pushState: (_data, _unused, url) => void entries.push(url),
    },
    addEventListener: (type, listener) => void listeners.push([type, listener]),
    removeEventListener: (_type, gone) =>
      void listeners.splice(0, Infinity, ...listeners.filter(([, one]) => one !== gone)),
    setTimeout: (run, ms) => Number(setTimeout(run, ms)),
    clearTimeout: (timer) => clearTimeout(timer),
  };
  const back = () => {
    entries.pop();
    for (const [type, listener] of listeners) if (type === 'popstate') listener();
  };
  return { window, entries, back };
}

test('many cursor moves make one history entry; another session makes a new one', () => {
  vi.useFakeTimers();
  const store = createViewStore({ session: { kind: 'sample', sample: 'one', entry: 0 } });
  const { window, entries, back } = bar('#v=1&sample=one');
  const stop = syncAddress(store, window);

  for (let turn = 1; turn <= 40; turn++) store.getState().actions.moveCursor(turn);
  vi.runAllTimers();
  expect(entries).toEqual(['#v=4&sample=one&turn=40']);

  store.getState().actions.chooseSession({ kind: 'sample', sample: 'two', entry: 0 });
  vi.runAllTimers();
  expect(entries).toEqual(['#v=4&sample=one&turn=40', '#v=4&sample=two']);

  back();
  expect(store.getState()).toMatchObject({ session: { sample: 'one' }, turn: 40 });
  stop();
});

test('going back to a session that was removed leaves the shown one and its address, and reports it', () => {
  vi.useFakeTimers();
  const store = createViewStore({ session: { kind: 'source', source: 's1', entry: 0 } });
  const { window, entries, back } = bar('#v=4&source=s1');
  const reportGone = vi.fn<() => void>();
  const stop = syncAddress(store, window, { reportGone });
  const { chooseSession, showOpened, moveCursor } = store.getState().actions;

  chooseSession({ kind: 'sample', sample: 'two', entry: 0 });
  showOpened();
  moveCursor(7);
  vi.runAllTimers();
  expect(entries).toEqual(['#v=4&source=s1', '#v=4&sample=two&turn=7']);

  back();
  vi.runAllTimers();
  expect(store.getState()).toMatchObject({ session: { sample: 'two' }, turn: 7 });
  expect(entries).toEqual(['#v=4&sample=two&turn=7']);
  expect(reportGone).toHaveBeenCalledOnce();
  stop();
});

test('the address of another page is not changed', () => {
  vi.useFakeTimers();
  const store = createViewStore();
  const { window, entries } = bar('#/specimens');
  const stop = syncAddress(store, window);
  store.getState().actions.moveCursor(4);
  vi.runAllTimers();
  expect(entries).toEqual(['#/specimens']);
  stop();
});

test('the link of a comparison names both sessions, unless one of them is only in this page', () => {
  const [refund, other] = ['refund', 'other'].map((sample) => ({ kind: 'sample' as const, sample, entry: 0 }));
  const link = readLink('#v=4&sample=refund&view=compare&with=other');
  expect(link).toMatchObject({ session: refund, compared: [refund, other], main: 'compare' });
  expect(writeLink(link)).toBe('#v=4&sample=refund&with=other&view=compare');
  const mine = readLink('#v=4&sample=refund&view=compare&withSource=s7&withEntry=2');
  expect(openable(mine, ['s7'])).toBe(mine);
  expect(openable(mine, [])).toMatchObject({ session: refund, compared: null });
});
