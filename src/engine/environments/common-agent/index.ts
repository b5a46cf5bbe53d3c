import { extendLibrary, specificationLibrary } from '../../cel/index.ts';
import { specificationHooks, type SpecificationHookId } from '../../model/hooks.ts';
import { writerOf } from '../../model/writers.ts';
import type { Environment } from '../environment.ts';
import { hostFunctions } from './host-functions.ts';
import { SpecificationScope } from './scope.ts';

/** The Common Agent Specification: `context`, `input`, `output`, `now`, and the state of the session's own system. */
export const commonAgent: Environment<SpecificationHookId> = {
  id: 'common-agent',
  scope: (session, hook, decisions) => new SpecificationScope(session, hook, decisions),
  library: ({ history }, hook) => extendLibrary(specificationLibrary, hostFunctions(hook, history)),
  writtenAt({ history, system }, hook, path, turn, decisions) {
    const [root] = path;
    // The state of the system is made anew at each turn, without a record of who wrote its parts.
    if (root === system.root && root !== 'context') return null;
    const moment = root === 'context' && specificationHooks[hook].moment === 'before' ? turn - 1 : turn;
    return writerOf(history, decisions, path, moment, history.turns[turn]?.node);
  },
};
