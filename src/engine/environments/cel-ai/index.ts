import { extendLibrary, standardLibrary } from '../../cel/index.ts';
import { ownOf } from '../../model/context-view.ts';
import { hooks, type CelAiHookId } from '../../model/hooks.ts';
import { written } from '../../model/prefix.ts';
import type { Environment } from '../environment.ts';
import { celAiFunctions } from './functions.ts';
import { CelAiScope, inputTurnAt } from './scope.ts';

const library = extendLibrary(standardLibrary, celAiFunctions);

/**
 * The CEL project's environment for AI policies: `agent`, `tool` and `now`.
 * https://github.com/google/cel-spec/tree/master/doc/policy/ai
 */
export const celAi: Environment<CelAiHookId> = {
  id: 'cel-ai',
  scope: (session, hook, decisions) => new CelAiScope(session, hook, decisions),
  library: () => library,
  writtenAt({ history }, hook, [root, part], turn) {
    if (root !== 'agent' && !String(root).startsWith('agent.')) return turn;
    if (part === 'output') return turn;
    if (part === 'input') {
      const own = ownOf(history, history.turns[turn]?.node);
      if (own === undefined) return inputTurnAt(history, turn) ?? null;
      const latest = inputTurnAt(own.history, written(own.turns, turn) - 1);
      return latest === undefined ? null : (own.turns[latest] ?? null);
    }
    if (part !== 'context' && part !== 'history') return null;
    const moment = hooks[hook].moment === 'before' ? turn - 1 : turn;
    return moment < 0 ? null : moment;
  },
};
