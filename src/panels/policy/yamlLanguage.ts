import type { CodeLanguage, CodeSyntax } from '../../ui/editor/codeEditor.ts';

const dashes = '( *)((?:- +)*)';
/** Plain up to its colon, or quoted. The length of a plain key is limited, so that no line is slow to match. */
const key = `("[^"]*"|'[^']*'|[^\\s#"'{}[\\],:&*!|>%@\`-][^:#{}[\\],]{0,200}?|-[^\\s:][^:#]{0,200}?)(\\s{0,20}:)`;
const quoted = `(?:"(?:[^"\\\\]|\\\\.)*"|'(?:[^']|'')*')`;
const [text, punctuation, name] = ['', 'delimiter', 'keyword'];

/**
 * Highlights YAML keys and comments line by line. Values have no colours: most are expressions, which the engine
 * checks.
 */
const syntax: CodeSyntax = {
  grammar: {
    tokenPostfix: '',
    tokenizer: {
      root: [
        [/^\s*#.*$/, 'comment'],
        // A block text continues while its lines are indented further.
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
