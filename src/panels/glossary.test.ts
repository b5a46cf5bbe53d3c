import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { glossary } from './glossary.ts';

const page = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8');

test.each(Object.entries(glossary))(
  'the documentation defines “%s” in the same words as the page',
  (word, definition) => {
    expect(page).toContain(`| ${word} | ${definition} |`);
  },
);
