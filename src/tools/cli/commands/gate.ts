import { gate as runGate } from '../../gate/gate.ts';
import { gateOptions, usage } from '../../gate/options.ts';
import type { Command } from '../command.ts';
import { thisProgram } from '../this-program.ts';

export const gate: Command = {
  name: 'gate',
  usage,
  about: 'guards a running agent: a hook that judges the pending call and answers with the decision and the reason',
  options: gateOptions,
  async run(args) {
    const { stdout, stderr, status } = await runGate(args, thisProgram(), process.stdin);
    if (stdout !== '') process.stdout.write(stdout);
    if (stderr !== '') process.stderr.write(stderr);
    return status;
  },
};
