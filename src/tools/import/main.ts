import { openAsBlob } from 'node:fs';
import { unhurried } from '../../base/pace.ts';
import { outlineOf } from '../../engine/importers/battery/outline.ts';
import { importers } from '../../engine/importers/registry.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { openText } from '../../engine/opening/open-text.ts';
import { openEntry } from '../../engine/opening/open-session.ts';
import { systemOf } from '../../engine/systems/systems.ts';
import type { OpenText } from '../../engine/opening/open-text.ts';
import type { Bytes } from '../../engine/readers/archives/bytes.ts';
import { contentOf } from '../../engine/readers/archives/content.ts';
import { openArchive } from '../../engine/opening/archives/open-archive.ts';
import { lookInto } from '../../worker/look.ts';

/** Number of sessions per file whose turns are printed; the others are listed by their titles. */
const maxPrinted = 3;

const files = process.argv.slice(2).filter((argument) => argument !== '--');
if (files.length === 0) {
  console.error('Usage: npm run import -- FILE… (prints the sessions that the importers make of each file)');
  process.exit(2);
}
for (const file of files) process.stdout.write(`${file}\n${await report(file)}\n`);

async function report(file: string): Promise<string> {
  const content = await contentOf(await openAsBlob(file), file);
  if (!content.ok) return refusal(content.problem);
  if (content.value.kind === 'archive') return archiveReport(content.value.archive);
  const opened = await openText(content.value.text);
  if (!opened.ok) return refusal(opened.problem);
  const { entries, document } = opened.value;
  const claims = importers.map((importer) => `${importer.id} ${importer.claim(document)}`);
  const titles = entries.map(({ title }, index) => `  ${index}  ${title}`);
  const listed = [`${document.syntax}; claims: ${claims.join(', ')}`, `sessions: ${entries.length}`, ...titles];
  return [...listed, '', ...outlines(opened.value)].join('\n');
}

function refusal({ message }: Problem): string {
  process.exitCode = 1;
  return `${message}\n`;
}

async function archiveReport(bytes: Bytes): Promise<string> {
  const archive = await openArchive(bytes, unhurried);
  if (!archive.ok) return refusal(archive.problem);
  const { importer, entries, refused } = archive.value;
  const titles = entries.map(({ title }, index) => `  ${index}  ${title}`);
  const look = lookInto(archive.value);
  const sessions = await Promise.all(entries.slice(0, maxPrinted).map((_, index) => look.session(index)));
  const printed = sessions.map((session) => (session.ok ? outlineOf(session.value) : `${session.problem.message}\n`));
  const left = refused.map(({ message }) => `  left out: ${message}`);
  return [`${importer.title}; sessions: ${entries.length}`, ...titles, ...left, '', ...printed].join('\n');
}

function outlines(text: OpenText): string[] {
  return text.entries.slice(0, maxPrinted).map((_, index) => {
    const session = openEntry(text, index, systemOf);
    return session.ok ? outlineOf(session.value) : `${session.problem.message}\n`;
  });
}
