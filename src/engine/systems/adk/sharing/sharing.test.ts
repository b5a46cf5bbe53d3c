import { describe, expect, it } from 'vitest';
import { defaultDecisions } from '../../../model/decisions.ts';
import type { Session } from '../../../model/session.ts';
import type { OperationCall } from '../../machine.ts';
import type { AdkHeader } from '../header.ts';
import { adk } from '../index.ts';
import { adkSamples } from '../samples.ts';
import { recorded, started } from '../testing.ts';
import { OpenRun } from '../../../runs/open-run.ts';
import { Run } from '../../../runs/run.ts';
import { valueAt, type RecordValue } from '../../../model/value.ts';
import { sharingAt, type Sharing } from './sharing.ts';

function opened(given: RecordValue, calls: readonly OperationCall[]) {
  const run = Run.start(adk, given);
  if (!run.ok) throw new Error(run.problem.message);
  return new OpenRun(calls.reduce((now, call) => now.perform(call), run.value)).session();
}

function seen({ session, history }: Pick<ReturnType<typeof opened>, 'session' | 'history'>, turn: number): Sharing {
  const checked = adk.check(session);
  if (!checked.ok) throw new Error(checked.problem.message);
  return sharingAt({ session: checked.value, history, turn, decisions: defaultDecisions });
}

const derived = adkSamples.find(({ id }) => id === 'adk-derived');
const run = opened(derived?.given ?? {}, derived?.calls ?? []);
const last = run.history.turns.length - 1;
const stateOf = ({ states, contexts }: Sharing, context: string) =>
  states.find(({ id }) => id === contexts.find((one) => one.id === context)?.state);

describe('sharing', () => {
  it('shows which contexts share one state, and which context has its own', () => {
    const sharing = seen(run, last);
    expect(stateOf(sharing, 'child')).toMatchObject({ name: 'A' });
    expect(stateOf(sharing, 'child')?.holders).toEqual(expect.arrayContaining(['root', 'child', 'instructions']));
    expect(stateOf(sharing, 'fresh')).toMatchObject({ name: 'B', holders: ['fresh'] });
  });

  it('names the writer of each key, the same through every context', () => {
    const keys = stateOf(seen(run, last), 'root')?.keys;
    expect(keys?.find(({ key }) => key === 'found')).toMatchObject({
      value: { text: '3' },
      writes: [{ by: 'child', how: 'state' }],
    });
    expect(keys?.find(({ key }) => key === 'seen_by_all')).toMatchObject({ writes: [{ by: 'fresh' }] });
  });

  it('separates the values of a session, written by deltas, from those of contexts', () => {
    const session = seen(run, last).states.find(({ of }) => of === 'session');
    expect(session?.keys.find(({ key }) => key === 'sources')).toMatchObject({
      value: { text: '3' },
      writes: [{ by: 'RootAgent', how: 'delta', turn: last }],
      isNew: true,
    });
  });

  it('keeps the earlier writes of a key, latest first, and shows deleted keys', () => {
    const set = (value: number): OperationCall => ({ op: 'set_state', args: { key: 'n', value } });
    const again = opened({ context: { session_id: 's', agent_name: 'a' } }, [
      set(1),
      set(2),
      { op: 'delete_state', args: { key: 'n' } },
    ]);
    const [key] = stateOf(seen(again, -1), 'root')?.keys ?? [];
    expect(key).toMatchObject({ key: 'n', value: null });
    expect(key?.writes.map(({ value }) => value?.text ?? null)).toEqual([null, '2', '1']);
  });

  it('shows at any turn the same as for a session that ends there', () => {
    for (const sample of adkSamples) {
      const whole = opened(sample.given, sample.calls);
      for (const [turn, { event }] of whole.history.turns.entries()) {
        const next = whole.history.turns[turn + 1]?.event ?? whole.session.events.length;
        const cut: Session = { ...whole.session, events: whole.session.events.slice(0, next) };
        expect(event).toBeLessThan(next);
        const checked = adk.check(cut);
        if (!checked.ok) throw new Error(checked.problem.message);
        expect(seen(whole, turn)).toEqual(seen({ session: cut, history: adk.history(checked.value) }, turn));
      }
    }
  });

  const event = (branch: string, state_delta: RecordValue = {}) => ({
    type: 'event-appended',
    event: { type: 'agent_message', author: branch || 'root', branch, content: {}, actions: { state_delta } },
  });

  it('gives a context that is known from its events the state of the root, as the state of its turn does', () => {
    const context = { session_id: 's', agent_name: 'Root', state: { a: 1 } };
    const session = recorded([event('').event, event('helper').event], { context });
    const history = adk.history(session);
    const sharing = seen({ session, history }, 1);
    expect(stateOf(sharing, 'branch helper')).toMatchObject({ name: 'A', holders: ['root', 'branch helper'] });
    expect(valueAt(adk.stateAt(session, history, 1, defaultDecisions), ['state', 'a'])).toBe(1);
  });

  it('names the context of the turn: the newest of its branch, or the one known from its event', () => {
    const calls: readonly OperationCall[] = [
      { op: 'append_event', args: { session: 'root.session', event: event('').event } },
      { op: 'derive', as: 'child', args: { agent_name: 'helper' } },
      { op: 'clear_session', on: 'child', as: 'fresh', args: {} },
      { op: 'append_event', args: { session: 'root.session', event: event('helper').event } },
      { op: 'append_event', args: { session: 'root.session', event: event('other').event } },
    ];
    const open = opened({ ...started, dialect: 'implemented' }, calls);
    expect([-1, 0, 1, 2].map((turn) => seen(open, turn).current)).toEqual(['root', 'root', 'fresh', 'branch other']);
  });

  it('shows of a recording only the contents of its events', () => {
    const header: AdkHeader = { title: 'recorded', session: { id: 's', app_name: 'a', user_id: 'u' } };
    const events = [event('', { a: 1 }), event('helper', { b: 2 })];
    const checked = adk.check({ system: 'adk', header, events, notes: [] });
    if (!checked.ok) throw new Error(checked.problem.message);
    const sharing = seen({ session: checked.value, history: adk.history(checked.value) }, 1);
    expect(sharing.contexts.find(({ kind }) => kind === 'branch')).toMatchObject({ title: 'helper', state: null });
    const session = sharing.states.find(({ of }) => of === 'session');
    expect(session?.keys.map(({ key, writes }) => [key, writes[0]?.by])).toEqual([
      ['a', 'root'],
      ['b', 'helper'],
    ]);
  });
});
