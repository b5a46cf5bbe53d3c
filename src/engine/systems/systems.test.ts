import { describe, expect, it } from 'vitest';
import { defaultDecisions } from '../model/decisions.ts';
import { materialise } from '../model/materialise.ts';
import { historyOf, sessionOf } from '../model/testing.ts';
import { systems } from './registry.ts';
import { systemOf } from './systems.ts';

const text = `
  user {"ticket_id": "T-1"}: hi
  model (1+2): hm
  refund({"amount": 1200}) xx too much
  refund({"amount": 12}) !! HTTP 503
  refund({"amount": 1}) -> {"ok": true} xx withheld
  helper@child-1({"message": "x"}) -> "done"
  agent (3+4) {"status": "open"}: done
`;

describe('the systems', () => {
  it('are those that the registry lists, with the same title and root', () => {
    for (const { id, title, root } of systems) {
      expect(systemOf(id)).toMatchObject({ id, title, root });
    }
  });
});

describe('a start that is not valid', () => {
  it.each([
    ['task', { limits: 'none' }, 'task/malformed'],
    ['a2a', { message: 'hi' }, 'a2a/start'],
    ['adk', { context: 7 }, 'adk/malformed'],
    ['noetic', { context: 7 }, 'noetic/cannot-start'],
    ['voice', { context: 7 }, 'voice/no-context'],
  ] as const)('is refused by %s with a problem', (id, given, code) => {
    expect(systemOf(id).machine.start(given)).toMatchObject({ ok: false, problem: { code } });
  });
});

describe('the task system', () => {
  const task = systemOf('task');
  const checked = (header = {}, events: readonly unknown[] = sessionOf(text).events) =>
    task.check({ ...sessionOf(text, header), events });

  it('reads a session in the text notation of tests with the turns that the notation describes', () => {
    const session = checked();
    if (!session.ok) throw new Error(session.problem.message);
    expect(session.value.notes).toEqual([]);
    expect(task.history(session.value)).toEqual(historyOf(text));
  });

  it('reports what is wrong with an event or a header, and where', () => {
    expect(
      checked({}, [
        { type: 'input-received', message: [] },
        { type: 'model-called', text: 7 },
      ]),
    ).toMatchObject({
      ok: false,
      problem: { code: 'task/malformed', message: expect.stringContaining('event 1 is wrong at “text”') },
    });
    expect(checked({}, [{ type: 'unheard-of' }]).ok).toBe(false);
    expect(checked({}, ['no event']).ok).toBe(false);
    expect(checked({ capabilities: [{ kind: 'other' }] })).toMatchObject({
      problem: { message: expect.stringContaining('its header is wrong at “capabilities.0.kind”') },
    });
    expect(checked({ decisions: { capabilityOrder: 'sideways' } }).ok).toBe(false);
  });

  it('keeps fields that it does not know', () => {
    const session = checked({ mood: 'good' }, [{ type: 'closed', because: 'tired' }]);
    expect(session).toMatchObject({ ok: true, value: { header: { mood: 'good' }, events: [{ because: 'tired' }] } });
  });

  it('notes colliding keys, an unreadable limit and events after the end', () => {
    const header = {
      capabilities: [
        { kind: 'single', ref: 'a-b' },
        { kind: 'single', ref: 'a_b' },
      ],
      limits: { max_age: 'two hours' },
    };
    const session = checked(header, [{ type: 'closed' }, { type: 'input-received', message: [] }]);
    if (!session.ok) throw new Error(session.problem.message);
    expect(session.value.notes.map(({ code }) => code)).toEqual([
      'task/key-collision',
      'task/limit-unreadable',
      'task/after-the-end',
    ]);
    expect(task.history(session.value).turns).toEqual([]);
    // A second check adds no note twice.
    expect(task.check(session.value)).toMatchObject({ value: { notes: { length: 3 } } });
  });

  it('has a state at each turn: the status of the task and its context', () => {
    const session = checked({}, [...sessionOf(text).events, { type: 'locked' }]);
    if (!session.ok) throw new Error(session.problem.message);
    const history = task.history(session.value);
    const at = (turn: number) => materialise(task.stateAt(session.value, history, turn, defaultDecisions));
    expect(at(-1)).toMatchObject({ phase: 'idle', terminal_reason: null });
    expect(at(5)).toMatchObject({ phase: 'processing', context: { _history: { turn_count: 6 } } });
    expect(at(6)).toMatchObject({ phase: 'terminal', terminal_reason: 'locked' });
  });

  it('takes a decision from its recording', () => {
    const session = checked({ decisions: { capabilityOrder: 'oldest-first' } });
    if (!session.ok) throw new Error(session.problem.message);
    expect(session.value.header.decisions).toEqual({ capabilityOrder: 'oldest-first' });
  });
});
