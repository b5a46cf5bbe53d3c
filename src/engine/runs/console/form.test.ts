import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noetic } from '../../systems/noetic/index.ts';
import type { OperationCall } from '../../systems/machine.ts';
import { Run } from '../run.ts';
import { formOfLine, lineOfForm, readForm, type CallForm, type FieldText } from './form.ts';
import { printCall } from './print.ts';
import { readCall } from './read.ts';
import { scopeOf, type ConsoleScope } from './scope.ts';

const started = Run.start(noetic, {});
if (!started.ok) throw new Error(started.problem.message);
const scope: ConsoleScope = { ...scopeOf(started.value), labels: ['kid', 'context-1'] };

const text = (written: string): FieldText => ({ kind: 'text', text: written });
const value = (written: string): FieldText => ({ kind: 'value', text: written });
const send = (args: CallForm['args'], rest: Partial<CallForm> = {}): CallForm => ({
  as: '',
  on: '',
  op: 'send',
  args,
  ...rest,
});

const read = (form: CallForm): OperationCall => {
  const call = readForm(form, scope);
  if (!call.ok) throw new Error(call.problem.map(({ message }) => message).join(' '));
  return call.value;
};
/** `field code "the part of its text": message` */
const wrong = (form: CallForm): readonly string[] => {
  const call = readForm(form, scope);
  if (call.ok) throw new Error('nothing is wrong');
  return call.problem.map(({ code, message, parameter = '', range }) => {
    const part = form.args[parameter]?.text.slice(range?.start, range?.end) ?? '';
    return `${parameter} ${code.replace('console/', '')} "${part}": ${message}`;
  });
};

describe('a form for a call', () => {
  it('takes texts without quotes, and values like the console', () => {
    expect(read(send({ channel: text('it\'s "open"\n'), value: value("{'a': [1, None]}") }, { as: 'sent' }))).toEqual({
      op: 'send',
      as: 'sent',
      args: { channel: 'it\'s "open"\n', value: { a: [1, null] } },
    });
    expect(read(send({ channel: value('kid.name'), value: value(' 7 ') }, { on: 'context-1' }))).toEqual({
      op: 'send',
      on: 'context-1',
      args: { channel: { $ref: 'kid.name' }, value: 7 },
    });
    expect(read({ as: '', on: '', op: 'spawn', args: { items: value('  ') } })).toEqual({ op: 'spawn', args: {} });
  });

  it('reports a fault at its field', () => {
    expect(wrong({ as: '', on: '', op: '', args: {} })).toEqual([' no-operation "": Choose an operation first.']);
    expect(wrong(send({}))).toEqual([
      'channel missing-argument "": “channel” is needed.',
      'value missing-argument "": “value” is needed.',
    ]);
    expect(wrong(send({ channel: text('c'), value: value('[1, 2') }))).toEqual([
      'value unclosed "[": This bracket is not closed.',
    ]);
    expect(wrong(send({ channel: text('c'), value: value('1, channel="d"') }))).toEqual([
      expect.stringMatching(/^value more-text ", channel="d"": One value ends before this/),
    ]);
    expect(wrong(send({ channel: text('c'), value: value('Kid') }))).toEqual([
      expect.stringMatching(/^value unknown-name "Kid": .*“kid”/),
    ]);
    expect(
      wrong(send({ channel: value('3'), value: value('1'), size: value('2') }, { as: '1st', on: 'nobody' })),
    ).toEqual([
      expect.stringMatching(/^ bad-name/),
      expect.stringMatching(/^ unknown-object .*nobody/),
      expect.stringMatching(/^channel wrong-type "3"/),
      expect.stringMatching(/^size unknown-parameter/),
    ]);
  });

  it('is equal to its line after conversion in both directions', () => {
    const literal = fc.jsonValue({ maxDepth: 2 }).map((json) => value(JSON.stringify(json)));
    const anyForm = fc
      .record({
        as: fc.constantFrom('', 'x', 'größe_1'),
        on: fc.constantFrom('', 'kid', 'context-1'),
        args: fc.record({ channel: fc.string({ minLength: 1 }).map(text), value: literal }),
      })
      .map(({ as, on, args }): CallForm => send(args, { as, on }));
    fc.assert(
      fc.property(anyForm, (form) => {
        const line = lineOfForm(form, scope);
        const call = readForm(form, scope);
        expect(readCall(line, scope)).toEqual(call);
        const again = formOfLine(line, scope);
        expect(again.ok && readForm(again.value, scope)).toEqual(call);
        if (!call.ok) throw new Error('every such form is good');
        const printed = formOfLine(printCall(call.value, noetic), scope);
        expect(printed.ok && readForm(printed.value, scope)).toEqual(call);
      }),
    );
  });

  it('is filled from a line that only begins a call, and from one with positions', () => {
    const formOf = (line: string) => {
      const form = formOfLine(line, scope);
      return form.ok ? form.value : form.problem.map(({ code }) => code);
    };
    expect(formOf('')).toEqual({ as: '', on: '', op: '', args: {} });
    expect(formOf('x = kid.')).toEqual({ as: 'x', on: 'kid', op: '', args: {} });
    expect(formOf('ctx.send(')).toEqual({ as: '', on: '', op: 'send', args: {} });
    expect(formOf('ctx.sen')).toEqual({ as: '', on: '', op: '', args: {} });
    expect(formOf("context-1.send('c', kid.depth)")).toEqual(
      send({ channel: text('c'), value: value('kid.depth') }, { on: 'context-1' }),
    );
    expect(formOf('ctx.send("", 1)')).toMatchObject({ args: { channel: value('""') } });
    expect(formOf('ctx.send("c", 1, 2)')).toEqual(['console/extra-argument']);
    expect(formOf('ctx.dance(1)')).toEqual(['console/unknown-operation']);
    expect(formOf('ctx.send("c", [1')).toEqual(['console/unclosed']);
  });

  it('never throws, for any text', () => {
    const odd = fc.string({ unit: fc.constantFrom(...'ctx.set(=")\'[]{},: 1ab\\\n…-'.split('')) });
    fc.assert(
      fc.property(odd, odd, odd, (as, on, written) => {
        readForm(send({ channel: value(written), value: value(on) }, { as, on }), scope);
        formOfLine(written, scope);
        formOfLine(`ctx.send(${written}`, scope);
      }),
      { numRuns: 500 },
    );
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    expect(readForm(send({ channel: text('c'), value: value(deep) }), scope).ok).toBe(false);
  });
});
