import type { CodeLanguage, CodeSyntax } from '../../ui/editor/codeEditor.ts';

const dashes = '( *)((?:- +)*)';
/** Plain up to its colon, or quoted. A plain one is no longer than anybody's, so that no line takes long. */
const key = `("[^"]*"|'[^']*'|[^\\s#"'{}[\\],:&*!|>%@\`-][^:#{}[\\],]{0,200}?|-[^\\s:][^:#]{0,200}?)(\\s{0,20}:)`;
const quoted = `(?:"(?:[^"\\\\]|\\\\.)*"|'(?:[^']|'')*')`;
const [text, punctuation, name] = ['', 'delimiter', 'keyword'];

/**
 * Keys and comments of YAML, line by line, so that what they hold stands out. Values have no colours of their own: most are
 * expressions, and what is wrong with them the engine says.
 */
const syntax: CodeSyntax = {
  grammar: {
    tokenPostfix: '',
    tokenizer: {
      root: [
        [/^\s*#.*$/, 'comment'],
        // A text over lines goes on as long as they stand further in.
        [
          new RegExp(`^${dashes}${key}(\\s+)([|>][-+0-9]*)\\s*$`),
          [text, punctuation, name, punctuation, text, { token: punctuation, next: '@block.$1' }],
        ],
        [new RegExp(`^${dashes}${key}(\\s+${quoted})`), [text, punctuation, name, punctuation, text]],
        [new RegExp(`^${dashes}${key}(?=\\s|$)`), [text, punctuation, name, punctuation]],
        [new RegExp(`^( *)(- +)(${quoted})`), [text, punctuation, text]],
        [/^( *)(-)(?= |$)/, [text, punctuation]],
        [/(\s)(#.*)$/, [text, 'comment']],
        [/\S+|\s/, text],
      ],
      block: [
        [/^( *)\S.*$/, { cases: { '$1~$S2 +': text, '@default': { token: '@rematch', next: '@pop' } } }],
        [/\s+/, text],
      ],
    },
  },
  configuration: {
    comments: { lineComment: '#' },
    brackets: [
      ['{', '}'],
      ['[', ']'],
      ['(', ')'],
    ],
  },
};

export const yamlLanguage: CodeLanguage = { id: 'manifest', load: async () => syntax };
