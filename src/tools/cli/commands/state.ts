import { decisionsOf } from '../../../engine/rules/decisions.ts';
import { lookingOptions, oneFile, wholeNumber } from '../args.ts';
import { parse } from '../parse.ts';
import type { Command } from '../command.ts';
import { loadSession, turnOf } from '../load.ts';
import { printJson } from '../print.ts';

export const state: Command = {
  name: 'state',
  usage: 'state FILE [--turn N] [--session K] [--mapping FILE|auto]',
  about: 'prints the system’s own snapshot after turn N (default: the last one)',
  async run(args) {
    const { values, positionals } = parse(args, lookingOptions);
    const opened = await loadSession(oneFile(positionals, this.usage), values);
    const turn = turnOf(opened, wholeNumber(values.turn, 'turn'));
    printJson(opened.system.stateAt(opened.session, opened.history, turn, decisionsOf(opened)));
    return 0;
  },
};
