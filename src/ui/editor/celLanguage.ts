import type { CodeLanguage } from './codeEditor.ts';

export const celLanguage: CodeLanguage = {
  id: 'cel',
  load: async () => (await import('./celSyntax.ts')).celSyntax,
};
