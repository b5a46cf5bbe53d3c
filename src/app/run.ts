import { ProblemError } from '../worker/connect.ts';
import type { CommandContext } from './commandContext.ts';
import type { Command } from './commands.ts';

/** Runs a command. A problem becomes a message; a bug is reported as a bug. */
export function run(command: Command, context: CommandContext, count: number | null = null) {
  reportFailures(Promise.resolve(command.run(context, count)), context);
}

/** Reports the failure of a promise to the user. */
export function reportFailures(work: Promise<unknown>, { notices }: Pick<CommandContext, 'notices'>) {
  work.catch((cause: unknown) => {
    const { notify } = notices.getState().actions;
    if (cause instanceof ProblemError) notify(cause.problem.message, { tone: 'failure' });
    else {
      notify('That did not work because of a bug in Contextscope. The browser’s console has the details.', {
        tone: 'failure',
      });
      reportError(cause);
    }
  });
}
