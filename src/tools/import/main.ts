import { readFileSync } from 'node:fs';
import { outlineOf } from '../../engine/importers/outline.ts';
import { importers } from '../../engine/importers/registry.ts';
import { openEntry, openText } from '../../engine/open-text.ts';
import { systemOf } from '../../engine/systems/systems.ts';
import type { OpenText } from '../../engine/open-text.ts';

/** Sessions of one file whose turns are printed; the others are listed by their titles. */
const shown = 3;

const files = process.argv.slice(2).filter((argument) => argument !== '--');
if (files.length === 0) {
  console.error('Usage: npm run import -- FILE… (prints what the importers make of each file)');
  process.exit(2);
}
for (const file of files) process.stdout.write(`${file}\n${await report(file)}\n`);

async function report(file: string): Promise<string> {
  const opened = await openText(readFileSync(file, 'utf8'));
  if (!opened.ok) {
    process.exitCode = 1;
    return `${opened.problem.message}\n`;
  }
  const { entries, document } = opened.value;
  const claims = importers.map((importer) => `${importer.id} ${importer.claim(document)}`);
  const titles = entries.map(({ title }, index) => `  ${index}  ${title}`);
  const listed = [`${document.syntax}; claims: ${claims.join(', ')}`, `sessions: ${entries.length}`, ...titles];
  return [...listed, '', ...outlines(opened.value)].join('\n');
}

function outlines(text: OpenText): string[] {
  return text.entries.slice(0, shown).map((_, index) => {
    const session = openEntry(text, index, systemOf);
    return session.ok ? outlineOf(session.value) : `${session.problem.message}\n`;
  });
}
