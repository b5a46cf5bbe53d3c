import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Double, type Value } from '../../model/value.ts';
import { estimateJson, estimateText } from './estimate.ts';
import { layerUsage } from './layer-usage.ts';

describe('an estimate', () => {
  it('is a quarter of the length of JSON.stringify’s output, rounded up', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(estimateJson(value as Value)).toBe(Math.ceil(JSON.stringify(value).length / 4));
      }),
    );
    expect(estimateJson([new Double(1), Number.NaN, 12n])).toBe(Math.ceil('[1,null,12]'.length / 4));
    expect(estimateText('😀a')).toBe(1);
  });

  it('is 0 for a value that cannot be serialised', () => {
    let deep: Value = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(estimateJson(deep)).toBe(0);
  });
});

describe('the parts of a window', () => {
  const window = { model: 'm', instructions: undefined, tools: [], epoch: { id: 'e' } };

  it('list layers by id, ignoring case, and sum the reported counts', () => {
    const layers = ['b', 'A', 'a', 'C'].map((layerId, i) => ({ layerId, tokenCount: i === 0 ? new Double(5) : i }));
    const usage = layerUsage('id', 7, { ...window, layers }, 'documented');
    expect(usage).toMatchObject({ layers: ['a', 'A', 'b', 'C'].map((layerId) => ({ layerId })), totalUsedTokens: 18 });
    expect(usage).not.toHaveProperty('epoch');
  });

  it('include, in the current library, how each layer was served', () => {
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
