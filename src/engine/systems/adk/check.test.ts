import { describe, expect, it } from 'vitest';
import { defaultDecisions } from '../../model/decisions.ts';
import { valueAt, type RecordValue } from '../../model/value.ts';
import { adk } from './index.ts';
import { checked, recorded, user } from './testing.ts';

describe('the check of a session', () => {
  it('says what is wrong with a header or an event, and where', () => {
    const check = (header: RecordValue, events: readonly unknown[]) =>
      adk.check({ system: 'adk', header: { title: 'x', ...header }, events, notes: [] });
    expect(check({ dialect: 'other' }, [])).toMatchObject({
      problem: { code: 'adk/malformed', message: expect.stringContaining('its header is wrong at “dialect”') },
    });
    expect(
      check({}, [
        { type: 'event-appended', event: { type: 'x' } },
        { type: 'state-set', context: 'a' },
      ]),
    ).toMatchObject({
      problem: { code: 'adk/malformed', message: expect.stringContaining('event 1 is wrong at “key”') },
    });
    expect(check({}, [{ type: 'event-appended', event: {} }]).ok).toBe(false);
    expect(check({}, ['no event']).ok).toBe(false);
  });

  it('adds notes on times that run backwards, the branch rule and missing parts, each note once', () => {
    const session = recorded([
      user('a', { timestamp: 20 }),
      user('b', { timestamp: 10, branch: 'child' }),
      user('c', { timestamp: 30 }),
    ]);
    expect(session.notes.map(({ code, place }) => [code, place])).toEqual([
      ['adk/context-not-recorded', 'state'],
      ['adk/branch-rule', undefined],
      ['adk/time-backwards', 'events[1]'],
    ]);
    const again = adk.check(session);
    expect(again.ok && again.value.notes).toHaveLength(3);
    expect(checked({ title: 'x', context: {}, event_sink: true }, []).notes.map(({ code }) => code)).toContain(
      'adk/callback',
    );
    expect(recorded([user('a')]).notes.map(({ code }) => code)).toEqual(['adk/context-not-recorded']);
  });

  it('accepts any value in place of an event’s parts', () => {
    const odd = [null, 1, 'x', [], {}, [[]], [{ type: 'tool_response' }], [{ type: 'tool_call' }], [{ type: 'file' }]];
    const events = odd.flatMap((parts) =>
      ['user_message', 'agent_message', 'tool_response', 'unheard-of'].map((type) => ({
        type,
        content: parts === 1 ? parts : { parts },
        actions: parts,
        metadata: parts,
        branch: parts,
        timestamp: parts,
        id: parts,
      })),
    );
    const session = recorded(events);
    const history = adk.history(session);
    expect(history.turns.length).toBeGreaterThan(odd.length * 2);
    expect(
      valueAt(adk.stateAt(session, history, history.turns.length, defaultDecisions), ['session', 'events']),
    ).toHaveLength(events.length);
  });
});
