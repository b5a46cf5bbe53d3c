import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Double, type RecordValue, type Value } from '../../model/value.ts';
import type { OperationCall, ParameterSpec } from '../../systems/machine.ts';
import { task } from '../../systems/task/index.ts';
import { completeConsole } from './complete.ts';
import { printCall } from './print.ts';
import { readCall } from './read.ts';
import { scopeOf, type ConsoleScope } from './scope.ts';
import { valueOf as valueIn } from '../../readers/testing.ts';
import { call, runOfTask } from '../testing.ts';

const scope: ConsoleScope = {
  operations: [
    {
      name: 'set',
      about: 'Writes a value.',
      parameters: [
        { name: 'path', type: 'string', isRequired: true, about: 'Where.' },
        { name: 'value', type: 'any', isRequired: true, about: 'What.' },
        { name: 'at', type: 'string', isRequired: false, about: 'When.' },
      ],
    },
    { name: 'spawn', about: 'Makes a child.', parameters: [] },
    {
      name: 'derive',
      about: 'Makes a child with a name.',
      parameters: [
        { name: 'agent_name', type: 'string', isRequired: true, about: 'Its name.' },
        { name: 'isolated', type: 'boolean', isRequired: false, about: 'Alone.' },
        { name: 'depth', type: 'number', isRequired: false, about: 'How deep.' },
      ],
    },
  ],
  main: ['ctx', 'call'],
  labels: ['child'],
};

const read = (text: string): OperationCall => {
  const found = readCall(text, scope);
  if (!found.ok) throw new Error(found.problem.map(({ message }) => message).join(' '));
  return found.value;
};

/** The faults of a line: `code "the part of the line": message`. */
const wrong = (text: string): readonly string[] => {
  const found = readCall(text, scope);
  if (found.ok) throw new Error('nothing is wrong');
  return found.problem.map(
    ({ code, message, range }) =>
      `${code.replace('console/', '')} "${text.slice(range?.start, range?.end)}": ${message}`,
  );
};

describe('a line of the console', () => {
  it('is a call with names, positions, Python’s words and JSON’s', () => {
    expect(read('ctx.derive(agent_name="Child", isolated=True)')).toEqual({
      op: 'derive',
      args: { agent_name: 'Child', isolated: true },
    });
    expect(read(`call.set("workflow.meals[+]", {"a": 1, 'b': [None, null, 1.0, -2.5e3]})`)).toEqual({
      op: 'set',
      args: { path: 'workflow.meals[+]', value: { a: 1, b: [null, null, new Double(1), new Double(-2500)] } },
    });
    expect(read('  kid = child.spawn( ) ')).toEqual({ op: 'spawn', on: 'child', as: 'kid', args: {} });
    expect(read('spawn()')).toEqual({ op: 'spawn', args: {} });
    expect(read("ctx.set('a', child.depth, at='now')").args).toEqual({
      path: 'a',
      value: { $ref: 'child.depth' },
      at: 'now',
    });
    expect(read('ctx.set("a", 12345678901234567890)').args['value']).toBe(12345678901234567890n);
  });

  it('reports what is wrong, where, and a suggestion', () => {
    expect(wrong('ctx.drive(agent_name="x")')).toEqual([
      'unknown-operation "drive": There is no drive(). Did you mean “derive”?',
    ]);
    expect(wrong('cty.spawn()')).toEqual([
      expect.stringMatching(/^unknown-object "cty": There is nothing called “cty”/),
    ]);
    expect(wrong('ctx.derive(agentname="x")')).toEqual([
      expect.stringMatching(/^unknown-parameter .*Did you mean “agent_name”\?$/),
      expect.stringMatching(/^missing-argument .*needs “agent_name”, a text in quotes/),
    ]);
    expect(wrong('ctx.derive(7, depth="x")')).toEqual([
      'wrong-type "7": “agent_name” is a text in quotes. Its name.',
      'wrong-type ""x"": “depth” is a number. How deep.',
    ]);
    expect(wrong('ctx.spawn(1)')).toEqual(['extra-argument "1": spawn() takes no arguments.']);
    expect(wrong('ctx.set("a", value=1, path="b")')).toEqual(['twice ""b"": “path” is given twice.']);
    expect(wrong('ctx.derive(agent_name=Child)')).toEqual([
      expect.stringMatching(/^unknown-name "Child": .*quotes\..*child/),
    ]);
    expect(wrong('ctx.set("a", ')).toEqual([expect.stringMatching(/^unclosed "\("/)]);
    expect(wrong('ctx.spawn() ctx.spawn()')).toEqual([expect.stringMatching(/^more-text "ctx.spawn\(\)"/)]);
    expect(wrong('ctx.set("a", b"x")')).toEqual([expect.stringMatching(/^not-plain "b"x""/)]);
    expect(wrong('ctx.set("a", {1: 2})')).toEqual([expect.stringMatching(/^not-plain "1"/)]);
    expect(wrong('hello')).toEqual([expect.stringMatching(/^no-call "hello"/)]);
    expect(wrong('')).toHaveLength(1);
  });

  it('never throws, for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'ctx.set(=")\'[]{},: 1ab\\\n…'.split('')) }),
        fc.nat(40),
        (text, offset) => {
          readCall(text, scope);
          readCall(`ctx.set(${text}`, scope);
          completeConsole(text, offset, scope);
        },
      ),
      { numRuns: 500 },
    );
    expect(readCall(`ctx.set("a", ${'['.repeat(5000)}${']'.repeat(5000)})`, scope).ok).toBe(false);
  });

  it('prints every call so that the text is read back as the same call', () => {
    const taskScope = { ...scopeOf(runOfTask()), labels: ['s'] };
    const plain = fc.jsonValue({ maxDepth: 3 }).map((value) => valueIn(JSON.stringify(value)));
    const typed: { readonly [T in ParameterSpec['type']]: fc.Arbitrary<Value> } = {
      any: fc.oneof(
        plain,
        fc.bigInt(2n ** 60n, 2n ** 63n),
        fc.constant(new Double(3)),
        fc.constant({ $ref: 's.phase' }),
      ),
      string: fc.string(),
      number: fc.oneof(fc.integer(), fc.double({ noInteger: true, noNaN: true, noDefaultInfinity: true })),
      boolean: fc.boolean(),
      list: fc.array(plain, { maxLength: 3 }),
      map: fc.dictionary(fc.string(), plain, { maxKeys: 3 }),
    };
    const anyPrinted = fc.constantFrom(...taskScope.operations).chain(({ name, parameters }) =>
      fc
        .record(Object.fromEntries(parameters.map((parameter) => [parameter.name, typed[parameter.type]])), {
          requiredKeys: parameters.filter(({ isRequired }) => isRequired).map((parameter) => parameter.name),
        })
        .chain((args: RecordValue) =>
          fc
            .record({ on: fc.constant('s'), as: fc.constantFrom('x', 'größe_1') }, { requiredKeys: [] })
            .map((names) => ({
              ...call(name, args),
              ...names,
            })),
        ),
    );
    fc.assert(
      fc.property(anyPrinted, (made) => {
        const again = readCall(printCall(made, task), taskScope);
        expect(again).toEqual({ ok: true, value: made });
      }),
    );
  });
});

describe('completion on the console', () => {
  const at = (marked: string) => {
    const offset = marked.indexOf('|');
    const { completions, help } = completeConsole(marked.replace('|', ''), offset, scope);
    return { labels: completions.map(({ label }) => label), help, completions };
  };

  it('offers objects, then their operations, then the remaining parameters', () => {
    expect(at('|').labels).toEqual(['ctx', 'call', 'child']);
    expect(at('x = ch|').labels).toEqual(['child']);
    expect(at('ctx.|').labels).toEqual(['set', 'spawn', 'derive']);
    expect(at('child.s|').labels).toEqual(['set', 'spawn']);
    expect(at('nobody.|').labels).toEqual([]);
    expect(at('ctx.derive(|').labels).toEqual(['agent_name', 'isolated', 'depth', 'child']);
    expect(at('ctx.derive(agent_name="x", |').labels).toEqual(['isolated', 'depth']);
    expect(at('ctx.derive("x", is|').labels).toEqual(['isolated']);
    expect(at('ctx.derive("x", isolated=|').labels).toEqual(['True', 'False', 'child']);
    expect(at('ctx.derive("ch|').labels).toEqual([]);
    expect(at('ctx.set("a", {"b": |').labels).toEqual([]);
  });

  it('replaces the whole word at the cursor', () => {
    expect(at('ctx.de|vive(1)').completions).toMatchObject([{ insert: 'derive', range: { start: 4, end: 10 } }]);
  });

  it('reports which argument is being written', () => {
    const active = (text: string) => {
      const { help } = at(text);
      return help === null ? null : `${help.operation.name} ${help.active}`;
    };
    expect(active('ctx.|')).toBe(null);
    expect(active('ctx.set(|')).toBe('set 0');
    expect(active('ctx.set("a, b", [1, 2|')).toBe('set 1');
    expect(active('ctx.set(value="x|')).toBe('set 1');
    expect(active('ctx.spawn(|')).toBe('spawn null');
    expect(active('ctx.unheard(|')).toBe(null);
  });
});
