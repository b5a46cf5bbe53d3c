import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Pace } from '../../base/pace.ts';
import { defaultDecisions } from '../model/decisions.ts';
import { materialise } from '../model/materialise.ts';
import { writeSessionFile } from '../model/session-file.ts';
import { openEntry, type OpenSession } from '../opening/open-session.ts';
import { openNow } from '../testing.ts';
import { systemOf } from '../systems/systems.ts';
import { OpenRun } from './open-run.ts';
import { anyCall, call, hi, runOfTask } from './testing.ts';

/** The data that a rule can read at every turn. */
function seen({ session, system, history }: OpenSession) {
  const states = [-1, ...history.turns.keys()].map((turn) => system.stateAt(session, history, turn, defaultDecisions));
  // The title of the moment without turns depends on whether more steps follow.
  const turns = history.turns.map((turn) => (turn.kind === 'snapshot' ? { ...turn, label: '' } : turn));
  return { history: { ...history, turns }, states: states.map(materialise) };
}

function fromFile(text: string): OpenSession {
  const opened = openNow(text);
  const session = opened.ok ? openEntry(opened.value, 0, systemOf) : opened;
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

const anyMove = fc.oneof(
  anyCall.map((made) => async (open: OpenRun) => void (await open.perform(made))),
  fc.nat(14).map((step) => async (open: OpenRun) => open.moveTo(step)),
  fc.tuple(fc.nat(14), fc.option(anyCall)).map(([step, made]) => async (open: OpenRun) => {
    if (step < open.run.steps.length) await open.edit(step, made);
  }),
  fc.constant(async (open: OpenRun) => void open.session()),
);

describe('an open run', () => {
  it('is equal to the session of its file after any cursor moves', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyMove, { maxLength: 14 }), async (moves) => {
        const open = new OpenRun(runOfTask({ started_at: '2026-05-20T03:00:00Z' }));
        for (const move of moves) await move(open);
        const session = open.session();
        expect(session.session.events).toEqual([...open.run.opening.events, ...open.here.events()]);
        expect(seen(session)).toEqual(seen(fromFile(writeSessionFile(session.session))));
      }),
    );
  });

  it('has another revision after each change', async () => {
    const open = new OpenRun(runOfTask());
    await open.perform(call('input', { message: hi }));
    open.moveTo(0);
    open.moveTo(0);
    await open.edit(0, call('close'));
    expect([open.revision, open.cursor]).toEqual([3, 0]);
  });

  it('inserts a call at the cursor, and performs the later ones again', async () => {
    const open = new OpenRun(runOfTask());
    await open.perform(call('input', { message: hi }));
    await open.perform(call('llm', { prompt: 1 }));
    open.moveTo(1);
    await open.perform(call('close'));
    expect([...open.run.steps].map((step) => step.call.op)).toEqual(['input', 'close', 'llm']);
    expect(open.run.steps.at(2)?.outcome).toMatchObject({ throws: { kind: 'task_terminal' } });
    expect(open.cursor).toBe(2);
  });

  it('refuses a change that was begun before another one, and keeps the other', async () => {
    const open = new OpenRun(runOfTask());
    for (let i = 0; i < 200; i++) await open.perform(call('llm', { prompt: i }));
    let now = 0;
    const slow: Pace = {
      now: () => (now += 10),
      breathe: async () => void (await open.perform(call('close'))),
      stopped: false,
    };
    expect(await open.edit(0, null, slow)).toMatchObject({ ok: false, problem: { code: 'run/changed-meanwhile' } });
    expect([open.run.steps.at(0)?.call.args['prompt'], open.run.steps.at(200)?.call.op]).toEqual([0, 'close']);
  });

  it('shows its calls as the source of its turns', async () => {
    const open = new OpenRun(runOfTask());
    await open.perform(call('input', { message: hi }));
    await open.perform(call('llm', { prompt: 1 }));
    const { history, sources, document } = open.session();
    const path = sources.at(history.turns[1]?.event ?? -1);
    const range = document.locate(path ?? []);
    expect(document.text.slice(range?.start, range?.end)).toBe('task.llm(prompt=1)');
  });

  it('continues for thousands of calls, and is a session after each', async () => {
    const open = new OpenRun(runOfTask());
    for (let i = 0; i < 10_000; i++) {
      await open.perform(call('llm', { prompt: 1, completion: 1 }));
      expect(open.session().history.turns).toHaveLength(i + 1);
    }
  });
});
