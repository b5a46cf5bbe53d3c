import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundledProgram } from '../cli/testing.ts';
import { run } from '../setup/run.ts';
import { projectFiles, read } from './files.ts';

const folder = mkdtempSync(join(tmpdir(), 'contextscope-'));
afterAll(() => rmSync(folder, { recursive: true }));
let program: string;
beforeAll(async () => {
  program = await bundledProgram(folder);
});

interface Example {
  readonly command: string;
  readonly shown: string;
}

/** `console` blocks: a line with a prompt is a command, the lines after it are its output. `…` replaces the rest. */
function examplesIn(text: string): readonly Example[] {
  const blocks = [...text.matchAll(/^```console\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
  return blocks
    .flatMap((block) => block.split(/^\$ /m).slice(1))
    .map((part) => {
      const [command = '', ...shown] = part.split('\n');
      return { command, shown: shown.join('\n') };
    });
}

const examples = projectFiles()
  .filter((path) => path.endsWith('.md'))
  .flatMap((path) => examplesIn(read(path)));

test('the documents show commands and what they print', () => {
  expect(examples.length).toBeGreaterThan(5);
});

test.each(examples)('$ $command', async ({ command, shown }) => {
  const { output } = await run('bash', ['-c', asRun(command)], { output: 'keep' });
  const [beginning = '', rest] = shown.split(/^…\n/m);
  expect(rest === undefined ? output : output.slice(0, beginning.length)).toBe(beginning);
});

/** Runs the sources without npm, because npm takes longer than the command itself. */
const asRun = (command: string) => command.replaceAll('npm run -s cli --', `"${process.execPath}" "${program}"`);
