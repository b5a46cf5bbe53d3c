import { contextAt } from '../../../engine/model/context-view.ts';
import { decisionsOf } from '../../../engine/rules/decisions.ts';
import { lookingOptions, oneFile, wholeNumber } from '../args.ts';
import { parse } from '../parse.ts';
import type { Command } from '../command.ts';
import { loadSession, turnOf } from '../load.ts';
import { printJson } from '../print.ts';

export const context: Command = {
  name: 'context',
  usage: 'context FILE [--turn N] [--session K] [--mapping FILE|auto]',
  about: 'prints the task context that CEL sees after turn N (default: the last one)',
  async run(args) {
    const { values, positionals } = parse(args, lookingOptions);
    const session = await loadSession(oneFile(positionals, this.usage), values);
    const turn = turnOf(session, wholeNumber(values.turn, 'turn'));
    printJson(contextAt(session.history, turn, decisionsOf(session), session.history.turns[turn]?.node));
    return 0;
  },
};
