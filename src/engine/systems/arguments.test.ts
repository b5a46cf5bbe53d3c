import { describe, expect, it } from 'vitest';
import { Double, ListView, MapView, type RecordValue, type Value } from '../model/value.ts';
import { a2aTesting } from './a2a/testing.ts';
import { adkTesting } from './adk/testing.ts';
import { checkedArguments } from './arguments.ts';
import type { OperationCall, ParameterSpec } from './machine.ts';
import { noeticTesting } from './noetic/testing.ts';
import { optional, required } from './parameters.ts';
import { systemOf } from './systems.ts';
import { taskTesting } from './task/testing.ts';
import { run } from './testing.ts';
import { voiceTesting } from './voice/testing.ts';

class Numbers extends ListView {
  readonly length = 2;
  override at(index: number): Value {
    return index;
  }
}

class Settings extends MapView {
  override get(key: string): Value | undefined {
    return key === 'a' ? 1 : undefined;
  }
  override keys(): readonly string[] {
    return ['a'];
  }
}

const text = required('text', 'string', 'A text.');
const count = optional('count', 'number', 'A count.');
const isOn = optional('on', 'boolean', 'A switch.');
const list = optional('list', 'list', 'A list.');
const map = optional('map', 'map', 'A map.');
const any = optional('any', 'any', 'Anything.');
const session: ParameterSpec = { ...optional('session', 'string', 'A session.'), takesObject: true };
const context: ParameterSpec = { ...optional('context', 'string', 'A context.'), isNullable: true };
const operation = { name: 'op', parameters: [text, count, isOn, list, map, any, session, context] };

const settings = new Settings();

describe('the arguments of a call', () => {
  it.each<[string, RecordValue, RecordValue]>([
    ['null leaves a typed argument out', { count: null, on: null, list: null, map: null, session: null }, {}],
    ['null is a value where any value is', { any: null }, { any: null }],
    ['null is a value of a nullable parameter', { context: null }, { context: null }],
    ['a double without a fraction is a plain number', { count: new Double(3) }, { count: 3 }],
    ['an integer beyond 2^53 is the nearest number', { count: 2n ** 60n }, { count: 2 ** 60 }],
    ['a list view becomes a plain list', { list: new Numbers() }, { list: [0, 1] }],
    ['a map view becomes a plain object', { map: settings }, { map: { a: 1 } }],
    ['a value without a type is not converted', { any: settings }, { any: settings }],
  ])('%s', (_title, args, checked) => {
    const result = checkedArguments(operation, { text: 'x', ...args });
    expect(result).toEqual({ ok: true, value: { text: 'x', ...checked } });
  });

  it('keep an object of the run the very same object', () => {
    const result = checkedArguments(operation, { text: 'x', session: settings });
    expect(result.ok && result.value['session']).toBe(settings);
  });

  it.each<[string, RecordValue, string, string]>([
    ['a required argument is missing', {}, 'missing', 'op() needs “text”, a string: A text.'],
    ['a required argument is null', { text: null }, 'missing', 'op() needs “text”, a string: A text.'],
    ['a number is no text', { text: 1 }, 'wrong-type', '“text” of op() must be a string: A text.'],
    [
      'a text is no number',
      { text: '', count: '1' },
      'wrong-type',
      '“count” of op() must be a finite number: A count.',
    ],
    [
      'NaN is no number',
      { text: '', count: Number.NaN },
      'wrong-type',
      '“count” of op() must be a finite number: A count.',
    ],
    ['infinity is no number', { text: '', count: Number.POSITIVE_INFINITY }, 'wrong-type', 'finite'],
    ['one is not true', { text: '', on: 1 }, 'wrong-type', '“on” of op() must be true or false: A switch.'],
    ['a list is no object', { text: '', map: [] }, 'wrong-type', 'an object'],
    ['an object is no list', { text: '', list: {} }, 'wrong-type', 'a list'],
    ['a name is misspelt', { text: '', txet: '' }, 'unknown', 'op() has no “txet”. Did you mean “text”?'],
    ['a name is `__proto__`', JSON.parse('{"text": "", "__proto__": 1}') as RecordValue, 'unknown', '__proto__'],
  ])('are refused when %s', (_title, args, kind, message) => {
    const result = checkedArguments(operation, args);
    expect(result).toMatchObject({
      ok: false,
      problem: { kind, message: expect.stringContaining(message) as unknown },
    });
  });
});

const testing = { task: taskTesting, a2a: a2aTesting, noetic: noeticTesting, adk: adkTesting, voice: voiceTesting };

/** How each system calls the error for an argument of the wrong type. */
const refusedKind = {
  task: 'invalid_argument',
  a2a: 'value_error',
  noetic: 'validation_error',
  adk: 'validation_error',
  voice: 'invalid_argument',
};

describe.each(['task', 'a2a', 'noetic', 'adk', 'voice'] as const)('the machine of %s', (id) => {
  const { machine } = systemOf(id);
  const moments = testing[id].scripts.flatMap((script) => {
    const { states, decided } = run(machine, script);
    return script.calls.flatMap((call, index) => {
      const [state, as] = [states[index], decided[index]];
      return as === undefined || as.kind === 'refused' ? [] : [{ state, call, as }];
    });
  });
  /** Every call of the scripts, once for each of its parameters that `vary` gives other arguments for. */
  const variants = (vary: (parameter: ParameterSpec, call: OperationCall) => RecordValue | null) =>
    moments.flatMap(({ state, call, as }) => {
      const parameters = machine.operations.find(({ name }) => name === call.op)?.parameters ?? [];
      return parameters.flatMap((parameter) => {
        const args = vary(parameter, call);
        return args === null ? [] : [{ args, as, now: machine.decide(state, { ...call, args }) }];
      });
    });

  it('takes null for an argument that is left out', () => {
    const found = variants(({ name, type, isRequired, isNullable }, { args }) =>
      isRequired || isNullable || type === 'any' || args[name] !== undefined ? null : { ...args, [name]: null },
    );
    expect(found.length).toBeGreaterThan(0);
    for (const { args, as, now } of found) expect(now, JSON.stringify(args)).toEqual(as);
  });

  it('refuses an argument of another type', () => {
    const found = variants(({ name, type }, { args }) =>
      type === 'any' ? null : { ...args, [name]: type === 'number' ? Number.NaN : 1n },
    );
    expect(found.length).toBeGreaterThan(0);
    for (const { args, now } of found) {
      expect(now, String(Object.keys(args))).toMatchObject({ kind: 'refused', error: { kind: refusedKind[id] } });
    }
  });

  it('takes a double without a fraction for the number', () => {
    const found = variants(({ name, type }, { args }) => {
      const value = args[name];
      return type === 'number' && typeof value === 'number' ? { ...args, [name]: new Double(value) } : null;
    });
    for (const { as, now } of found) expect(now).toEqual(as);
  });
});
