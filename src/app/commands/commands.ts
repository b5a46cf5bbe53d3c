import type { Command } from './command.ts';
import { inspectorCommands } from './inspector.ts';
import { moveCommands } from './move.ts';
import { ruleCommands } from './rule.ts';
import { runCommands } from './run.ts';
import { screenCommands } from './screen.ts';
import { sessionCommands } from './session.ts';

/** In the order of the palette and of the list of keys. */
export const commandsByGroup: readonly { readonly group: string; readonly members: readonly Command[] }[] = [
  { group: 'Session', members: sessionCommands },
  { group: 'Move', members: moveCommands },
  { group: 'Rule', members: ruleCommands },
  { group: 'Run', members: runCommands },
  { group: 'Inspector', members: inspectorCommands },
  { group: 'Screen', members: screenCommands },
];

export const commands: readonly Command[] = commandsByGroup.flatMap(({ members }) => members);

export function commandOf(id: string): Command {
  const command = commands.find((one) => one.id === id);
  if (command === undefined) throw new Error(`there is no command ${id}`);
  return command;
}
