import { describe, expect, it } from 'vitest';
import type { RecordValue } from '../../../model/value.ts';
import type { NoeticEvent } from '../event.ts';
import { noeticSamples } from '../samples.ts';
import { call, message, sessionOf } from '../testing.ts';
import { shownLayers } from './shown-layers.ts';
import type { NoeticMoment } from './noetic-moment.ts';
import { lookAround, momentOf, type NoeticSession } from './testing.ts';

const trip = sessionOf(noeticSamples[0] ?? { given: {}, calls: [] });
const shown = (of: NoeticSession, turn?: number, query = {}) =>
  shownLayers(momentOf(of, turn), { node: null, call: null, ...query });
const recorded = (...events: readonly NoeticEvent[]): NoeticSession => ({
  system: 'noetic',
  header: { title: 't' },
  events,
  notes: [],
});
const messageEvent = (role: string): NoeticEvent => ({ type: 'item-appended', item: message(role, 'hello', role) });

describe('memory layers', () => {
  it('show their state, projections and functions at the turn, and who set the state last', () => {
    expect(shown(trip, 3, { node: 'root' }).layers[1]).toMatchObject({
      state: { text: '{"total": 0}' },
      lastSet: null,
    });
    expect(shown(trip, 4).layers).toMatchObject([
      { id: 'scratchpad', builtin: 'working-memory', functions: [{ name: 'update' }], sets: 0 },
      {
        id: 'spending',
        path: ['ctx', 'layers', 'spending'],
        data: [{ name: 'total', value: { text: '458' } }],
        functions: [{ name: 'spend' }],
        sets: 1,
        lastSet: { turn: 4, by: 'spend' },
      },
    ]);
  });

  it('show all fields of their declaration, and the budget as a number if there is one', () => {
    const layers = {
      a: { scope: 'thread', budget: { min: 1, max: 30 } },
      b: { budget: 40 },
      c: { budget: 'auto', ['__proto__']: 1 },
    };
    const { layers: seen } = shown(sessionOf({ given: { context: { layers } }, calls: [] }));
    expect(seen.map(({ budget }) => budget)).toEqual([30, 40, null]);
    expect(seen[0]?.declared.map(({ name, value }) => `${name} ${value.text}`)).toEqual([
      'scope "thread"',
      'budget {"min": 1, "max": 30}',
    ]);
  });
});

describe('the window of a model call', () => {
  it('consists of instructions, tools, layers and history, which add up to the recorded total', () => {
    const { window, calls, bars } = shown(trip, 7, { call: 1 });
    expect(window).toMatchObject({ call: 1, turn: 5, isMeasured: true, model: 'planner-1', sum: 166, total: 166 });
    expect(window?.parts.map(({ name, tokens }) => `${name} ${tokens}`)).toEqual([
      'instructions 9',
      'tools 0',
      'scratchpad 6',
      'spending 4',
      'history 147',
    ]);
    expect(window?.growth).toEqual([0, 0, 0, null, 66]);
    expect(window).toMatchObject({ responseTokens: 35, logItems: 4, providerTokens: { prompt: 320, completion: 16 } });
    expect([calls, bars.map(({ sum }) => sum)]).toEqual([3, [96, 166, 214]]);
    expect(shown(trip, 7).window?.removedLayers).toEqual([
      { name: 'scratchpad', tokens: 6 },
      { name: 'spending', tokens: 4 },
    ]);
  });

  it('belongs to the latest call of the requested context', () => {
    expect([-1, 0, 1, 4, 5].map((turn) => shown(trip, turn, { node: 'root' }).window?.turn)).toEqual([
      undefined,
      undefined,
      1,
      1,
      5,
    ]);
    expect(shown(trip, 3)).toMatchObject({ choices: { node: 'researcher' }, calls: 1, window: { turn: 3 } });
  });

  it('is an estimate of the log if it was not measured', () => {
    const log = recorded(
      messageEvent('user'),
      messageEvent('assistant'),
      messageEvent('user'),
      messageEvent('assistant'),
    );
    const { window, bars } = shown(log);
    expect(window).toMatchObject({ isMeasured: false, total: null, logItems: 4, providerTokens: null });
    expect(window?.parts.map(({ name }) => name)).toEqual(['history']);
    expect(bars.map(({ sum }) => sum)).toEqual([bars[0]?.sum, 2 * (bars[0]?.sum ?? 0)]);
  });

  it('can be measured without a call', () => {
    const { window } = shown(
      sessionOf({ given: {}, calls: [call('layer_usage', { model: 'm', tools: [{ n: 't' }] })] }),
    );
    expect(window).toMatchObject({ turn: -1, sum: 3, isMeasured: true });
  });

  it('accepts a malformed record', () => {
    const odd: readonly RecordValue[] = [
      {},
      { layers: 7, historyTokens: 'many', totalUsedTokens: -1 },
      { layers: [1, null, { layerId: 3, tokenCount: Number.NaN }, { tokenCount: 5 }], ['__proto__']: 1 },
      { layers: Array.from({ length: 100 }, (_, i) => ({ layerId: `l${i}`, tokenCount: 1 })) },
    ];
    const windows = odd.map((usage) => shown(recorded({ type: 'window-measured', usage })).window);
    expect(windows.map((window) => [window?.parts.length, window?.sum, window?.total])).toEqual([
      [3, 0, null],
      [3, 0, null],
      [7, 5, null],
      [44, 100, null],
    ]);
  });

  it('is found among any number of calls, with its neighbours', () => {
    const momentIn = (calls: number) =>
      momentOf(
        recorded(
          ...Array.from({ length: calls }, (_, i): NoeticEvent[] => [
            messageEvent('user'),
            messageEvent('assistant'),
            { type: 'model-called', responded: 1 },
            { type: 'window-measured', usage: { historyTokens: i } },
          ]).flat(),
        ),
      );
    const look = (at: NoeticMoment) => {
      const { window } = shownLayers(at, { node: null, call: null });
      expect(window?.sum ?? 0).toBe(Math.max(0, Math.floor((at.turn - 1) / 2)));
    };
    lookAround(momentIn(20_000), look);
  });
});
