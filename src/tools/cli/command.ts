/** One command of the command line. */
export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly about: string;
  /** Returns the exit status; throws a `Refusal` for bad usage or unreadable input. */
  run(args: readonly string[]): Promise<number>;
}

/** Ends the command with status 2 and one line on standard error: bad usage or unreadable input. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
