import { isRecord, type RecordValue } from '../../../model/value.ts';
import { emptyActions } from '../new-event.ts';
import { copied, presentValue } from '../present.ts';
import { isFinalResponse, isPartial } from '../session-event.ts';
import type { CallbackView } from '../state.ts';
import { optional, required } from '../../parameters.ts';
import { contextOf, now, refused, type Ask, type Operation } from './operation.ts';

const event = required('event', 'map', 'The event: its type at least.');

/** Operations on events and on the actions that they carry. */
export const eventOperations: readonly Operation[] = [
  {
    name: 'set_delta',
    about:
      'Writes a key of a callback context’s actions.state_delta. Nothing changes until an event with it is appended.',
    parameters: [required('key', 'string', 'The key.'), required('value', 'any', 'The value.')],
    decide(ask) {
      const key = ask.text('key');
      if (ask.target?.kind !== 'callback') return refused('unknown_field', 'actions');
      ask.emit({ type: 'delta-set', context: ask.on, key, value: ask.plainArg('value') });
      return ask.done();
    },
  },
  {
    name: 'set_action',
    about: 'Assigns a field of a callback context’s actions, such as escalate.',
    parameters: [required('field', 'string', 'The name of the field.'), required('value', 'any', 'The value.')],
    decide(ask) {
      const field = ask.text('field');
      if (ask.target?.kind !== 'callback') return refused('unknown_field', 'actions');
      if (!Object.hasOwn(emptyActions, field)) return refused('unknown_field', field);
      const value = ask.plainArg('value');
      if (field === 'state_delta' && !isRecord(value)) return refused('type_error', field);
      ask.emit({ type: 'action-set', context: ask.on, field, value });
      return ask.done();
    },
  },
  {
    name: 'push_event',
    about: 'Calls the event callback: the agent that set it sees the event at once. This adds the event to no session.',
    parameters: [event, now],
    decide(ask) {
      const slot = contextOf(ask)?.fields['event_callback'];
      if (contextOf(ask) === undefined) return refused('unknown_field', 'event_callback');
      if (slot === undefined || !('callback' in slot)) {
        return refused('type_error', 'event_callback', 'The event callback is null: check it before the call.');
      }
      const made = ask.event(ask.arg('event') ?? null);
      if ('refused' in made) return made.refused;
      ask.emit({ type: 'event-pushed', callback: slot.callback, event: made.event });
      return ask.done();
    },
  },
  {
    name: 'append_event',
    about:
      'Appends an event to a session and merges its state_delta into the session’s state. A partial one is ignored.',
    parameters: [
      { ...required('session', 'string', 'The session: “root.session”, or the name of one.'), takesObject: true },
      event,
      optional('actions_from', 'string', 'The callback context whose actions the event carries.'),
      now,
    ],
    decide: append,
  },
  {
    name: 'is_final',
    about: 'Whether an event is an agent’s final response.',
    parameters: [event],
    decide(ask) {
      const made = ask.event(ask.arg('event') ?? null);
      return 'refused' in made ? made.refused : ask.done(isFinalResponse(made.event));
    },
  },
];

function append(ask: Ask) {
  const session = ask.session('session');
  if (session === undefined) return refused('validation_error', 'session');
  const made = ask.event(ask.arg('event') ?? null);
  if ('refused' in made) return made.refused;
  const from = ask.optionalText('actions_from');
  const view = from === undefined ? undefined : ask.state.contexts.get(ask.idOf(from));
  if (from !== undefined && view?.kind !== 'callback') return refused('validation_error', 'actions_from');
  const event = view?.kind === 'callback' ? { ...made.event, actions: actionsOf(ask, view) } : made.event;
  if (isPartial(event)) return { kind: 'ignored' } as const;
  const at = ask.now === undefined ? {} : { now: ask.now };
  ask.emit({ type: 'event-appended', session, event, ...at });
  return ask.done();
}

/** The current actions; later assignments belong to a later event. */
function actionsOf({ state }: Ask, { actions, delta }: CallbackView): RecordValue {
  const entries = [...(state.dicts.get(delta)?.entries() ?? [])];
  const state_delta = Object.fromEntries(entries.map(([key, value]) => [key, currentValue(value)] as const));
  return { ...actions, state_delta };

  /** Returns the same object unless it was changed in place. */
  function currentValue(value: (typeof entries)[number][1]) {
    const present = presentValue(value, state.changed);
    return present === value ? value : copied(present);
  }
}
