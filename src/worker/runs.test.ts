import { describe, expect, it } from 'vitest';
import { unhurried } from '../base/pace.ts';
import { defaultDecisions as decisions } from '../engine/model/decisions.ts';
import { systems } from '../engine/systems/registry.ts';
import type { SessionId } from '../engine/model/session.ts';
import type { Input, Method, Output } from './protocol.ts';
import type { RunStart } from './run-protocol.ts';
import type { Methods } from './serve.ts';
import { methods } from './methods.ts';

/** The engine with one run. Returns outputs and throws problems. */
async function running(start: RunStart = { system: 'task', given: '' }) {
  const engine = methods();
  const ask = async <M extends Method>(method: M, input: Input<M>): Promise<Output<M>> => {
    const call = engine[method] as (input: Input<M>, pace: typeof unhurried) => ReturnType<Methods[M]>; // one method
    const result = await call(input, unhurried);
    if (!result.ok) throw new Error(result.problem.message);
    return result.value; // the output of that method
  };
  const { source, session } = await ask('startRun', { start });
  const ref = { ...session.ref };
  /** Types lines; the reference follows. */
  const type = async (...lines: readonly string[]) => {
    for (const line of lines) {
      const answer = await ask('perform', { session: ref, call: { line } });
      if (answer.kind === 'miswritten') throw new Error(answer.problems.map(({ message }) => message).join(' '));
      ref.revision = answer.session.ref.revision;
    }
  };
  const steps = async (session = ref) =>
    (await ask('runSteps', { session, from: 0, to: 99 })).map(({ op, outcome }) => `${op} ${outcome}`);
  return { ask, source, ref, type, steps };
}

const value = (text: string) => ({ kind: 'value', text }) as const;
const plain = (text: string) => ({ kind: 'text', text }) as const;

const message = { message_id: 'm-1', parts: [{ text: 'Translate this' }] };
/** A start of each system, a call on it, and a text in its export that shows both. */
const starts = [
  { system: 'task', given: '{"agent": {"name": "desk"}}', line: 'task.llm(3, 4)', keeps: '"desk"' },
  { system: 'a2a', given: JSON.stringify({ message }), line: 'ctx.send_status("at it")', keeps: 'Translate this' },
  {
    system: 'adk',
    given: '{"context": {"session_id": "s-1", "user_id": "u", "app_name": "a", "agent_name": "root"}}',
    line: 'ctx.run_start(session={"id": "s-2", "app_name": "a", "user_id": "u"}, message="hi", agent_name="root")',
    keeps: '"root"',
  },
  {
    system: 'noetic',
    given: '',
    line: 'ctx.append_item({"type": "message", "role": "user", "content": "hi"})',
    keeps: '',
  },
  { system: 'voice', given: '{"call_id": "call-9"}', line: 'call.user_says("hi")', keeps: '"call-9"' },
] as const;

/** The system's own export of a run. */
async function snapshotOf({ ask, ref, source }: Awaited<ReturnType<typeof running>>) {
  const { turns } = await ask('openSession', { source, entry: 0 });
  const start = await ask('startAt', { session: ref, turn: turns - 1 });
  if (!('snapshot' in start)) throw new Error('a start at a turn is a snapshot');
  return start;
}

const hi = 'task.input([{"mimeType": "text/plain", "text": "hi"}])';

describe('a run through the protocol', () => {
  it('is a session while it goes on: rows, rules and reasons follow it', async () => {
    const { ask, ref, type } = await running();
    const rule = { hook: 'middleware.before', match: null, expression: 'input.amount <= 1000' } as const;
    await type(hi, 'task.invoke("refund", {"amount": 40}, "ok")');
    expect((await ask('sweep', { session: ref, rule, decisions })).counts).toMatchObject({ eligible: 1, fire: 0 });
    const before = ref.revision;
    await type('task.invoke(function="refund", args={"amount": 1200}, outcome="ok")');
    expect(ref.revision).toBeGreaterThan(before);
    expect((await ask('sweep', { session: ref, rule, decisions })).counts).toMatchObject({ eligible: 2, fire: 1 });
    expect((await ask('explain', { session: ref, rule, turn: 2, decisions })).verdict).toBe('fire');
    expect(await ask('rows', { session: ref, from: 2, to: 3 })).toMatchObject([
      { kind: 'capability', label: 'refund' },
    ]);
    const raw = await ask('raw', { session: ref, turn: 1, from: null });
    expect(raw.text.slice(raw.highlights[0]?.start, raw.highlights[0]?.end)).toContain('"amount":40');
    const state = await ask('state', { session: ref, turn: 2, root: 'system', path: [], decisions });
    expect(state.find(({ key }) => key === 'phase')?.preview.text).toBe('"processing"');
  });

  it('reports faults of a line or a form, and keeps an operation’s refusal as a step', async () => {
    const { ask, ref, type, steps } = await running();
    const wrong = await ask('perform', { session: ref, call: { line: 'task.llm(prompt="x")' } });
    expect(wrong).toMatchObject({ kind: 'miswritten', problems: [{ range: { start: 16, end: 19 } }] });
    const args = { prompt: value('12'), completion: value(''), text: plain('ok') };
    const call = { form: { as: '', on: '', op: 'llm', args } };
    expect(await ask('perform', { session: ref, call })).toMatchObject({
      kind: 'performed',
      session: { turns: 1 },
      step: { line: 'task.llm(prompt=12, text="ok")', outcome: 'returned', turn: 0, events: ['model-called'] },
    });
    await type('task.fail("over")', 'task.llm()');
    expect(await steps()).toEqual(['llm returned', 'fail returned', 'llm refused']);
  });

  it('goes back and forth, branches, and performs again what follows an edit', async () => {
    const { ask, ref, type, steps } = await running();
    await type(hi, 'task.llm(1, 2)', 'task.llm(3, 4)');
    expect(await ask('rewind', { session: ref, step: 1 })).toMatchObject({ turns: 1 });
    expect(await ask('runOutline', { session: ref })).toEqual({ cursor: 1, stepCount: 3, waiting: [] });
    const rows = await ask('runSteps', { session: ref, from: 0, to: 9 });
    expect(rows.map(({ turn }) => turn)).toEqual([0, null, null]);
    const other = await ask('branch', { session: ref, step: 2 });
    expect(other.session.turns).toBe(2);
    await ask('rewind', { session: ref, step: 3 });
    await ask('editCall', { session: ref, step: 1, call: { line: 'task.close()' } });
    expect(await steps()).toEqual(['input returned', 'close returned', 'llm refused']);
    await ask('editCall', { session: ref, step: 1, call: null });
    expect(await steps()).toEqual(['input returned', 'llm returned']);
    expect(await steps({ ...other.session.ref })).toEqual(['input returned', 'llm returned']);
    await expect(ask('editCall', { session: ref, step: 7, call: null })).rejects.toThrow('no step 7');
  });

  it('is saved as a script that starts again as the same run, and as a session that opens', async () => {
    const { ask, ref, type, steps } = await running();
    await type(hi, 'task.llm(1, 2)', 's = task.status()');
    const { text, fileName } = await ask('exportRun', { session: ref, as: 'script' });
    expect(fileName).toMatch(/\.run\.json$/);
    const again = await running({ script: text });
    expect(await again.steps()).toEqual(await steps());
    expect(await again.ask('callScope', { session: again.ref, step: 3 })).toMatchObject({
      main: ['task'],
      labels: ['s'],
    });
    expect(await again.ask('callScope', { session: again.ref, step: 2 })).toMatchObject({ labels: [] });
    const file = await ask('exportRun', { session: ref, as: 'session' });
    const { source } = await ask('open', { text: file.text, name: 'a' });
    expect(await ask('openSession', { source, entry: 0 })).toMatchObject({ turns: 2, system: 'task', isRun: false });
    expect(await ask('openSession', { source: ref.id.split(':')[0] ?? '', entry: 0 })).toMatchObject({
      ref,
      isRun: true,
    });
  });

  it('starts from a snapshot, and says why it cannot start', async () => {
    const { ask, ref, type } = await running();
    await type(hi);
    const { text } = await ask('valueText', { session: ref, turn: 0, path: ['task'], decisions });
    const again = await running({ system: 'task', snapshot: text });
    expect(await again.ask('rows', { session: again.ref, from: 0, to: 9 })).toHaveLength(1);
    await expect(running({ system: 'task', given: '[1]' })).rejects.toThrow('starts with an object');
    await expect(running({ system: 'task', given: '{"limits": 3}' })).rejects.toThrow('limits');
    await expect(running({ script: '{"system": "task", "do": 3}' })).rejects.toThrow('not a script');
  });

  it.each(starts)('is recognised by its own export, and starts from a turn of a recording: $system', async (start) => {
    const made = await running(start);
    const { ask, ref, type } = made;
    const root = systems.find(({ id }) => id === start.system)?.root ?? '';
    const { snapshot } = await snapshotOf(made);
    const again = await running({ system: null, snapshot });
    const { session } = await ask('startRun', { start: { system: null, snapshot } });
    expect(session.system).toBe(start.system);
    expect(await again.steps()).toEqual([]);

    await type(start.line);
    const file = await ask('exportRun', { session: ref, as: 'session' });
    const { source } = await ask('open', { text: file.text, name: 'a' });
    const recording = await ask('openSession', { source, entry: 0 });
    const turn = recording.turns - 1;
    const from = await ask('startAt', { session: recording.ref, turn });
    const run = await ask('startRun', { start: from });
    const textAt = async (session: typeof ref, at: number) =>
      (await ask('valueText', { session, turn: at, path: [root], decisions })).text;
    expect(run.session.system).toBe(start.system);
    expect(await textAt(run.session.ref, run.session.turns - 1)).toContain(start.keeps);
    expect(await textAt(recording.ref, turn)).toContain(start.keeps);
  });

  it('is not recognised from a text that no system exports', async () => {
    await expect(running({ system: null, snapshot: '{"colour": "green"}' })).rejects.toThrow('Choose the system');
    await expect(running({ system: null, snapshot: 'green' })).rejects.toThrow('no JSON');
    await expect(running({ system: 'noetic', snapshot: '{"colour": "green"}' })).rejects.toThrow('schemaVersion');
  });

  it('has the title of its script or a given one, and can be renamed', async () => {
    const script = '{"title": "Two calls", "system": "task", "do": [{"op": "llm"}]}';
    const { ask, ref } = await running({ script });
    const title = async () => (await ask('openSession', { source: ref.id.split(':')[0] ?? '', entry: 0 })).title;
    expect(await title()).toBe('Two calls');
    const renamed = await ask('renameRun', { session: ref, title: 'One call' });
    expect([renamed.title, await title(), renamed.turns]).toEqual(['One call', 'One call', 1]);
    const saved = await ask('exportRun', { session: ref, as: 'script' });
    expect([JSON.parse(saved.text).title, saved.fileName]).toEqual(['One call', 'One-call.run.json']);
    const named = await ask('startRun', { start: { script }, title: 'Mine', untitled: 'Nobody’s' });
    const nameless = await ask('startRun', { start: { system: 'task', given: '' }, untitled: 'By hand' });
    expect([named.session.title, nameless.session.title]).toEqual(['Mine', 'By hand']);
    const branch = await ask('branch', { session: ref, step: 0, title: 'Another way' });
    expect(branch.session.title).toBe('Another way');
  });

  it('applies changes in order, also when an earlier one takes long', async () => {
    const { ask } = await running();
    const calls = Array.from({ length: 500 }, () => ({ op: 'llm', args: { prompt: 1 } }));
    const script = JSON.stringify({ system: 'task', do: calls });
    const session = { id: 'r77:0' as SessionId, revision: 0 }; // the id of a run under this source
    const [opened, performed, , shown] = await Promise.all([
      ask('startRun', { start: { script }, source: 'r77' }),
      ask('perform', { session, call: { line: 'task.close()' } }),
      ask('branch', { session, step: 501, source: 'r78' }),
      ask('openSession', { source: 'r78', entry: 0 }),
    ]);
    expect([opened.session.turns, performed.kind, shown.turns]).toEqual([500, 'performed', 500]);
    expect(await ask('runOutline', { session })).toMatchObject({ stepCount: 501 });
  });

  it('converts lines and forms, with the names of earlier steps', async () => {
    const { ask, ref, type } = await running();
    await type('s = task.status()', 'task.llm(1)');
    const line = 'task.llm(text=s.phase, prompt="x")';
    expect(await ask('readCall', { session: ref, step: 1, call: { line } })).toMatchObject({
      form: { op: 'llm', args: { text: value('s.phase'), prompt: value('"x"') } },
      problems: [{ parameter: 'prompt' }],
    });
    const early = await ask('readCall', { session: ref, step: 0, call: { line } });
    expect(early.problems.map(({ parameter }) => parameter)).toEqual(['text', 'prompt']);
    const form = { as: 'x', on: '', op: 'llm', args: { text: plain('a "b"') } };
    expect(await ask('readCall', { session: ref, step: 0, call: { form } })).toMatchObject({
      line: 'x = task.llm(text="a \\"b\\"")',
      problems: [],
    });
    expect(await ask('stepLine', { session: ref, step: 0 })).toBe('s = task.status()');
    await expect(ask('stepLine', { session: ref, step: 9 })).rejects.toThrow('no step 9');
  });

  it.each(systems.map(({ id }) => id))(
    'returns for a run of %s only data that can be sent to the page',
    async (system) => {
      const { ask, ref } = await running({ system, given: '' });
      const { operations, main } = await ask('callScope', { session: ref, step: 0 });
      expect(operations.length).toBeGreaterThan(0);
      for (const { name } of operations) {
        const text = `${main[0]}.${name}(`;
        const { help } = await ask('completeConsole', { session: ref, step: 0, text, offset: text.length });
        expect(structuredClone(help)?.operation.name).toBe(name);
      }
      structuredClone(await ask('runOutline', { session: ref }));
    },
  );

  it('completes a line, and is gone when it is closed', async () => {
    const { ask, ref, source } = await running();
    const { completions, help } = await ask('completeConsole', { session: ref, step: 0, text: 'task.adv', offset: 8 });
    expect(completions.map(({ insert }) => insert)).toEqual(['advance(']);
    expect(help).toBeNull();
    await ask('close', { source });
    await expect(ask('rewind', { session: ref, step: 0 })).rejects.toThrow('no longer open');
  });
});

it('a step that does not exist is refused by its number', async () => {
  const { ask, ref } = await running();
  await expect(ask('stepLine', { session: ref, step: 99 })).rejects.toThrow(/99/);
});
