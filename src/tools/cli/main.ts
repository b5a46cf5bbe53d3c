#!/usr/bin/env node
import { exitWith, runCommand } from './run-command.ts';

const [name, ...args] = process.argv.slice(2);

// A hook runs at each call of an agent, and the whole program takes longer to load than the hook may take.
if (name === 'gate') {
  const { gate } = await import('./commands/gate.ts');
  await exitWith(() => runCommand(gate, args));
} else {
  const { start } = await import('./program.ts');
  await start(process.argv.slice(2));
}
