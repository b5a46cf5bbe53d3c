#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { Refusal } from './command.ts';
import { commands } from './commands.ts';
import { open } from './commands/open.ts';
import { exitWith, runCommand, usageOf } from './run-command.ts';

await exitWith(async () => {
  const [name, ...rest] = process.argv.slice(2);
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    process.stdout.write(usage());
    return name === undefined ? 2 : 0;
  }
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined && (name === '-' || existsSync(name))) return runCommand(open, [name, ...rest]);
  if (command === undefined) throw new Refusal(`There is no command and no file "${name}". Commands: ${names()}.`);
  return runCommand(command, rest);
});

function names(): string {
  return commands.map((command) => command.name).join(', ');
}

function usage(): string {
  const list = commands.map((command) => `  ${usageOf(command)}`).join('\n');
  return `Usage: contextscope COMMAND …\n\n${list}\n\nFILE may be - for standard input.\n`;
}
