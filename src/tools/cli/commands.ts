import type { Command } from './command.ts';
import { cel } from './commands/cel.ts';
import { checkPolicy } from './commands/check.ts';
import { context } from './commands/context.ts';
import { evaluate } from './commands/eval.ts';
import { explain } from './commands/explain.ts';
import { gate } from './commands/gate.ts';
import { importFile } from './commands/import.ts';
import { inspect } from './commands/inspect.ts';
import { open } from './commands/open.ts';
import { runFile } from './commands/run.ts';
import { send } from './commands/send.ts';
import { serve } from './commands/serve.ts';
import { state } from './commands/state.ts';

export const commands: readonly Command[] = [
  open,
  inspect,
  context,
  state,
  evaluate,
  explain,
  checkPolicy,
  runFile,
  cel,
  importFile,
  send,
  serve,
  gate,
];
