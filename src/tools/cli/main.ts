#!/usr/bin/env node
import { HelpAsked } from './args.ts';
import { type Command, Refusal } from './command.ts';
import { commands } from './commands.ts';

/** Exit status: 0 fine, 1 a check failed, 2 bad usage or unreadable input (one line on standard error). */
async function main(argv: readonly string[]): Promise<number> {
  const [name, ...rest] = argv;
  if (name === undefined || name === 'help' || isHelp(name)) {
    process.stdout.write(usage());
    return name === undefined ? 2 : 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) throw new Refusal(`There is no command "${name}". Commands: ${names()}.`);
  try {
    return await command.run(rest);
  } catch (error) {
    if (!(error instanceof HelpAsked)) throw error;
    process.stdout.write(`Usage: contextscope ${usageOf(command)}\n`);
    return 0;
  }
}

const isHelp = (arg: string) => arg === '--help' || arg === '-h';

const names = () => commands.map((command) => command.name).join(', ');

const usage = () =>
  `Usage: contextscope COMMAND …\n\n${commands.map((command) => `  ${usageOf(command)}`).join('\n')}\n\nFILE may be - for standard input.\n`;

const usageOf = (command: Command) => `${command.usage}\n      ${command.about}`;

// A reader such as `head` may close the pipe early, which is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof Refusal) process.stderr.write(`${oneLine(error.message)}\n`);
  else process.stderr.write(`This is a bug in Contextscope: ${oneLine(String(error))}\n`);
  process.exitCode = 2;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
