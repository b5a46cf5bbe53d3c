import type { CodeSyntax } from './codeEditor.ts';

/**
 * CEL's lexical grammar, after cel-spec `doc/langdef.md` ("Syntax"): enough to colour a rule and to match its brackets.
 * The checker decides whether a rule is valid; here an unexpected character is left uncoloured.
 */
const escape = /\\(?:[abfnrtv\\?"'`]|[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-3][0-7]{2})/;

const rawPrefix = '(?:[rR][bB]?|[bB][rR])';
const cookedPrefix = '[bB]?';

/** What is inside a string: one state for each way of quoting. */
function inside(quote: string, cooked: boolean) {
  const plain = cooked ? `[^\\\\${quote.charAt(0)}]+` : `[^${quote.charAt(0)}]+`;
  const backslash = [
    [escape, 'string.escape'],
    [/\\./, 'invalid'],
  ];
  return [
    [new RegExp(quote), 'string', '@pop'],
    ...(cooked ? backslash : []),
    [new RegExp(plain), 'string'],
    [/./, 'string'],
  ];
}

/** Opens each way of quoting; an unterminated short string is marked up to the end of its line. */
const strings = [
  [new RegExp(`${rawPrefix}"""`), 'string', '@rawLongDouble'],
  [new RegExp(`${rawPrefix}'''`), 'string', '@rawLongSingle'],
  [new RegExp(`${rawPrefix}"[^"]*$`), 'invalid'],
  [new RegExp(`${rawPrefix}'[^']*$`), 'invalid'],
  [new RegExp(`${rawPrefix}"`), 'string', '@rawDouble'],
  [new RegExp(`${rawPrefix}'`), 'string', '@rawSingle'],
  [new RegExp(`${cookedPrefix}"""`), 'string', '@longDouble'],
  [new RegExp(`${cookedPrefix}'''`), 'string', '@longSingle'],
  [new RegExp(`${cookedPrefix}"(?:[^"\\\\]|\\\\.)*$`), 'invalid'],
  [new RegExp(`${cookedPrefix}'(?:[^'\\\\]|\\\\.)*$`), 'invalid'],
  [new RegExp(`${cookedPrefix}"`), 'string', '@double'],
  [new RegExp(`${cookedPrefix}'`), 'string', '@single'],
];

const numbers = [
  [/0[xX][0-9a-fA-F]+[uU]?/, 'number'],
  [/(?:\d+\.\d+|\.\d+)(?:[eE][+-]?\d+)?/, 'number'],
  [/\d+[eE][+-]?\d+/, 'number'],
  [/\d+[uU]?/, 'number'],
];

/** After a dot a name is a field, even one named like a macro, unless it is called. */
const names = [
  [
    /(\.\??)(\s*)([a-zA-Z_]\w*)(?=\s*\()/,
    ['delimiter', '', { cases: { '$3@macros': 'macro', '@default': 'function' } }],
  ],
  [/(\.\??)(\s*)([a-zA-Z_]\w*|`[^`]*`)/, ['delimiter', '', 'field']],
  [/`[^`]*`?/, 'field'],
  [
    /[a-zA-Z_]\w*(?=\s*\()/,
    { cases: { '@macros': 'macro', '@words': 'keyword', '@types': 'type', '@default': 'function' } },
  ],
  [
    /[a-zA-Z_]\w*/,
    {
      cases: {
        '@constants': 'constant',
        '@words': 'keyword',
        '@reserved': 'invalid',
        '@types': 'type',
        '@default': 'variable',
      },
    },
  ],
];

const spaced = (words: string) => words.split(' ');

export const celSyntax: CodeSyntax = {
  grammar: {
    tokenPostfix: '',
    constants: spaced('true false null'),
    words: ['in'],
    reserved: spaced(
      'as break const continue else for function if import let loop package namespace return var void while',
    ),
    macros: spaced(
      'has all exists exists_one existsOne map filter transformList transformMap transformMapEntry optMap optFlatMap bind',
    ),
    types: spaced('int uint double bool string bytes list map null_type type timestamp duration dyn'),
    brackets: [
      { open: '(', close: ')', token: 'delimiter' },
      { open: '[', close: ']', token: 'delimiter' },
      { open: '{', close: '}', token: 'delimiter' },
    ],
    tokenizer: {
      root: [
        [/\s+/, ''],
        [/\/\/.*$/, 'comment'],
        ...strings,
        ...numbers,
        ...names,
        [/[()[\]{}]/, '@brackets'],
        [/&&|\|\||[=!<>]=|[-+*/%<>!?:]/, 'operator'],
        [/[.,]/, 'delimiter'],
      ],
      double: inside('"', true),
      single: inside("'", true),
      longDouble: inside('"""', true),
      longSingle: inside("'''", true),
      rawDouble: inside('"', false),
      rawSingle: inside("'", false),
      rawLongDouble: inside('"""', false),
      rawLongSingle: inside("'''", false),
    },
  },
  configuration: {
    comments: { lineComment: '//' },
    brackets: [
      ['(', ')'],
      ['[', ']'],
      ['{', '}'],
    ],
    autoClosingPairs: [
      { open: '(', close: ')' },
      { open: '[', close: ']' },
      { open: '{', close: '}' },
      { open: '"', close: '"', notIn: ['string', 'comment'] },
      { open: "'", close: "'", notIn: ['string', 'comment'] },
    ],
    wordPattern: /[a-zA-Z_]\w*/,
  },
};
