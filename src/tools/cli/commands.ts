import { cel } from './commands/cel.ts';
import { context } from './commands/context.ts';
import { evaluate } from './commands/eval.ts';
import { explain } from './commands/explain.ts';
import { importFile } from './commands/import.ts';
import { inspect } from './commands/inspect.ts';
import { runFile } from './commands/run.ts';
import { state } from './commands/state.ts';

export interface Command {
  readonly name: string;
  readonly usage: string;
  readonly about: string;
  /** Yields the exit status; throws a `Refusal` for bad usage or unreadable input. */
  run(args: readonly string[]): Promise<number>;
}

export const commands: readonly Command[] = [inspect, context, state, evaluate, explain, runFile, cel, importFile];
