import { ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import type { Session } from '../../model/session.ts';
import type { RecordValue } from '../../model/value.ts';
import type { OperationCall } from '../machine.ts';
import { apply } from './apply.ts';
import { decide } from './decide.ts';
import type { A2aEvent } from './event.ts';
import type { A2aHeader } from './header.ts';
import { openingOf } from './opening.ts';

/** Runs a script and keeps its events. Refused and ignored calls have none. */
export function sessionOfScript(script: {
  readonly title: string;
  readonly given: RecordValue;
  readonly calls: readonly OperationCall[];
}): Result<Session<A2aHeader, A2aEvent>, Problem> {
  const opening = openingOf(script.given);
  if (!opening.ok) return opening;
  const events = [...opening.value.events];
  let state = events.reduce(apply, opening.value.empty);
  for (const call of script.calls) {
    const decided = decide(state, call);
    if (decided.kind !== 'done') continue;
    state = decided.events.reduce(apply, state);
    events.push(...decided.events);
  }
  return ok({ system: 'a2a', header: { title: script.title, ...opening.value.header }, events, notes: [] });
}
