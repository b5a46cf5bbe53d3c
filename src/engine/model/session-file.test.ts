import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../readers/read-document.ts';
import { isSame } from './equal.ts';
import type { Session } from './session.ts';
import { isSessionFile, readSessionFile, writeSessionFile } from './session-file.ts';
import { sessionOf } from './testing.ts';
import { Double, Unknown, type RecordValue, type Value } from './value.ts';

const conversation = sessionOf(`
  user: hi
  refund({"amount": 1200}) -> {"ok": true}
  agent (3+4): done
`);

function parsed(text: string): Value {
  const document = readDocument(text);
  if (!document.ok) throw new Error(document.problem.message);
  return document.value.value;
}

function again(session: Session): Session {
  const read = readSessionFile(parsed(writeSessionFile(session)));
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}

const problemOf = (file: Value) => {
  const read = readSessionFile(file);
  return read.ok ? null : read.problem.code;
};

const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Value[]>(
      null,
      true,
      'text',
      '__proto__',
      0,
      -7,
      2.5,
      Number.NaN,
      -Infinity,
      new Double(1),
      new Double(-0),
      new Double(1e300),
      new Unknown([['messages', 2, 'content']]),
      new Uint8Array([0, 255]),
      { $unknown: [['a']] },
      { $bytes: 'no' },
      { $double: 'NaN' },
      { $double: 'nobody' },
      { $record: {} },
    ),
    fc.array(fc.tuple(fc.integer(), tie('value')), { maxLength: 2 }).map((pairs) => new Map<Value, Value>(pairs)),
    fc.constantFrom(9007199254740993n, -9223372036854775808n),
    fc.string(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('value'), { maxKeys: 3 }),
  ),
})).value;

/** Wraps `end` in `depth` values, made by the functions of `wraps` in turn. */
function nestedIn(wraps: readonly ((value: Value) => Value)[], depth: number, end: Value): Value {
  let value = end;
  for (let level = 0; level < depth; level++) value = wraps[level % wraps.length]?.(value) ?? value;
  return value;
}

describe('a session file', () => {
  it('is read again as the session that was written', () => {
    expect(again(conversation)).toEqual(conversation);
    const noted = { ...conversation, notes: [{ severity: 'lost', code: 'x', message: 'y', place: 'z' }] } as const;
    expect(again(noted)).toEqual(noted);
  });

  it('keeps every value inside exactly: ints, doubles, 64-bit ints, hostile keys', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 4 }), (values) => {
        const events: RecordValue[] = values.map((args) => ({ type: 'anything', args }));
        const read = again({ ...conversation, events });
        expect(isSame(read.events as readonly Value[], events)).toBe(true); // events of a file are values
      }),
    );
  });

  it('is JSON that any program reads, whatever numbers are in it', () => {
    const events = [{ type: 'anything', args: [Number.NaN, -Infinity] }];
    const text = writeSessionFile({ ...conversation, events });
    expect(JSON.parse(text)).toMatchObject({ events: [{ args: [{ $double: 'NaN' }, { $double: '-Infinity' }] }] });
  });

  it('has one event a line, so that two can be compared by eye', () => {
    const lines = writeSessionFile(conversation).split('\n');
    expect(lines.filter((line) => line.startsWith('{"type":'))).toHaveLength(conversation.events.length);
  });

  it('is never too deep for the readers, however deep a value is and whatever tags it needs', () => {
    const wraps: readonly ((value: Value) => Value)[] = [
      (inner) => [inner],
      (inner) => ({ inner }),
      (inner) => ({ $unknown: inner }),
      (inner) => ({ $record: inner }),
      (inner) => new Map<Value, Value>([[1, inner]]),
    ];
    const inmost: readonly Value[] = ['end', [], {}, Number.NaN, new Uint8Array([1]), new Unknown([['a']])];
    // Built inside the property: printing a failing case of this depth would overflow the stack of the test library.
    const wrapsOf = fc.array(fc.nat(wraps.length - 1), { minLength: 1 });
    const depths = fc.integer({ min: 300, max: 2100 });
    fc.assert(
      fc.property(wrapsOf, depths, fc.nat(inmost.length - 1), fc.boolean(), (some, depth, end, isInHeader) => {
        const around = some.flatMap((index) => wraps[index] ?? []);
        const args = nestedIn(around, depth, inmost[end] ?? null);
        const events = [{ type: 'anything', args: isInHeader ? 1 : args }];
        const header = { ...conversation.header, ...(isInHeader && { args }) };
        const session: Session = { ...conversation, header, events };
        const text = writeSessionFile(session);
        const read = again(session); // the reader would refuse a file that is too deep
        expect(writeSessionFile(read)).toBe(text);
        // A note reports the cut, and nothing else differs.
        const isCut = read.notes.some(({ code }) => code === 'session-file/too-deep');
        expect(isCut).toBe(text.includes('"…"'));
      }),
      { numRuns: 60 },
    );
  });

  it('keeps the levels that readers accept, and notes the cut', () => {
    const withArgs = (depth: number): Session => ({
      ...conversation,
      events: [{ type: 'anything', args: nestedIn([(inner) => [inner]], depth, 'end') }],
    });
    // The arguments are inside the event, the list of events and the file.
    const whole = again(withArgs(1997));
    expect(whole.notes).toEqual([]);
    expect(whole.events).toEqual(withArgs(1997).events);
    expect(again(withArgs(1998)).notes).toMatchObject([{ severity: 'lost', code: 'session-file/too-deep' }]);
  });

  it('is recognised by its content', () => {
    expect(isSessionFile(parsed(writeSessionFile(conversation)))).toBe(true);
    expect(isSessionFile({ format: 'something else' })).toBe(false);
    expect(isSessionFile([])).toBe(false);
  });

  it('is refused with a sentence when it is damaged', () => {
    const file: RecordValue = {
      format: 'contextscope/session',
      version: 1,
      system: 'task',
      header: { title: 't' },
      events: [],
    };
    expect(problemOf(file)).toBeNull();
    expect(problemOf({ format: 'x' })).toBe('session-file/not-one');
    expect(problemOf({ ...file, version: null })).toBe('session-file/no-version');
    expect(problemOf({ ...file, version: 2 })).toBe('session-file/too-new');
    expect(problemOf({ ...file, system: 'other' })).toBe('session-file/malformed');
    expect(problemOf({ ...file, header: {} })).toBe('session-file/malformed');
    expect(problemOf({ ...file, events: {} })).toBe('session-file/malformed');
    expect(problemOf({ ...file, notes: [{ severity: 'loud' }] })).toBe('session-file/malformed');
  });

  it('of an older version is upgraded through every version since', () => {
    const upgraders = [
      (file: RecordValue): RecordValue => ({ ...file, events: file['turns'] ?? [], turns: null }),
      (file: RecordValue): RecordValue => ({ ...file, header: { title: file['name'] ?? '' } }),
    ];
    const oldest = { format: 'contextscope/session', version: 1, system: 'task', name: 'old', turns: [1] };
    expect(readSessionFile(oldest, upgraders)).toMatchObject({
      ok: true,
      value: { header: { title: 'old' }, events: [1] },
    });
    const older = { format: 'contextscope/session', version: 2, system: 'task', name: 'old', events: [2] };
    expect(readSessionFile(older, upgraders)).toMatchObject({ ok: true, value: { events: [2] } });
  });
});
