import { ProblemError } from '../worker/connect.ts';
import type { CommandContext } from './commandContext.ts';
import type { Command } from './commands.ts';

/** Runs a command; a problem on the way becomes a message, a bug stays a bug. */
export function run(command: Command, context: CommandContext, count: number | null = null) {
  heard(Promise.resolve(command.run(context, count)), context);
}

/** No promise is left to fail unheard. */
export function heard(work: Promise<unknown>, { notices }: Pick<CommandContext, 'notices'>) {
  work.catch((cause: unknown) => {
    const { tell } = notices.getState().actions;
    if (cause instanceof ProblemError) tell(cause.problem.message, { tone: 'failure' });
    else {
      tell('That did not work because of a fault of ours; the browser’s console says more.', { tone: 'failure' });
      reportError(cause);
    }
  });
}
