import { ensurePage } from '../build/build.ts';
import { serve } from '../cli/commands/serve.ts';
import { exitWith, runCommand } from '../cli/run-command.ts';

await exitWith(async () => ((await ensurePage()) ? runCommand(serve, process.argv.slice(2)) : 1));
