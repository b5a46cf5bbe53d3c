import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { fieldOf, textIn } from '../../importing/messages/gemini-content.ts';
import { keyOf } from '../../importing/values/where.ts';
import type { Recording } from './format.ts';

/**
 * The branches of a session. Google's kit keeps rewound events in the log, but does not show them to the model. An event
 * with `rewind_before_invocation_id` removes all events since the first event of that invocation, and its own delta
 * restores the session's state and artifacts. https://google.github.io/adk-docs/sessions/session/rewind/
 *
 * The first branch is the one that went on, without the rewound events; the others end at their rewind, the last one first.
 */
export function waysOf(recording: Recording): readonly Recording[] {
  const targets = recording.events.map(targetOf);
  const rewinds = targets.flatMap((target, index) => (target === undefined ? [] : [index]));
  if (rewinds.length === 0) return [recording];
  const ends = [recording.events.length, ...rewinds.toReversed()];
  return ends.map((end) => wayTo(end, recording, targets));
}

function targetOf(event: Value): string | undefined {
  const actions = isRecord(event) ? fieldOf(event, 'actions') : undefined;
  const target = isRecord(actions) ? textIn(actions, 'rewind_before_invocation_id') : '';
  return target === '' ? undefined : target;
}

/** Reads from the end to the start, as the kit does, so that a rewind may undo another rewind. */
function wayTo(end: number, recording: Recording, targets: readonly (string | undefined)[]): Recording {
  const kept: { readonly event: Value; readonly index: number }[] = [];
  let takenFrom = end;
  for (let index = end - 1; index >= 0; index--) {
    const event = recording.events[index] ?? null;
    const target = targets[index];
    if (index >= takenFrom) {
      const lasting = lastingPart(event);
      if (lasting !== undefined) kept.push({ event: lasting, index });
      continue;
    }
    kept.push({ event, index });
    const since = target === undefined ? -1 : firstOf(target, recording.events, index);
    if (since >= 0) takenFrom = since;
  }
  kept.reverse();
  return {
    ...recording,
    events: kept.map(({ event }) => event),
    placeOf: (index) => recording.placeOf(kept[index]?.index ?? index),
  };
}

const firstOf = (invocation: string, events: readonly Value[], before: number): number =>
  events.slice(0, before).findIndex((event) => isRecord(event) && textIn(event, 'invocation_id') === invocation);

/** Keys that a rewind does not change: `app:` and `user:` keys do not belong to one session only. */
function lastingPart(event: Value): RecordValue | undefined {
  if (!isRecord(event)) return undefined;
  const actions = fieldOf(event, 'actions');
  const delta = isRecord(actions) ? fieldOf(actions, 'state_delta') : undefined;
  if (delta === undefined || !isRecord(delta)) return undefined;
  const lasting = Object.entries(delta).filter(([key]) => key.startsWith('app:') || key.startsWith('user:'));
  if (lasting.length === 0) return undefined;
  const { [keyOf(event, 'content')]: _content, ...bare } = event;
  return { ...bare, actions: { state_delta: Object.fromEntries(lasting) } };
}
