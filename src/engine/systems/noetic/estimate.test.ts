import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Double, type Value } from '../../model/value.ts';
import { estimateJson, estimateText } from './estimate.ts';
import { openJson } from '../json-text.ts';
import { layerUsage } from './layer-usage.ts';

describe('an estimate', () => {
  it('is a quarter of what JSON.stringify writes, rounded up', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(estimateJson(value as Value)).toBe(Math.ceil(JSON.stringify(value).length / 4));
      }),
    );
    expect(estimateJson([new Double(1), Number.NaN, 12n])).toBe(Math.ceil('[1,null,12]'.length / 4));
    expect(estimateText('😀a')).toBe(1);
  });

  it('is 0 where there is no writing it', () => {
    let deep: Value = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(estimateJson(deep)).toBe(0);
  });
});

describe('the make-up of a window', () => {
  const window = { model: 'm', instructions: undefined, tools: [], epoch: { id: 'e' } };

  it('lists layers by id, whatever the case, and adds up what they report', () => {
    const layers = ['b', 'A', 'a', 'C'].map((layerId, i) => ({ layerId, tokenCount: i === 0 ? new Double(5) : i }));
    const usage = layerUsage('id', 7, { ...window, layers }, 'documented');
    expect(usage).toMatchObject({ layers: ['a', 'A', 'b', 'C'].map((layerId) => ({ layerId })), totalUsedTokens: 18 });
    expect(usage).not.toHaveProperty('epoch');
  });

  it('says in the later library how each layer was served', () => {
    const layers = [{ layerId: 'a', tokenCount: 1, served: 'pinned', churnRate: 0.5 }];
    expect(layerUsage('id', 0, { ...window, layers }, 'current')).toMatchObject({
      layers: [{ items: [], placement: 'anchor', served: 'pinned', changed: false, churnRate: 0.5, rebillTokens: 0 }],
      epoch: { id: 'e' },
    });
    expect(layerUsage('id', 0, { ...window, layers }, 'documented')['layers']).toEqual([
      { layerId: 'a', tokenCount: 1, items: [] },
    ]);
  });
});

describe('a text of JSON', () => {
  it('is opened with its numbers as they were written', () => {
    expect(
      openJson('{"a": 1.0, "b": 1e3, "c": 9007199254740993, "d": "9007199254740993 1.0", "e": 1.5, "f": -7}'),
    ).toEqual({
      a: new Double(1),
      b: new Double(1000),
      c: 9007199254740993n,
      d: '9007199254740993 1.0',
      e: 1.5,
      f: -7,
    });
    expect(Object.keys(Object(openJson('{"__proto__": 1}')))).toEqual(['__proto__']);
  });

  it('stays a text where it is a mere word or number, or is cut off', () => {
    for (const text of ['', '"007"', '12', 'true', '{"a": 1', '[1,]', 'plain']) expect(openJson(text)).toBe(text);
  });
});
