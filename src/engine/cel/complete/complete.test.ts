import { describe, expect, test } from 'vitest';
import type { SpecificationHookId, SpecificationVariable } from '../../model/hooks.ts';
import { Unknown } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { complete } from './complete.ts';
import type { Completion } from './complete.ts';
import { contextType } from '../declarations/context.ts';
import { languageAt } from '../declarations/language.ts';
import { shapeOf } from '../types/shape.ts';
import type { Type } from '../types/types.ts';

const context: Value = {
  user: { id: 'u-1', email: null },
  llm: { model: 'gemini', tokens: { total: 300, prompt: 250, completion: 50 } },
  input: [{ message: [{ mimeType: 'text/plain', text: 'status?' }], ticket_id: 'T-1' }],
  capabilities: {
    _meta: { invocations: ['fetch_ticket'], count: 1, delegation_count: 0 },
    'odd-key': { count_successful: 0 },
    fetch_ticket: { count_successful: 1, inputs: [{ id: 'T-1' }], outputs: [{ status: 'open' }] },
  },
};
const input: Value = { amount: 1200, recipient: 'x@other' };

const types = new Map<SpecificationVariable, Type>([
  ['context', contextType(shapeOf([context]))],
  ['input', shapeOf([input, { amount: 5, recipient: 'y', note: 'hi' }])],
  ['output', shapeOf([{ status: 'open' }, { status: 'closed' }])],
]);

/** `|` marks the cursor. */
function proposed(marked: string, hook: SpecificationHookId = 'middleware.after'): readonly Completion[] {
  const offset = marked.indexOf('|');
  const values = new Map<string, Value>([
    ['context', context],
    ['input', input],
    ['output', { status: 'open' }],
  ]);
  const data = { current: (name: string) => values.get(name) };
  return complete(marked.replace('|', ''), offset, languageAt(hook, { types, expects: 'bool' }), data);
}

const labels = (marked: string, hook?: SpecificationHookId): readonly string[] =>
  proposed(marked, hook).map(({ label }) => label);

/** The text after the first proposal with that label is accepted. */
function afterAccepting(marked: string, label: string): string {
  const text = marked.replace('|', '');
  const found = proposed(marked).find((one) => one.label === label);
  if (found === undefined) throw new Error(`${label} is not proposed at ${marked}`);
  return text.slice(0, found.range.start) + found.insert + text.slice(found.range.end);
}

describe('names', () => {
  test('begin with the variables of the hook, then their short names', () => {
    expect(labels('!|').slice(0, 7)).toEqual(['context', 'input', 'output', 'now', 'c', 'i', 'o']);
    expect(labels('!|', 'binding').slice(0, 2)).toEqual(['context', 'c']);
    expect(labels('|', 'guardrail.before')).not.toContain('output');
  });

  test('are filtered by the typed text, ignoring case', () => {
    expect(labels('con|')[0]).toBe('context');
    expect(labels('input.amount > 3 && CON|')[0]).toBe('context');
    expect(afterAccepting('con|', 'context')).toBe('context');
    expect(afterAccepting('input.amount > 3 && con|t.x', 'context')).toBe('input.amount > 3 && context.x');
  });

  test('include functions of the hook and of the language, and no operators', () => {
    expect(labels('|')).toEqual(expect.arrayContaining(['review', 'size', 'math.abs', 'has', 'cel.bind', 'true']));
    expect(labels('|')).not.toContain('_+_');
    expect(labels('math.flo|')).toEqual(['floor']);
    expect(labels('mount.|', 'tool-expression')).toEqual(['read', 'write']);
  });

  test('are not proposed where no operand is possible', () => {
    expect(labels('input.amount |')).toContain('&&');
    expect(labels('input.amount |')).not.toContain('context');
    expect(labels('input.amount > 12|')).toEqual([]);
    expect(labels('true // and con|')).toEqual([]);
    expect(labels('"con|"')).toEqual([]);
  });

  test('are not proposed by the quote that closes a text', () => {
    expect(labels('input.recipient == "x"|')).toEqual([]);
    expect(labels('input.recipient == "x" |')).toContain('&&');
  });
});

describe('fields', () => {
  test('come before methods, with type, current value, and how often they occur', () => {
    expect(proposed('input.|').slice(0, 3)).toMatchObject([
      { label: 'amount', kind: 'field', detail: 'int = 1200', about: '' },
      { label: 'recipient', kind: 'field', detail: 'string = "x@other"', about: '' },
      { label: 'note', kind: 'field', detail: 'string', about: 'Occurs in 1 of 2.' },
    ]);
    expect(proposed('context.llm.tokens.to|')[0]).toMatchObject({
      label: 'total',
      detail: 'int = 300',
      about: 'Prompt and completion tokens of all model calls so far.',
    });
  });

  test.each([
    ['c.cap.fetch_ticket.outputs[0].|', 'status'],
    ['context.capabilities["fetch_ticket"].|', 'count_successful'],
    ['context.capabilities.fetch_ticket.outputs.exists(o, o.|', 'status'],
    ['context.input.exists(i, i.message.exists(p, p.te|)) && true', 'text'],
    ['context.input.all(n, item, item.tick|', 'ticket_id'],
    ['cel.bind(first, context.input[0], first.tick|', 'ticket_id'],
    ['(context.input + context.input)[0].|', 'message'],
    ['context.input.filter(x, true).map(y, y.|', 'message'],
    ['context.input[0].?tick|', 'ticket_id'],
    ['has(input.am|', 'amount'],
    ['(((input.am|', 'amount'],
    ['i.am|', 'amount'],
    ['"a" == [ context.user.id, input.rec|', 'recipient'],
  ])('%s proposes %s', (marked, label) => {
    expect(labels(marked)[0]).toBe(label);
  });

  test('a key that is no name is written in brackets', () => {
    expect(afterAccepting('context.capabilities.|', '.odd-key')).toBe('context.capabilities["odd-key"]');
    expect(afterAccepting('context.capabilities.od|', '.odd-key')).toBe('context.capabilities["odd-key"]');
  });

  test('keys are proposed in brackets, in the quotes that were begun', () => {
    expect(labels('context.capabilities["|')).toEqual(['"odd-key"', '"fetch_ticket"', '"_meta"']);
    // The closing bracket is replaced too, so that the caret ends up behind it.
    expect(proposed('context.capabilities["fe|"] == 1')[0]).toMatchObject({
      insert: '"fetch_ticket"]',
      range: { start: 21, end: 26 },
    });
    expect(afterAccepting('context.capabilities["fe|', '"fetch_ticket"')).toBe('context.capabilities["fetch_ticket"]');
    expect(afterAccepting('context.capabilities["fe|"] == 1', '"fetch_ticket"')).toBe(
      'context.capabilities["fetch_ticket"] == 1',
    );
    expect(afterAccepting("context.capabilities['|", "'odd-key'")).toBe("context.capabilities['odd-key']");
    expect(labels('context.capabilities[?"o|"]')).toEqual(['"odd-key"']);
  });

  test('a variable of another hook has none here', () => {
    expect(labels('output.|', 'guardrail.before')).toEqual([]);
  });

  test('a value that the recording lacks is marked as such', () => {
    const data = { current: () => ({ total: new Unknown([['context', 'llm', 'tokens', 'total']]) }) };
    const language = languageAt('turn', { types: new Map([['input', shapeOf([{ total: 1 }])]]) });
    expect(complete('input.', 6, language, data)[0]?.detail).toBe('int, not in the recording');
  });

  test('a value that only the cursor turn has is known by its keys', () => {
    const data = { current: () => ({ fresh: 1 }) };
    const language = languageAt('turn', { types: new Map([['input', { kind: 'dyn' }]]) });
    expect(complete('input.', 6, language, data)[0]).toMatchObject({ label: 'fresh', detail: 'any type = 1' });
  });
});

describe('methods', () => {
  test('are those of the value’s type', () => {
    expect(labels('input.recipient.|')).toContain('startsWith');
    expect(labels('input.recipient.|')).not.toContain('exists');
    expect(labels('context.input.|')).toEqual(expect.arrayContaining(['exists', 'size', 'last', 'sortBy']));
    expect(labels('timestamp(now).|')).toContain('getHours');
    expect(labels('context.?user.|')).toEqual(expect.arrayContaining(['email', 'orValue', 'optMap']));
  });

  test('are written as far as they can be known', () => {
    expect(afterAccepting('input.recipient.sta|', 'startsWith')).toBe('input.recipient.startsWith($1)$0');
    expect(afterAccepting('input.recipient.si|', 'size')).toBe('input.recipient.size()$0');
    expect(afterAccepting('input.recipient.sta|("x")', 'startsWith')).toBe('input.recipient.startsWith("x")');
    expect(afterAccepting('context.input.ex|', 'exists')).toBe('context.input.exists(${1:x}, $2)$0');
    expect(afterAccepting('cel.bi|', 'bind')).toBe('cel.bind(${1:name}, $2, $3)$0');
    expect(afterAccepting('ha|', 'has')).toBe('has($1)$0');
  });

  test('a macro within a macro binds another name', () => {
    expect(afterAccepting('context.input.exists(x, x.message.ex|', 'exists')).toBe(
      'context.input.exists(x, x.message.exists(${1:y}, $2)$0',
    );
  });
});

describe('proposals that would be in the way', () => {
  test.each(['context.input.exists(|', 'context.input.exists(m|', 'cel.bind(v|', 'context.user.transformMap(k|'])(
    'nothing is proposed for a new variable name: %s',
    (marked) => {
      expect(labels(marked)).toEqual([]);
    },
  );

  test('the second name of a macro with two variables is a new name too, but a condition is not', () => {
    expect(labels('context.user.transformMap(k, v|')).toEqual([]);
    expect(labels('context.input.exists(m, m|')[0]).toBe('m');
    expect(labels('has(inp|')[0]).toBe('input');
    expect(labels('math.greatest(inp|')[0]).toBe('input');
  });

  test('the only proposal disappears once its text is typed', () => {
    expect(labels('input.amount > 3 && fals|')).toEqual(['false']);
    expect(labels('input.amount > 3 && false|')).toEqual([]);
    expect(labels('input.amount|')).toEqual([]);
    expect(labels('inp|ut.amount')[0]).toBe('input');
  });

  test('whole rules are proposed while their title is typed, but not while a name is typed', () => {
    expect(labels('lim|')).toContain('limit a number');
    expect(proposed('input.amount > 3 && am|').filter(({ kind }) => kind === 'snippet')).toEqual([]);
  });

  test('keys that belong to the recording come after those of the session', () => {
    expect(labels('context.capabilities.|').slice(0, 3)).toEqual(['.odd-key', 'fetch_ticket', '_meta']);
  });
});

test('a field is found by its own name, without its variable', () => {
  expect(afterAccepting('am|', 'input.amount')).toBe('input.amount');
  expect(labels('a|')).not.toContain('input.amount');
  expect(labels('context.input.exists(input, am|')).not.toContain('input.amount');
});

describe('values', () => {
  test('that occur in the session are proposed to compare with, the one at the cursor first', () => {
    expect(proposed('output.status == |').slice(0, 2)).toMatchObject([
      { label: '"open"', kind: 'value', detail: 'at the cursor' },
      { label: '"closed"', kind: 'value', detail: 'in this session' },
    ]);
  });

  test.each([
    ['output.status == "|', ['"open"', '"closed"']],
    ['output.status != "cl|"', ['"closed"']],
    ["output.status == '|", ["'open'", "'closed'"]],
    ['output.status in ["|', ['"open"', '"closed"']],
    ['output.status in ["open", "|"]', ['"open"', '"closed"']],
    ['input.recipient.startsWith("|', ['"x@other"', '"y"']],
    ['context.capabilities.fetch_ticket.outputs.exists(o, o.status == "|', ['"open"']],
  ])('%s proposes %j', (marked, expected) => {
    expect(labels(marked)).toEqual(expected);
  });

  test('a number or null fits where no quote was begun', () => {
    expect(labels('input.amount > |').slice(0, 2)).toEqual(['1200', '5']);
    expect(labels('context.user.email != |')[0]).toBe('null');
  });

  test('replace the whole literal', () => {
    expect(afterAccepting('output.status == "cl|"', '"closed"')).toBe('output.status == "closed"');
    expect(afterAccepting('output.status == "|', '"open"')).toBe('output.status == "open"');
  });
});
