/** One command of the command line. */
export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly about: string;
  /** The options that `--help` explains one by one; the usage of other commands says enough. */
  readonly options?: OptionTable;
  /** Returns the exit status; throws a `Refusal` for bad usage or unreadable input. */
  run(args: readonly string[]): Promise<number>;
}

/** Options as Node's `parseArgs` takes them, with the word for their value and an explanation. */
export interface OptionTable {
  readonly [name: string]: {
    readonly type: 'string' | 'boolean';
    readonly multiple?: boolean;
    readonly value: string;
    readonly about: string;
  };
}

/** Ends the command with status 2 and one line on standard error: bad usage or unreadable input. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
