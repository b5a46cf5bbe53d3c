import { describe, expect, test } from 'vitest';
import { celSyntax } from './celSyntax.ts';

type Action = string | { readonly cases: { readonly [guard: string]: string } };
type Rule = readonly [RegExp, Action | readonly Action[], string?];

// `CodeSyntax` leaves its grammar untyped; this is the shape that celSyntax gives it.
const grammar = celSyntax.grammar as {
  readonly [list: string]: unknown;
  readonly tokenizer: { readonly [state: string]: readonly Rule[] };
};

/** The part of Monarch that the grammar uses: line by line, the first matching rule wins, with a stack of states. */
function tokens(text: string): readonly string[] {
  const found: string[] = [];
  const stack = ['root'];
  for (const line of text.split('\n')) {
    for (let at = 0; at < line.length;) {
      const [rule, match] = firstMatch(stack.at(-1) ?? 'root', line.slice(at));
      const [, action, next] = rule;
      const groups = Array.isArray(action) ? match.slice(1) : [match[0]];
      for (const [index, part] of groups.entries()) {
        const kind = kindOf(Array.isArray(action) ? action[index] : action, match[0], match.slice(1));
        if (part !== '' && kind !== '') found.push(`${kind} ${part}`);
      }
      if (next === '@pop') stack.pop();
      else if (next !== undefined) stack.push(next.slice(1));
      at += match[0].length;
    }
  }
  return found;
}

function firstMatch(state: string, rest: string): readonly [Rule, RegExpMatchArray] {
  for (const rule of grammar.tokenizer[state] ?? []) {
    const match = rest.match(new RegExp(`^(?:${rule[0].source})`));
    if (match !== null) return [rule, match];
  }
  throw new Error(`nothing matches ${JSON.stringify(rest)} in ${state}`);
}

function kindOf(action: Action | undefined, word: string, groups: readonly string[]): string {
  if (action === undefined || typeof action === 'string') return action === '@brackets' ? 'delimiter' : (action ?? '');
  for (const [guard, kind] of Object.entries(action.cases)) {
    const [, group, list] = /^(?:\$(\d))?@(\w+)$/.exec(guard) ?? [];
    const subject = group === undefined ? word : groups[Number(group) - 1];
    const words = grammar[list ?? ''];
    if (list === 'default' || (Array.isArray(words) && words.includes(subject))) return kind;
  }
  return '';
}

const kinds = (text: string) => tokens(text).map((token) => token.split(' ', 1)[0]);

describe('names', () => {
  test('macros, functions, fields, types, constants and variables get different kinds', () => {
    expect(tokens('has(input.items) && size(xs) == int(1.5) || true in ys')).toEqual([
      'macro has',
      'delimiter (',
      'variable input',
      'delimiter .',
      'field items',
      'delimiter )',
      'operator &&',
      'function size',
      'delimiter (',
      'variable xs',
      'delimiter )',
      'operator ==',
      'type int',
      'delimiter (',
      'number 1.5',
      'delimiter )',
      'operator ||',
      'constant true',
      'keyword in',
      'variable ys',
    ]);
  });

  test('a field named like a macro is a field, unless it is called', () => {
    expect(tokens('a.map')).toEqual(['variable a', 'delimiter .', 'field map']);
    expect(tokens('a.map(x, x)').slice(0, 3)).toEqual(['variable a', 'delimiter .', 'macro map']);
  });

  test('back-quoted and optional fields are fields', () => {
    expect(tokens('a.`content-type`.?b')).toEqual([
      'variable a',
      'delimiter .',
      'field `content-type`',
      'delimiter .?',
      'field b',
    ]);
  });

  test('a reserved word is not a name', () => {
    expect(tokens('for')).toEqual(['invalid for']);
  });
});

describe('numbers', () => {
  test.each(['0', '42', '42u', '0x1F', '0XffU', '1.5', '.5', '1e3', '6.02e+23', '1.0E-2'])(
    '%s is one number',
    (text) => {
      expect(tokens(text)).toEqual([`number ${text}`]);
    },
  );
});

describe('strings', () => {
  test.each([`"a"`, `'a'`, `b"a"`, `r"a\\d"`, `R'\\'`, `br"\\x"`, `Rb'x'`, `"""a "quoted" b"""`, `'''it's'''`])(
    '%s is one string',
    (text) => {
      expect(new Set(kinds(`${text} + 1`).slice(0, -2))).toEqual(new Set(['string']));
    },
  );

  test('escapes are marked, and an unknown escape is marked as invalid', () => {
    expect(kinds(String.raw`"\n\u00e9\q"`)).toEqual(['string', 'string.escape', 'string.escape', 'invalid', 'string']);
  });

  test('a triple-quoted string continues over lines', () => {
    expect(new Set(kinds('"""a\nb && c\n"""'))).toEqual(new Set(['string']));
  });

  test('an unterminated string affects only its own line', () => {
    expect(kinds('"open\n1')).toEqual(['invalid', 'number']);
  });

  test('an escaped quote does not end it', () => {
    expect(kinds(String.raw`"a\"b" + 1`)).toEqual([
      'string',
      'string',
      'string.escape',
      'string',
      'string',
      'operator',
      'number',
    ]);
  });
});

test('a comment reaches to the end of its line', () => {
  expect(kinds('1 // "not a string\n2')).toEqual(['number', 'comment', 'number']);
});
