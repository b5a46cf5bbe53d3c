import { ok } from '../../../base/result.ts';
import type { History, TurnIndex } from '../../model/history.ts';
import { nothingRecorded } from '../../model/snapshot-moment.ts';
import type { Value } from '../../model/value.ts';
import type { System } from '../system.ts';
import { checkCall } from './check.ts';
import { dictOf } from './dict.ts';
import type { CallEvent } from './event.ts';
import { voiceGiven, type CallHeader } from './header.ts';
import { growing, historyOf } from './history.ts';
import { stateAfter, type CallSession } from './trail.ts';
import { CallView } from './operations/calls.ts';
import { voiceMachine } from './machine.ts';
import { namespacesAt } from './views/namespaces.ts';
import { templatesAt } from './views/templates.ts';

/** CallContext of a voice agent. */
export const voice: System<CallHeader, CallEvent> = {
  id: 'voice',
  title: 'Voice CallContext',
  root: 'call',
  known: voiceGiven,
  check: checkCall,
  history: historyOf,
  // What was said, and what it took, is in no export of a call.
  unrecorded: ({ header }) => (header.importer === undefined ? [] : nothingRecorded),
  stateAt,
  machine: voiceMachine,
  opening({ snapshot, context = snapshot, variables, now, ...given }) {
    const header = {
      title: 'A run',
      // A run is given its results as values: a text is meant as one.
      decisions: { textResults: 'text' as const },
      // Without a context, the whole of what is given is one.
      context: context ?? given,
      // Beside one, it is of the agents and tools that go with it.
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

/** The context after a turn and all that belongs to it, as `to_dict()` shows it; -1 is before the first. */
function stateAt(session: CallSession, { turns }: History, turn: TurnIndex): Value {
  const next = turns[turn + 1];
  return dictOf(stateAfter(session, next === undefined ? session.events.length : next.event));
}
