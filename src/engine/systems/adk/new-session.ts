import { err, ok, type Result } from '../../../base/result.ts';
import { double, isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { newEvent, type Fault } from './new-event.ts';
import { numberOf } from './session-event.ts';

/** A session as its constructor makes it, from arguments or from a dump: checked, with every field, events whole. */
export function newSession(
  given: Value,
  defaults: { readonly id: string; readonly timestamp: number },
): Result<RecordValue, Fault> {
  if (!isRecord(given)) return err({ field: 'session' });
  const { id = defaults.id, app_name = null, user_id = null, state = {}, events = [], last_update_time = 0 } = given;
  const texts = Object.entries({ id, app_name, user_id });
  const wrong = texts.find(([, value]) => typeof value !== 'string');
  if (wrong !== undefined) return err({ field: wrong[0] });
  if (!isRecord(state)) return err({ field: 'state' });
  if (!isList(events)) return err({ field: 'events' });
  const made: RecordValue[] = [];
  for (const event of events) {
    const whole = newEvent(event, { id: `${defaults.id}-event-${made.length + 1}`, timestamp: defaults.timestamp });
    if (!whole.ok) return err({ field: 'events' });
    made.push(whole.value);
  }
  const updated = numberOf(last_update_time);
  if (updated === undefined) return err({ field: 'last_update_time' });
  return ok({ id, app_name, user_id, state: { ...state }, events: made, last_update_time: double(updated) });
}
