import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeSessionFile } from '../../engine/model/session-file.ts';
import { openText } from '../../engine/opening/open-text.ts';
import { openEntry } from '../../engine/opening/open-session.ts';
import { systemOf } from '../../engine/systems/systems.ts';
import { sampleRecipes } from './samples.ts';
import type { SampleRecipe } from './samples.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
export const sampleFolder = join(root, 'public/samples');

/** The fixture as a session file that names its origin. */
export async function sampleText({ fixture, title, origin, licence, note }: SampleRecipe): Promise<string> {
  const opened = await openText(readFileSync(join(root, 'src/engine/importers', fixture), 'utf8'));
  if (!opened.ok) throw new Error(`${fixture}: ${opened.problem.message}`);
  const entry = openEntry(opened.value, 0, systemOf);
  if (!entry.ok) throw new Error(`${fixture}: ${entry.problem.message}`);
  const { session, notes } = entry.value;
  const header = { ...session.header, title, origin: { source: origin, licence, note } };
  return writeSessionFile({ ...session, header, notes });
}

export const fileOf = ({ id }: SampleRecipe): string => `${id}.ctx.json`;

export function indexText(): string {
  const entries = sampleRecipes.map((recipe) => {
    const { id, title, about, origin, licence, rule } = recipe;
    return { id, title, about, origin, licence, file: fileOf(recipe), rule };
  });
  return `${JSON.stringify(entries, null, 2)}\n`;
}

/** `npx tsx src/tools/import/make-samples.ts` writes `public/samples/` again from the importers' fixtures. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(sampleFolder, { recursive: true });
  for (const recipe of sampleRecipes) writeFileSync(join(sampleFolder, fileOf(recipe)), await sampleText(recipe));
  writeFileSync(join(sampleFolder, 'index.json'), indexText());
}
