import { describe, expect, it } from 'vitest';
import type { RecordValue } from '../../../model/value.ts';
import type { NoeticEvent } from '../event.ts';
import { noeticSamples } from '../samples.ts';
import { message, sessionOf } from '../testing.ts';
import { loggedItems, type ItemsQuery } from './logged-items.ts';
import { everything, lookAround, momentOf, type NoeticSession } from './testing.ts';

const session = (events: readonly NoeticEvent[], header: RecordValue = {}): NoeticSession => ({
  system: 'noetic',
  header: { title: 't', ...header },
  events,
  notes: [],
});
const appended = (item: RecordValue, node?: string): NoeticEvent => ({
  type: 'item-appended',
  item,
  ...(node === undefined ? {} : { node }),
});
const shown = (of: NoeticSession, query: Partial<ItemsQuery> = {}, turn?: number) =>
  loggedItems(momentOf(of, turn), { ...everything, ...query });

describe('an item log', () => {
  it('belongs to the context of the turn, unless another context is requested', () => {
    const trip = sessionOf(noeticSamples[0] ?? { given: {}, calls: [] });
    expect(shown(trip, {}, 3)).toMatchObject({
      choices: { node: 'researcher', exists: true, total: 2 },
      rows: [{ text: 'Trains to Lyon, two nights.' }, { text: expect.stringContaining('TGV'), arrival: { turn: 3 } }],
      here: { from: 1, count: 1 },
    });
    expect(shown(trip, { node: 'root' }, 3)).toMatchObject({ total: 2, here: null });
    expect(shown(trip, { node: 'researcher' }, 0)).toMatchObject({ choices: { exists: false }, total: 0 });
  });

  it('shows how each item entered it: appended, given, or inherited from the parent’s log', () => {
    const of = session(
      [
        appended(message('m1', 'one')),
        { type: 'context-created', node: 'child', how: 'spawn', items: [message('h', 'handed over')] },
        { type: 'context-created', node: 'branch', how: 'parallel' },
        appended(message('m2', 'two')),
        appended(message('b', 'in the branch'), 'branch'),
        { type: 'checkpoint-saved', node: 'branch' },
        { type: 'context-restored', node: 'back', executionId: 'eeeeeeee-0000-4000-8000-000000000003' },
      ],
      { context: { items: [message('g', 'given')] } },
    );
    const arrivals = (node: string) =>
      shown(of, { node }).rows.map(({ id, arrival: { how, turn } }) => `${id} ${how} ${turn}`);
    expect(arrivals('root')).toEqual(['g given -1', 'm1 appended 0', 'm2 appended 1']);
    expect(arrivals('child')).toEqual(['h given 0']);
    expect(arrivals('branch')).toEqual(['g inherited -1', 'm1 inherited 0', 'b appended 2']);
    expect(arrivals('back')).toEqual(['g inherited -1', 'm1 inherited 0', 'b inherited 2']);
    expect(shown(of, { node: 'branch' }).rows[0]?.path).toEqual(['ctx', 'children', 'branch', 'itemLog', 'items', 0]);
    expect(shown(of, { node: 'back' }).rows[0]?.path).toBeNull();
  });

  it('can be read kind by kind, in windows', () => {
    const events = Array.from({ length: 30 }, (_, i) =>
      appended(i % 3 === 0 ? { type: 'reasoning', id: `r${i}` } : message(`m${i}`, 'x')),
    );
    const { total, rows, counts, here } = shown(session(events), { kind: 'reasoning', from: 8, to: 100 });
    expect([total, rows.map(({ id, place }) => [id, place])]).toEqual([
      10,
      [
        ['r24', 24],
        ['r27', 27],
      ],
    ]);
    expect(counts).toMatchObject({ message: 20, reasoning: 10, extension: 0 });
    // The last turn consists of the two messages after the last reasoning item.
    expect(here).toBeNull();
  });

  it('opens an item with all its parts and fields, of any kind', () => {
    const item: RecordValue = {
      id: 'm',
      type: 'message',
      role: 'assistant',
      content: [
        { type: 'output_text', text: 'x'.repeat(5000), annotations: [{ at: 1 }] },
        { type: 'input_file', fileId: 'f-1', filename: 'a.pdf' },
        'no part at all',
      ],
      ['__proto__']: { odd: true },
    };
    const opened = (isWhole: boolean) =>
      shown(session([appended(item)]), { open: { place: 0, isWhole } }).opened ?? { fields: [], parts: [] };
    expect(opened(false).fields.map(({ name }) => name)).toEqual(['id', 'type', 'role']);
    expect(opened(false).parts.map(({ name, type, text, cut }) => [name, type, text.length, cut])).toEqual([
      ['content[0]', 'output_text', 4000, true],
      ['content[1]', 'input_file', expect.any(Number), false],
      ['content[2]', null, 14, false],
      ['__proto__', null, expect.any(Number), false],
    ]);
    expect(opened(false).parts[0]?.fields).toEqual([{ name: 'annotations', text: '[{"at":1}]' }]);
    expect(opened(true).parts[0]?.text).toHaveLength(5000);
  });

  it('accepts malformed items', () => {
    const nested = JSON.parse(`${'['.repeat(1500)}${']'.repeat(1500)}`);
    const odd = [7, null, 'text', [], {}, { type: 'message', content: 3 }, { type: 'message', content: nested }];
    const { rows } = shown(session([], { context: { items: odd } }));
    expect(rows.map(({ kind }) => kind)).toEqual([
      'extension',
      'extension',
      'extension',
      'extension',
      'extension',
      'message',
      'message',
    ]);
    for (let place = 0; place < odd.length; place++) {
      expect(shown(session([], { context: { items: odd } }), { open: { place, isWhole: true } }).opened).not.toBeNull();
    }
  });

  it('is read at any turn in the same time, at any length', () => {
    const momentIn = (items: number) =>
      momentOf(
        session(
          Array.from({ length: items }, (_, i) => appended(message(`m${i}`, 'hi', i % 2 ? 'assistant' : 'user'))),
        ),
      );
    lookAround(momentIn(100_000), (at) => {
      const { rows } = loggedItems(at, { ...everything, kind: 'message', from: 0, to: 60 });
      expect(rows.length).toBeLessThanOrEqual(60);
    });
  });
});
