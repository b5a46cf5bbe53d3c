import { err, ok, type Result } from '../../../base/result.ts';
import { double, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { newEvent, type Fault } from './new-event.ts';
import { numberOf } from './session-event.ts';

/** Validates and completes a session as its constructor does, from arguments or from a dump, including its events. */
export function newSession(
  input: Value,
  defaults: { readonly id: string; readonly timestamp: number },
): Result<RecordValue, Fault> {
  if (!isRecord(input)) return err({ field: 'session' });
  const { id = defaults.id, app_name = null, user_id = null, state = {}, events = [], last_update_time = 0 } = input;
  const texts = Object.entries({ id, app_name, user_id });
  const wrong = texts.find(([, value]) => typeof value !== 'string');
  if (wrong !== undefined) return err({ field: wrong[0] });
  if (!isRecord(state)) return err({ field: 'state' });
  if (!isList(events)) return err({ field: 'events' });
  const completed: RecordValue[] = [];
  for (const event of events) {
    const completedEvent = newEvent(event, {
      id: `${defaults.id}-event-${completed.length + 1}`,
      timestamp: defaults.timestamp,
    });
    if (!completedEvent.ok) return err({ field: 'events' });
    completed.push(completedEvent.value);
  }
  const updated = numberOf(last_update_time);
  if (updated === undefined) return err({ field: 'last_update_time' });
  return ok({ id, app_name, user_id, state: { ...state }, events: completed, last_update_time: double(updated) });
}
