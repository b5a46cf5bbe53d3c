import type { OperationSpec } from '../../systems/machine.ts';
import type { Run } from '../run.ts';
import { mainNames } from './names.ts';

/** The names that a line of the console may use. */
export interface ConsoleScope {
  readonly operations: readonly OperationSpec[];
  /** Names of the main object, the usual one first. */
  readonly main: readonly string[];
  /** Names of the results of earlier calls. */
  readonly labels: readonly string[];
}

export const scopeOf = (run: Run): ConsoleScope => ({
  // Most machines keep the deciding function beside the description, and a function cannot be sent to the page.
  operations: run.machine.operations.map(({ name, about, parameters }) => ({ name, about, parameters })),
  main: mainNames(run.system),
  labels: run.labels,
});
