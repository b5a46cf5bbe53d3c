import { ProblemError } from '../worker/connect.ts';
import type { Bench } from './bench.ts';
import type { Command } from './commands.ts';

/** Runs a command; a problem on the way becomes a message, a bug stays a bug. */
export function run(command: Command, bench: Bench, count: number | null = null) {
  heard(Promise.resolve(command.run(bench, count)), bench);
}

/** No promise is left to fail unheard. */
export function heard(work: Promise<unknown>, { notices }: Pick<Bench, 'notices'>) {
  work.catch((cause: unknown) => {
    const { tell } = notices.getState().actions;
    if (cause instanceof ProblemError) tell(cause.problem.message, { tone: 'failure' });
    else {
      tell('That did not work because of a fault of ours; the browser’s console says more.', { tone: 'failure' });
      reportError(cause);
    }
  });
}
