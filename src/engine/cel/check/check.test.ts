import { describe, expect, test } from 'vitest';
import type { SpecificationHookId } from '../../model/hooks.ts';
import type { Value } from '../../model/value.ts';
import { check, checkTypes } from './check.ts';
import { contextType } from '../declarations/context.ts';
import { languageAt } from '../declarations/language.ts';
import type { Language } from '../declarations/language.ts';
import { parse } from '../parse/parse.ts';
import { shapeOf } from '../types/shape.ts';
import { formatType, parseType } from '../types/text.ts';
import type { Type } from '../types/types.ts';

const context: Value = {
  agent: { name: 'support', namespace: 'prod', started_at: '2026-05-20T03:00:00Z' },
  user: { id: 'u-1', email: null },
  llm: { model: 'gemini', tokens: { total: 300, prompt: 250, completion: 50 } },
  _history: { turns: ['input', 'llm', 'capability', 'llm'], turn_count: 4 },
  input: [{ message: [{ mimeType: 'text/plain', text: 'status?' }], ticket_id: 'T-1' }],
  output: [{ message: [{ mimeType: 'text/plain', text: 'open' }] }],
  capabilities: {
    _meta: { invocations: ['fetch_ticket'], count: 1, delegation_count: 0 },
    fetch_ticket: { count_successful: 1, count_errored: 0, inputs: [{ id: 'T-1' }], outputs: [{ status: 'open' }] },
  },
};

/** The language of a hook in a session that called a refund, and whose results have a status. */
function languageOf(hook: SpecificationHookId): Language {
  return languageAt(hook, {
    expects: 'bool',
    types: new Map([
      ['context', contextType(shapeOf([context]))],
      ...(hook.startsWith('middleware') ? duringRefund : []),
    ]),
  });
}

const duringRefund = [
  [
    'input',
    shapeOf([
      { amount: 1200, recipient: 'x@other' },
      { amount: 5, recipient: 'y', note: 'hi' },
    ]),
  ],
  ['output', shapeOf([{ status: 'open' }, { status: 'closed' }])],
] as const;

/** Prints each diagnostic as `severity code [marked text] sentence`. */
function diagnosticLines(text: string, hook: SpecificationHookId = 'middleware.after'): readonly string[] {
  return check(parse(text).expr, languageOf(hook)).map(
    ({ severity, code, message, range }) =>
      `${severity} ${code.replace('cel/', '')} [${text.slice(range.start, range.end)}] ${message}`,
  );
}

describe('names', () => {
  test('a variable of another hook is refused with the specificationHooks that have it', () => {
    expect(diagnosticLines('output.status == "open"', 'guardrail.before')).toEqual([
      'error not-in-scope [output] `output` does not exist at guardrail.before; it does at turn, guardrail.after and middleware.after.',
    ]);
  });

  test('so is a short name that middleware alone has', () => {
    expect(diagnosticLines('i.message == []', 'guardrail.before')).toEqual([
      'error not-in-scope [i] `i` does not exist at guardrail.before; it does at middleware.before and middleware.after. Write `input`: only the specification’s repository defines the short name here, its page does not.',
    ]);
  });

  test('and a function', () => {
    expect(diagnosticLines('review("ann")', 'guardrail.before')[0]).toMatch(
      /^error not-in-scope \[review\] .* middleware\.before, middleware\.after and tool-expression\.$/,
    );
    expect(diagnosticLines('mount.read("a.txt") == ""', 'binding')[0]).toMatch(
      /^error not-in-scope \[mount\] .* tool-expression\.$/,
    );
  });

  test('a script has no context, and says where it is', () => {
    expect(diagnosticLines('context.llm.model == ""', 'script')[0]).toMatch(/^error not-in-scope \[context\]/);
  });

  test.each([
    ['contxt.llm.model == ""', '[contxt] There is no variable `contxt` here; did you mean `context`?'],
    ['llm.model == ""', '[llm] There is no variable `llm` here; did you mean `context.llm`?'],
    [
      'zebra == 1',
      '[zebra] There is no variable `zebra` at middleware.after, which has `context`, `input`, `output` and `now`: a field is written `input.zebra`, a text `"zebra"`.',
    ],
    ['input.amount == None', '[None] CEL has no `None`; write `null`.'],
    ['math > 1', '[math] `math` is a group of functions, such as `math.greatest`.'],
    ['size == 1', '[size] `size` is a function: call it, as in `size(value)`.'],
  ])('%s: a variable that does not exist', (text, sentence) => {
    expect(diagnosticLines(text)).toEqual([`error unknown-variable ${sentence}`]);
  });

  test.each([
    ['input.recipient.startswith("a")', '[startswith] There is no function `startswith`; did you mean `startsWith`?'],
    [
      'float(input.amount) > 1.5',
      '[float] `float` is not a CEL function: write `double(input.amount)` for a number with a fraction.',
    ],
    ['len(input.recipient) > 1', '[len] `len` is not a CEL function: write `size(input.recipient)`.'],
    ['math.flor(1.5) == 1.0', '[math.flor] There is no function `math.flor`; did you mean `math.floor`?'],
    ['input()', '[input] `input` is a variable, not a function: leave the brackets out.'],
  ])('%s: a function that does not exist', (text, sentence) => {
    expect(diagnosticLines(text)).toEqual([`error unknown-function ${sentence}`]);
  });

  test('a variable that a macro binds exists only inside the macro', () => {
    expect(diagnosticLines('context.input.exists(item, item.ticket_id == "T-1")')).toEqual([]);
    expect(diagnosticLines('context.input.exists(item, true) && item == 1')).toHaveLength(1);
  });
});

describe('types', () => {
  test.each([
    [
      'context.llm.tokens.total * 1.5 > 2.0',
      'error no-overload [context.llm.tokens.total] `*` is not defined for int and double: write `double(context.llm.tokens.total)`.',
    ],
    [
      'context.llm.tokens.total == 1.0',
      'warning mixed-numbers [1.0] `==` is not defined for int and double in cel-go, which refuses such a rule: write `1`.',
    ],
    [
      'context.llm.tokens.total > 2u',
      'warning mixed-numbers [2u] `>` is not defined for int and uint in cel-go, which refuses such a rule: write `2`.',
    ],
    [
      'now > timestamp("2026-01-01T00:00:00Z")',
      'error no-overload [now] `>` is not defined for string and timestamp: write `timestamp(now)`.',
    ],
    [
      'duration(context.llm.tokens.total) > duration("1s")',
      'error no-overload [context.llm.tokens.total] `duration` takes duration or string here, and this is an int.',
    ],
    [
      'context.llm.model.startsWith(4)',
      'error no-overload [4] `startsWith` takes string here, and this is an int: write `string(4)`.',
    ],
    [
      '"gem" in context.llm.model',
      'error no-overload [context.llm.model] `in` searches lists and maps, and this is a string: write `context.llm.model.contains("gem")`.',
    ],
    [
      'startsWith(context.llm.model, "a")',
      'error wrong-arguments [startsWith] `startsWith` is called as a method: write `context.llm.model.startsWith(…)`.',
    ],
    [
      'context.llm.model.contains()',
      'error wrong-arguments [contains] `contains` takes 1 argument, and 0 are given: `string.contains(text: string): bool`.',
    ],
    [
      'context.input.message == []',
      'error no-field [message] `context.input` is a list, and `message` a field of its elements: write `context.input[0].message`, or `context.input.exists(x, x.message …)`.',
    ],
    [
      'context.input.length > 1',
      'error no-field [length] `context.input` is a list, which has no fields: write `size(context.input)`.',
    ],
    [
      'context.llm.model && true',
      'error no-overload [context.llm.model] Each side of `&&` needs a bool, and this is a string: compare it with something.',
    ],
    [
      'context.llm.model.exists(x, true)',
      'error no-overload [context.llm.model] `exists` iterates over a list or a map, and this is a string: search a text with `contains` or `matches`.',
    ],
    [
      'context.llm.model.name == "a"',
      'error no-field [name] `context.llm.model` is a string, which has no fields such as `name`: use it as it is.',
    ],
    [
      'context.llm.model.matc',
      'error no-field [matc] `context.llm.model` is a string, which has no fields such as `matc`; did you mean the method `matches()`?',
    ],
    [
      '-context.llm.model > 1',
      'error no-overload [-] `-` needs an int or a double, and this is a string: write `-double(context.llm.model)`.',
    ],
    [
      '"a" in context.llm.tokens.total',
      'error no-overload [context.llm.tokens.total] `in` searches lists and maps, and this is an int: compare with `==`.',
    ],
    [
      'context.llm.tokens.total.startsWith("3")',
      'error no-overload [startsWith] `startsWith` works on string, and this is an int: write `string(context.llm.tokens.total).startsWith(…)`.',
    ],
    [
      'context.llm.tokens.total.optMap(x, x).hasValue()',
      'error no-overload [context.llm.tokens.total] `optMap` needs an optional here, and this is an int: read it with `.?`, as in `x.?key`, or wrap it in `optional.of(…)`.',
    ],
    [
      'C.user == null',
      'error unknown-variable [C] There is no variable `C` here; did you mean `c`, which is short for `context`?',
    ],
    [
      'Refund{amount: input.amount} == null',
      'error no-messages [Refund] There are no message types here, so `Refund{…}` cannot be made; write a map such as `{"key": value}`.',
    ],
  ])('%s', (text, sentence) => {
    expect(diagnosticLines(text)[0]).toBe(sentence);
  });

  test('the marked part is the operand to change, not the whole comparison', () => {
    expect(diagnosticLines('input.amount > 3 && context.llm.tokens.total * 1.5 > 2.0')[0]).toMatch(
      /\[context\.llm\.tokens\.total\]/,
    );
  });

  test('a mismatch with this session’s data alone is a warning, because other sessions may differ', () => {
    expect(diagnosticLines('input.amount * 1.5 > 2.0')).toEqual([
      'warning no-overload [input.amount] `*` is not defined for int and double: write `double(input.amount)`.',
    ]);
    expect(diagnosticLines('input.amount > 1.5')).toEqual([]);
    expect(diagnosticLines('input.amount == null')[0]).toMatch(/^hint never-equal/);
  });

  test('a place that is null or text fits wherever either does', () => {
    expect(diagnosticLines('context.user.email != null && context.user.email.endsWith("@example.com")')).toEqual([]);
  });
});

describe('keys', () => {
  test('a key that never occurs is a warning with a similar key', () => {
    expect(diagnosticLines('input.amout > 3')).toEqual([
      'warning unknown-key [amout] `amout` never occurs in `input` in this session; did you mean `amount`?',
    ]);
    expect(diagnosticLines('context.capabilities["zendesk"].count_errored > 0')).toEqual([
      'warning unknown-key ["zendesk"] `zendesk` never occurs in `context.capabilities` in this session; its keys are `_meta` and `fetch_ticket`.',
    ]);
  });

  test.each([
    'has(context.capabilities.refund) && context.capabilities.refund.count_errored > 0',
    '"refund" in context.capabilities && context.capabilities["refund"].count_errored > 0',
    'context.capabilities.?refund.hasValue() && context.capabilities.refund.count_errored > 0',
  ])('%s: no warning for a missing key that the rule tests first', (text) => {
    expect(diagnosticLines(text)).toEqual([]);
  });

  test('a key similar to a declared one is a warning, whatever the session shows', () => {
    const found = check(parse('context.llm.tokens.totl > 5').expr, languageAt('guardrail.before'));
    expect(found.map(({ severity, message }) => `${severity} ${message}`)).toEqual([
      'warning `totl` is not among the known keys in `context.llm.tokens`; did you mean `total`?',
    ]);
  });

  test('a test for a key that is similar to a known one is a hint', () => {
    expect(diagnosticLines('has(input.amoun)')).toEqual([
      'hint unknown-key [amoun] `amoun` never occurs in this session; did you mean `amount`?',
    ]);
    expect(diagnosticLines('"fetch_tickt" in context.capabilities')[0]).toMatch(/did you mean "fetch_ticket"\?$/);
  });

  test('the milliseconds of a duration have two definitions', () => {
    expect(diagnosticLines('(timestamp(now) - timestamp("2026-05-20T03:00:00Z")).getMilliseconds() < 500')).toEqual([
      'hint part-of-second [getMilliseconds] These are the milliseconds beyond whole seconds, 0 to 999; cel-go counts the whole length. To test a length, compare it with another one: `… < duration("1.5s")`.',
    ]);
    expect(diagnosticLines('timestamp(now).getMilliseconds() < 500')).toEqual([]);
  });

  test('a list has no negative index', () => {
    expect(diagnosticLines('context.input[-1].ticket_id == "T-1"')).toEqual([
      'warning negative-index [-1] A list has no negative index; to count from the end, write `context.input[size(context.input) - 1]`.',
    ]);
    expect(diagnosticLines('context.input[-2].ticket_id == "T-1"')).toEqual([
      expect.stringContaining('size(context.input) - 2]`'),
    ]);
  });

  test('a single input is not a list: the index must be removed', () => {
    expect(diagnosticLines('size(input[0].message) > 1', 'guardrail.before')).toEqual([
      'error not-a-list [0] `input` is one record here, not a list: write `input.message`.',
    ]);
  });

  test('`c.cap` is short for the capabilities, `context.cap` is not', () => {
    expect(diagnosticLines('c.cap.fetch_ticket.outputs[0].status == "open"')).toEqual([]);
    expect(diagnosticLines('context.cap.fetch_ticket.count_errored == 0')).toEqual([
      'warning unknown-key [cap] `cap` never occurs in `context` in this session; did you mean `capabilities`?',
    ]);
  });
});

describe('legal code that the author hardly meant', () => {
  test('null differs from the empty text', () => {
    expect(diagnosticLines('context.user.email != ""')).toEqual([
      'hint null-or-empty [""] `context.user.email` is null when it is not known, and null differs from "": write `context.user.email != null`.',
    ]);
    expect(diagnosticLines('context.user.email != null && context.user.email != ""')).toEqual([]);
  });

  test('the size of a message counts its parts', () => {
    expect(diagnosticLines('size(input.message) < 50000', 'guardrail.before')).toEqual([
      'hint counts-parts [size(input.message)] This counts the parts of the message, not its characters; for its length write `size(input.message[0].text)`.',
    ]);
    expect(diagnosticLines('size(input.message) < 3', 'guardrail.before')).toEqual([]);
    expect(diagnosticLines('size(input.message[0].text) < 50000', 'guardrail.before')).toEqual([]);
  });

  test('an assert should be true or false, in each of its branches', () => {
    expect(diagnosticLines('input.amount')).toEqual([
      'warning not-boolean [input.amount] A rule at middleware.after should yield true or false, and this is an int: compare it with something.',
    ]);
    expect(diagnosticLines('input.amount > 1 ? true : "no"').at(-1)).toMatch(/^warning not-boolean \["no"\]/);
  });

  test.each([
    ['true', 'hint constant [true]'],
    ['1 + 1 == 2', 'hint constant [1 + 1 == 2]'],
    ['input.amount > 3 || true', 'hint decided [true] `|| true` makes the whole expression true'],
    ['input.amount > 3 && true', 'hint decided [true] `&& true` changes nothing.'],
    ['input.amount == input.amount', 'hint decided [input.amount == input.amount]'],
    [
      'output.status == "opne"',
      'hint unseen-value ["opne"] "opne" is not among the values seen here; did you mean "open"?',
    ],
    ['output.status in ["open", "closd"]', 'hint unseen-value ["closd"]'],
  ])('%s', (text, beginning) => {
    expect(diagnosticLines(text)).toHaveLength(1);
    expect(diagnosticLines(text)[0]).toContain(beginning);
  });

  test.each([
    ['input.recipient.matches("(")', 'error bad-pattern ["("]'],
    ['regex.replace(input.recipient, "[", "") == ""', 'error bad-pattern ["["]'],
    ['regex.replace(input.recipient, "(a)", r"\\2") == ""', 'error bad-literal [r"\\2"]'],
    ['regex.extractAll(input.recipient, "(a)(b)") == []', 'error bad-pattern ["(a)(b)"]'],
    ['timestamp(now) > timestamp("yesterday")', 'error bad-literal ["yesterday"]'],
    ['timestamp(now) - timestamp(now) < duration("5 minutes")', 'error bad-literal ["5 minutes"]'],
  ])('%s: a literal that is never valid', (text, beginning) => {
    expect(diagnosticLines(text)[0]).toContain(beginning);
  });

  test.each([
    ['1 < input.amount < 5', 'comparison-chain'],
    ['input.amount > 5 ? input.recipient == "x" : "no"', 'mixed-branches'],
    ['has(context.user.email)', 'null-under-has'],
    ['context.agent.started_at + "1h" < now', 'text-for-time'],
  ])('%s has the code %s', (text, code) => {
    expect(check(parse(text).expr, languageOf('middleware.after')).map((one) => one.code)).toContain(`cel/${code}`);
  });

  test('the starter rules of the specification have no diagnostics', () => {
    for (const text of [
      'context.capabilities.fetch_ticket.count_successful < 20',
      'input.amount <= 1000 || input.recipient.endsWith("@example.com")',
      'context._history.turns.filter(t, t == "llm").size() < 10',
      'context.capabilities.fetch_ticket.outputs.last().status == "open"',
      'output.put("checked", true).checked',
      'timestamp(now) - timestamp(context.agent.started_at) < duration("2h")',
    ]) {
      expect([text, diagnosticLines(text)]).toEqual([text, []]);
    }
  });
});

describe('requirements of a call beside its types', () => {
  test.each([
    ['"%d".format([input.recipient]) == ""', 'warning never-works [input.recipient] `%d` takes int, uint or double'],
    [
      '"%d %s".format([input.amount]) == ""',
      'error never-works [[input.amount]] The format has 2 clauses, and 1 value is given.',
    ],
    [
      'math.greatest([]) > 1',
      'error never-works [[]] `math.greatest` needs at least one number, and this list is empty.',
    ],
    ['input.recipient == json.decode("{")', 'error bad-literal ["{"]'],
    ['{[input.amount]: 1}.size() > 0', 'error never-works [[input.amount]] The key of a map'],
  ])('%s', (text, beginning) => {
    expect(diagnosticLines(text)[0]).toContain(beginning);
  });

  test('a value of any type is checked at run time', () => {
    expect(diagnosticLines('"%d".format([json.decode(input.recipient)]) == "1"')).toEqual([]);
    expect(diagnosticLines('[input.amount].sortBy(x, json.decode("1"))[0] == 1')).toEqual([]);
    expect(diagnosticLines('context.capabilities.fetch_ticket.outputs.last().?status.orValue("") == "open"')).toEqual(
      [],
    );
  });
});

describe('as cel-go’s checker', () => {
  function strictly(text: string, types: Readonly<Record<string, string>> = {}) {
    const variables = new Map<string, Type>();
    for (const [name, type] of Object.entries(types)) variables.set(name, parseType(type) ?? { kind: 'dyn' });
    const { diagnostics, type } = checkTypes(parse(text).expr, { variables, unknownNames: 'dyn' });
    return diagnostics.length > 0 ? diagnostics.map(({ severity }) => severity).join() : formatType(type);
  }

  test('types that differ do not compare', () => {
    expect(strictly('1 == 1.0')).toBe('error');
    expect(strictly('1 < 1.0')).toBe('error');
    expect(strictly('true ? 1 : "a"')).toBe('error');
    expect(strictly('dyn(1) == 1.0')).toBe('bool');
  });

  test('declared variables have their types, others any type', () => {
    expect(strictly('x.map(e, e * 2)', { x: 'list(int)' })).toBe('list(int)');
    expect(strictly('x.map(e, e * 2.0)', { x: 'list(int)' })).toBe('error');
    expect(strictly('y.map(e, e * 2.0)')).toBe('list(double)');
    expect(strictly('x["a"]', { x: 'map(string, google.protobuf.Timestamp)' })).toBe('google.protobuf.Timestamp');
  });

  test.each([
    ['"abc".reverse()', 'string'],
    ['[1, 2].reverse()', 'list(int)'],
    ['[[1], [2]].flatten()', 'list(int)'],
    ['[1, [2]].flatten()', 'list(dyn)'],
    ['{"a": optional.of(1)}.?a', 'optional_type(optional_type(int))'],
    ['{"a": optional.of(1)}.?a.value().value()', 'int'],
    ['{"a": {"b": optional.of(1)}}.?a.?b.orValue(optional.none()).orValue(2)', 'int'],
    ['optional.of(optional.of([1]))[0]', 'optional_type(optional_type(int))'],
    ['optional.of(optional.of({"a": 1})).a', 'optional_type(optional_type(int))'],
    ['int(duration("1s"))', 'int'],
    ['math.greatest([1, 2.0])', 'dyn'],
    ['math.least(1, 2u, 3.0)', 'dyn'],
    ['"%s %d %b %x".format([[{"a": 1}], 1u, true, b"a"])', 'string'],
    ['"%d".format([x])', 'string'],
    ['[{"a": 1}].sortBy(e, e.a)', 'list(map(string, int))'],
    ['json.decode("{}").a', 'dyn'],
    ['json.encode([1])', 'string'],
  ])('%s is %s', (text, type) => {
    expect(strictly(text)).toBe(type);
  });

  test.each([
    'duration(1)',
    '[{"a": 1}].sortBy(e, e)',
    '[1].sortBy(e, [e])',
    '{"a": 1}.sortBy(e, e)',
    '[1].transformMapEntry(i, e, e)',
    '[1].flatten()',
    'math.greatest([])',
    'math.least([])',
    'math.greatest([1, "a"])',
    'math.least(1, 2, "a")',
    '"%q".format([1])',
    '"%".format([1])',
    '"%.f".format([1.0])',
    '"%.101f".format([1.0])',
    '"%d %d".format([1])',
    '"%d".format([1, 2])',
    '"%d".format(["1"])',
    '"%f".format([true])',
    '"%o".format([1.5])',
    '"%x".format([1.5])',
    '"%b".format(["1"])',
    '"%s".format([optional.of(1)])',
  ])('%s is refused', (text) => {
    expect(strictly(text)).toBe('error');
  });

  test('`last` is CEL’s own, which returns an optional', () => {
    expect(strictly('[1].last()')).toBe('optional_type(int)');
  });

  test.each(['list(int)', 'map(string, dyn)', 'google.protobuf.Duration', 'optional_type(list(string))', 'null_type'])(
    '%s is read and printed alike',
    (text) => {
      expect(formatType(parseType(text) ?? { kind: 'dyn' })).toBe(text);
    },
  );

  test.each(['', 'list(', 'list(int', 'map(int)', 'int(int)', 'a b', `${'list('.repeat(100)}int${')'.repeat(100)}`])(
    '`%s` is no type',
    (text) => {
      expect(parseType(text)).toBeUndefined();
    },
  );
});
