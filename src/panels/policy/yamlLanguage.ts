import type { CodeLanguage } from '../../ui/editor/codeEditor.ts';

/** YAML without colours: whether a colon or a hash means anything depends on where it stands, and the engine says what is wrong. */
export const yamlLanguage: CodeLanguage = {
  id: 'manifest',
  grammar: { tokenPostfix: '', tokenizer: { root: [[/.+/, '']] } },
  configuration: {
    comments: { lineComment: '#' },
    brackets: [
      ['{', '}'],
      ['[', ']'],
      ['(', ')'],
    ],
  },
};
