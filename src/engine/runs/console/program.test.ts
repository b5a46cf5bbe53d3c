import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SystemId } from '../../model/session.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { systems } from '../../systems/registry.ts';
import { systemOf } from '../../systems/systems.ts';
import { Run } from '../run.ts';
import { readScript, runOf, scriptOf } from '../script.ts';
import { printCall } from './print.ts';
import { readProgram } from './program.ts';

const givens: { readonly [S in SystemId]: RecordValue } = {
  task: {},
  a2a: { message: { message_id: 'm', parts: [{ text: 'hi' }] }, context_id: 'c' },
  adk: {},
  noetic: { context: { state: { list: [1, 2], deep: { n: 1 } } }, channels: { jobs: { mode: 'queue' } } },
  voice: { context: { user: { name: 'Ada' }, workflow: { list: [1] }, current_agent: 'a' } },
};

function started(id: SystemId): Run {
  const run = Run.start(systemOf(id), givens[id]);
  if (!run.ok) throw new Error(run.problem.message);
  return run.value;
}

function after(run: Run, text: string): Run {
  const read = readProgram(text, run);
  if (!read.ok) throw new Error(read.problem.map(({ message }) => message).join(' '));
  return read.value.calls.reduce((now, call) => now.perform(call), run);
}

const last = (run: Run): unknown => {
  const outcome = run.steps.at(-1)?.outcome;
  return outcome !== undefined && 'returns' in outcome ? outcome.returns : outcome;
};

const code = readFileSync(new URL('fixtures/pages.json', import.meta.url), 'utf8');
const words = [...new Set(code.match(/\\n|\\"|[\p{L}_]+|[^\s\p{L}]/gu))].map((word) =>
  word === '\\n' ? '\n' : word === '\\"' ? '"' : word,
);

describe('any text', () => {
  it('is read or refused in a sentence, and never throws', () => {
    const text = fc.array(fc.constantFrom(...words, 'ctx.', 'if ', ' = ', '`${', '}`', "f'{", ' '), { maxLength: 40 });
    const ids = fc.constantFrom(...systems.map(({ id }) => id));
    fc.assert(
      fc.property(text, ids, (parts, id) => {
        const run = started(id);
        const read = readProgram(parts.join(''), run);
        const said = read.ok ? [read.value.remark ?? 'Good.'] : read.problem.map(({ message }) => message);
        for (const sentence of said) expect(sentence).toMatch(/^\S.*[.!?]$/su);
        expect(run.steps.length).toBe(0);
      }),
      { numRuns: 3000 },
    );
  });

  it('may be of any depth and length', () => {
    const run = started('voice');
    const codeOf = (text: string) => {
      const read = readProgram(text, run);
      return read.ok ? 'read' : read.problem[0].code.replace('console/', '');
    };
    for (const deep of ['[', '(', '{a: ', 'not ', '-', 'await ', 'if a: ', 'if (a) ', '1 if 1 else ', 'a ? 1 : ']) {
      expect(codeOf(deep.repeat(5000))).toBe('too-deep');
    }
    expect(codeOf(`1${'+1'.repeat(5000)}`)).toBe('too-deep');
    expect(codeOf(`user${'.a'.repeat(5000)}`)).toBe('too-deep');
    expect(codeOf(`ctx.set("workflow.a", "${'x'.repeat(500_000)}")`)).toBe('read');
    expect(codeOf(' '.repeat(1_000_001))).toBe('no-call');
    expect(codeOf('x'.repeat(1_000_001))).toBe('too-long');
  });
});

describe('names for values', () => {
  it('are steps that a script keeps, and that are printed as they were written', async () => {
    const run = after(
      started('voice'),
      'meals = ["a"]\nmeals[0] = "b"\nn = len(meals) + 1\nctx.set("workflow.meals", meals)\nworkflow.meals',
    );
    expect(last(run)).toEqual(['b']);
    expect([...run.steps].map(({ call }) => printCall(call, run.system))).toEqual([
      'meals = ["a"]',
      'meals[0] = "b"',
      'n = len(meals) + 1',
      'ctx.set(path="workflow.meals", value=meals)',
      'ctx.get(path="workflow.meals")',
    ]);
    const script = readScript(scriptOf(run) as unknown as Value); // a script is plain data
    if (!script.ok) throw new Error(script.problem.message);
    const again = await runOf(script.value, run.system);
    expect(again.ok && last(again.value)).toEqual(['b']);
  });

  it('may be names of objects of the run, which stay the same objects', () => {
    const run = after(started('adk'), 'a = ctx.derive("one")\nb = a\nb.state["k"] = 1\na = 5');
    expect(last(after(run, 'b.agent_name'))).toBe('one');
    expect(last(after(run, 'ctx.state["k"]'))).toBe(1);
    expect(readProgram('a.agent_name', run)).toMatchObject({ ok: false });
  });

  it('hide the main object when they have its name', () => {
    const run = after(started('noetic'), 'ctx = ctx.spawn()\nctx.state = {"mine": 1}');
    expect(last(after(run, 'ctx.depth'))).toBe(1);
    expect(last(after(run, 'ctx.state.mine'))).toBe(1);
  });
});

describe('values', () => {
  it.each<[string, unknown]>([
    ['ctx.state.list[-1]', 2],
    ['ctx.state.list.length', 2],
    ['len(ctx.state.list) == 2 and "n" in ctx.state.deep', true],
    ['ctx.state.missing ?? "none"', 'none'],
    ['null?.x ?? "none"', 'none'],
    ['5_000 + 0x10', 5016],
    ['"a" + 1', 'a1'],
    ['f"{1:>3} {None} {[1, \'a\']} {{x}}"', "1 None [1, 'a'] {x}"],
    ['`${1} ${null} ${[1, 2]} {x}`', '1 null 1,2 {x}'],
    ['`a ${`b ${"c"}`}`', 'a b c'],
    ['not []', true],
    ['![]', false],
    ['"yes" if ctx.state.list else "no"', 'yes'],
    ['ctx.aborted ? "yes" : "no"', 'no'],
    ['1 is not None', true],
    ['3 not in [1, 2]', true],
    ['[...ctx.state.list, 3]', [1, 2, 3]],
    ['({...ctx.state.deep, m: 2})', { n: 1, m: 2 }],
    ['", ".join(["a", "b"]).upper()', 'A, B'],
    ['JSON.stringify({a: [1, null]})', '{"a":[1,null]}'],
    ["'it''s' \"ok\"", 'itsok'],
    ['"""two\nlines"""', 'two\nlines'],
    ['-2 * (3 - 5) / 4', expect.objectContaining({ value: 1 })],
  ])('%s', (expression, value) => {
    expect(last(after(started('noetic'), expression))).toEqual(value);
  });
});

describe('features that a playground does not have', () => {
  it.each([
    ['while True: ctx.run_step()', 'runs no loops: “while True: ctx.run_step()”'],
    ['xs = [x for x in ctx.items]', 'runs no loops'],
    ['f = lambda x: x', 'defines no functions: “lambda x: x”'],
    ['ctx.items.map((x) => x.id)', 'defines no functions'],
    ['class A:\n  pass', 'defines no classes: “class A:”'],
    ['import os', 'loads no modules, so “os” cannot be imported'],
    ["import fs from 'node:fs'", 'loads no modules, so “node:fs” cannot be imported'],
    ['with open("x") as f: pass', 'opens nothing'],
    ['x += 1', '“+=” is not known here'],
    ['fetch("https://x.example")', 'There is no fetch() in a playground'],
    ['ctx.cost = 5', 'read-only'],
    ['ctx.stat', 'There is no “stat” here. Did you mean “state”?'],
    ['x', 'There is nothing called “x” yet'],
    ['ctx.sned("jobs", 1)', 'Did you mean “send”?'],
  ])('%s is refused in a sentence that names it', (text, sentence) => {
    const read = readProgram(text, started('noetic'));
    expect(read.ok ? 'read' : read.problem[0].message).toContain(sentence);
  });

  it.each([
    ['unclosed-text', 'x = "abc'],
    ['syntax', 'ctx.set(1 2)'],
    ['elided', 'ctx.set("a", ...)'],
    ['indent', '  if true:\n    if true:\n  ctx.run_step()'],
    ['no-target', '1 = 2'],
    ['no-value', 'x = [ctx]'],
    ['no-property', 'x = {"a": 1}\nx.b'],
    ['no-index', 'x = [1]\nx[[]]'],
    ['no-function', 'x = 1\nx()'],
    ['no-method', 'x = [1]\nx.nowhere()'],
    ['no-number', 'x = -"a"'],
    ['no-operator', 'x = {} - {}'],
    ['spread', 'x = [...1]'],
    ['wrong-arguments', 'x = len()'],
  ])('a text is refused with the code %s: %s', (expected, text) => {
    const read = readProgram(text, started('noetic'));
    expect(read.ok ? 'read' : read.problem[0].code).toBe(`console/${expected}`);
  });

  it('is no template because it has one in it', () => {
    const voice = started('voice');
    expect(last(after(voice, "You're {{user.name}}.\nSay hello!"))).toBe("You're Ada.\nSay hello!");
    expect(last(after(voice, '{{user.name}} is here'))).toBe('Ada is here');
    const read = readProgram('greeting = "Hi {{user.name}}"\nfor x in y:\n  pass', voice);
    expect(read).toMatchObject({ problem: [{ code: 'console/not-here' }] });
  });

  it('stops at a call that waits, and performs nothing of a text that cannot be read', () => {
    const read = readProgram('a = await ctx.recv("jobs")\nctx.send("jobs", a)', started('noetic'));
    expect(read).toMatchObject({
      value: { calls: [{ op: 'recv' }], remark: 'recv() waits. The statement after it was not performed.' },
    });
    expect(readProgram('ctx.run_step()\nctx.nowhere()', started('noetic')).ok).toBe(false);
  });
});
