import { ok } from '../../../base/result.ts';
import type { History, TurnIndex } from '../../model/history.ts';
import { nothingRecorded } from '../../model/snapshot-moment.ts';
import type { Value } from '../../model/value.ts';
import type { System } from '../system.ts';
import { checkCall } from './check.ts';
import { dictOf } from './dict.ts';
import type { CallEvent } from './event.ts';
import { voiceStartKeys, type CallHeader } from './header.ts';
import { growing, historyOf } from './history.ts';
import { stateAfter, type CallSession } from './trail.ts';
import { CallView } from './operations/calls.ts';
import { voiceMachine } from './machine.ts';
import { namespacesAt } from './views/namespaces.ts';
import { templatesAt } from './views/templates.ts';

/** The CallContext of a voice agent. */
export const voice: System<CallHeader, CallEvent> = {
  id: 'voice',
  title: 'Voice CallContext',
  root: 'call',
  known: voiceStartKeys,
  check: checkCall,
  history: historyOf,
  // Exports of a call contain neither transcript nor usage.
  unrecorded: ({ header }) => (header.importer === undefined ? [] : nothingRecorded),
  stateAt,
  machine: voiceMachine,
  opening({ snapshot, context = snapshot, variables, now, ...given }) {
    const header = {
      title: 'A run',
      // A run gets results as values: a text result stays a text.
      decisions: { textResults: 'text' as const },
      // Without `context`, the start data itself is the context.
      context: context ?? given,
      // Besides a context, the other keys are the configuration of agents and tools.
      ...(context !== undefined && Object.keys(given).length > 0 && { configuration: given }),
      ...(variables !== undefined && { variables }),
      ...(now !== undefined && { started_at: now }),
    };
    const checked = checkCall({ system: 'voice', header, events: [], notes: [] });
    return checked.ok ? ok(checked.value) : checked;
  },
  views: { namespaces: namespacesAt, templates: templatesAt },
  growing: (header) => growing(header),
  objectIn: (returns) => (returns instanceof CallView ? returns.id : undefined),
};

/** The context after a turn, as `to_dict()` shows it; -1 means before the first turn. */
function stateAt(session: CallSession, { turns }: History, turn: TurnIndex): Value {
  const next = turns[turn + 1];
  return dictOf(stateAfter(session, next === undefined ? session.events.length : next.event));
}
