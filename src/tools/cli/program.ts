import { existsSync } from 'node:fs';
import { Refusal } from './command.ts';
import { commands } from './commands.ts';
import { open } from './commands/open.ts';
import { exitWith, runCommand, usageOf } from './run-command.ts';

/** Runs the program as a process of its own. In the bundle it has its own classes of errors, so it handles them itself. */
export const start = (args: readonly string[]): Promise<void> => exitWith(() => program(args));

/** Runs the command that the arguments name, and returns the exit status. */
export async function program([name, ...rest]: readonly string[]): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(usage());
    return name === undefined ? 2 : 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined && (name === '-' || existsSync(name))) return runCommand(open, [name, ...rest]);
  if (command === undefined) throw new Refusal(`There is no command and no file "${name}". Commands: ${names()}.`);
  return runCommand(command, rest);
}

function names(): string {
  return commands.map((command) => command.name).join(', ');
}

function usage(): string {
  const list = commands.map((command) => `  ${usageOf(command)}`).join('\n');
  return `Usage: contextscope COMMAND …\n\n${list}\n\nFILE may be - for standard input.\n`;
}
