import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { recordAt, textAt } from '../../importing/values/where.ts';
import type { Recording } from './format.ts';

/**
 * The branches of a session. Google's kit keeps rewound events in the log, but does not show them to the model. An event
 * with `rewind_before_invocation_id` removes all events since the first event of that invocation, and its own delta
 * restores the session's state and artifacts. https://google.github.io/adk-docs/sessions/session/rewind/
 *
 * The first branch is the one that went on, without the rewound events; the others end at their rewind, the last one first.
 */
export function branchesOf(recording: Recording): readonly Recording[] {
  const { events } = recording;
  const rewinds = events.flatMap(({ value }, index) => (targetOf(value) === '' ? [] : [index]));
  if (rewinds.length === 0) return [recording];
  return [events.length, ...rewinds.toReversed()].map((end) => ({
    ...recording,
    events: keptOf(events.slice(0, end)),
  }));
}

const targetOf = (event: Value): string => textAt(event, 'actions.rewind_before_invocation_id') ?? '';

/** Reads from the end to the start, as the kit does, so that a rewind may undo another rewind. */
function keptOf(events: readonly Placed[]): readonly Placed[] {
  const kept: Placed[] = [];
  let rewoundFrom = events.length;
  for (const [index, event] of [...events.entries()].toReversed()) {
    if (index >= rewoundFrom) {
      const value = lastingPart(event.value);
      if (value !== undefined) kept.push({ value, place: event.place });
      continue;
    }
    kept.push(event);
    const target = targetOf(event.value);
    const first = target === '' ? -1 : events.findIndex(({ value }) => textAt(value, 'invocation_id') === target);
    if (first >= 0 && first < index) rewoundFrom = first;
  }
  return kept.toReversed();
}

/** Keys that a rewind does not change: `app:` and `user:` keys do not belong to one session only. */
function lastingPart(event: Value): RecordValue | undefined {
  const delta = Object.entries(recordAt(event, 'actions.state_delta') ?? {});
  const lasting = delta.filter(([key]) => key.startsWith('app:') || key.startsWith('user:'));
  if (!isRecord(event) || lasting.length === 0) return undefined;
  const { content: _content, ...bare } = event;
  return { ...bare, actions: { state_delta: Object.fromEntries(lasting) } };
}
