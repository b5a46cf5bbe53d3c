import { reportFailures as reportTo } from '../panels/reportFailures.ts';
import type { CommandContext } from './commandContext.ts';
import type { Command } from './commands/command.ts';

/** Runs a command. A problem becomes a message; a bug is reported as a bug. */
export function run(command: Command, context: CommandContext, count: number | null = null) {
  reportFailures(Promise.resolve(command.run(context, count)), context);
}

/** Reports the failure of a promise to the user. */
export const reportFailures = (work: Promise<unknown>, { notices }: Pick<CommandContext, 'notices'>) =>
  reportTo(work, notices.getState().actions.notify);
