import type { OperationSpec } from '../../systems/machine.ts';
import type { Run } from '../run.ts';
import { mainNames } from './names.ts';

/** What a line of the console may name. */
export interface ConsoleScope {
  readonly operations: readonly OperationSpec[];
  /** Names of the main object, the usual one first. */
  readonly main: readonly string[];
  /** Names of what earlier calls made. */
  readonly labels: readonly string[];
}

export const scopeOf = (run: Run): ConsoleScope => ({
  // Most machines keep the function that decides beside the description, and a function cannot be sent to the page.
  operations: run.machine.operations.map(({ name, about, parameters }) => ({ name, about, parameters })),
  main: mainNames(run.system),
  labels: run.labels,
});
