import { required } from '../parameters.ts';
import { done, numberArgument, refused, textArgument, type Operation } from './operation.ts';
import type { NoeticEvent } from './event.ts';
import { channelTimeout, invalid } from './refusal.ts';
import type { NoeticState } from './state.ts';
import { pendingWaits } from './waits.ts';

/** Operations on virtual time, which passes only through them. */
export const clockOperations: readonly Operation[] = [
  {
    name: 'advance',
    about: 'Advances virtual time; waits whose timeout expires end with channel_timeout.',
    parameters: [required('ms', 'number', 'Milliseconds.')],
    decide({ state, args }) {
      const ms = numberArgument(args, 'ms') ?? 0;
      if (!Number.isFinite(ms) || ms < 0) return refused(invalid('The number of milliseconds must be 0 or more.'));
      return done(eventsUntil(state, ms));
    },
  },
  {
    name: 'probe_pending',
    about: 'Returns whether a wait is still pending.',
    parameters: [required('token', 'string', 'The token of the wait.')],
    decide({ state, args }) {
      const wait = state.waits.get(textArgument(args, 'token') ?? '');
      return done([], wait?.outcome === null);
    },
  },
];

/** The events in time order, so that each wait ends at its own deadline rather than at the end of a long pause. */
function eventsUntil(state: NoeticState, ms: number): readonly NoeticEvent[] {
  const end = state.now + ms;
  const due = pendingWaits(state)
    .flatMap(({ token, channel, timeout, deadline }) =>
      deadline === undefined || deadline > end ? [] : [{ token, channel, timeout: timeout ?? 0, deadline }],
    )
    .toSorted((a, b) => a.deadline - b.deadline);
  const events: NoeticEvent[] = [];
  let now = state.now;
  for (const { token, channel, timeout, deadline } of due) {
    if (deadline > now) events.push({ type: 'clock-advanced', ms: deadline - now });
    now = Math.max(now, deadline);
    events.push({ type: 'wait-settled', token, rejects: channelTimeout(channel, timeout) });
  }
  if (end > now) events.push({ type: 'clock-advanced', ms: end - now });
  return events;
}
