import { existsSync, statSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import openInBrowser from 'open';
import { type OpenedFile, openedFile, pageWith } from '../../serve/opened.ts';
import { parse } from '../parse.ts';
import { type Command, type OptionTable, Refusal } from '../command.ts';
import { choicesFrom, serverOptions, serveUntilStopped } from '../serving.ts';

const options = {
  'no-browser': { type: 'boolean', value: '', about: 'prints the address, and opens no browser on it' },
  ...serverOptions,
} as const satisfies OptionTable;

export const open: Command = {
  name: 'open',
  usage: 'open FILE… [--no-browser] [--port N] …',
  about: 'opens the browser on the sessions in the files; the word open may be left out',
  options,
  async run(args) {
    const { values, positionals } = parse(args, options, 'positional');
    if (positionals.length === 0) throw new Refusal('open is followed by a file: open session.jsonl');
    const opened = await Promise.all(positionals.map(fileAt));
    return serveUntilStopped({ ...choicesFrom(values), watch: [], opened }, async (address) => {
      const page = `${address}${pageWith(opened)}`;
      process.stdout.write(`The files are open at ${page}\n`);
      if (values['no-browser'] !== true) await show(page);
    });
  },
};

async function fileAt(path: string): Promise<OpenedFile> {
  if (path === '-') return { name: 'standard input', content: await buffer(process.stdin) };
  if (!existsSync(path)) throw new Refusal(`There is no file ${path}.`);
  if (statSync(path).isDirectory()) {
    throw new Refusal(`${path} is a folder. Name its files, or add the folder in the page's backtest.`);
  }
  return openedFile(path);
}

/** A machine without a browser, such as a server, only prints the address. */
async function show(page: string): Promise<void> {
  const say = () => process.stdout.write('No browser could be started: open the address above.\n');
  await openInBrowser(page).then((browser) => browser.once('error', say), say);
}
