/** How a program is started again. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/** This very program, also from its sources. */
export const thisProgram = (): Program => ({
  command: process.execPath,
  args: [...process.execArgv, process.argv[1] ?? ''],
});
