import { writeFile } from 'node:fs/promises';
import { writeSessionFile } from '../../../engine/model/session-file.ts';
import { oneFile, parse } from '../args.ts';
import { type Command, Refusal } from '../command.ts';
import { loadSession } from '../load.ts';

export const importFile: Command = {
  name: 'import',
  usage: 'import FILE --out FILE [--session K] [--mapping FILE|auto]',
  about: 'writes the normalised session file',
  async run(args) {
    const { values, positionals } = parse(args, {
      out: { type: 'string' },
      session: { type: 'string' },
      mapping: { type: 'string' },
    });
    const file = oneFile(positionals, this.usage);
    const opened = await loadSession(file, values);
    if (values.out === undefined) throw new Refusal(`Say where to write: ${this.usage}`);
    const text = writeSessionFile({ ...opened.session, notes: opened.notes });
    if (values.out === '-') process.stdout.write(text);
    else await write(values.out, text);
    return 0;
  },
};

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch (error) {
    throw new Refusal(`Cannot write ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
