import { required } from '../parameters.ts';
import { done, numberArgument, refused, textArgument, type Operation } from './asking.ts';
import type { NoeticEvent } from './event.ts';
import { channelTimeout, invalid } from './refusal.ts';
import type { NoeticState } from './state.ts';
import { pendingWaits } from './waits.ts';

/** Virtual time: nothing else makes it pass. */
export const clockOperations: readonly Operation[] = [
  {
    name: 'advance',
    about: 'Lets virtual time pass; waits whose time is up end with channel_timeout.',
    parameters: [required('ms', 'number', 'Milliseconds.')],
    decide({ state, args }) {
      const ms = numberArgument(args, 'ms') ?? 0;
      if (!Number.isFinite(ms) || ms < 0) return refused(invalid('Time passes by 0 milliseconds or more.'));
      return done(passing(state, ms));
    },
  },
  {
    name: 'probe_pending',
    about: 'Whether a wait still goes on.',
    parameters: [required('token', 'string', 'Of the wait.')],
    decide({ state, args }) {
      const wait = state.waits.get(textArgument(args, 'token') ?? '');
      return done([], wait?.outcome === null);
    },
  },
];

/** In order of time, so that each wait ends when its time is up and not at the end of a long pause. */
function passing(state: NoeticState, ms: number): readonly NoeticEvent[] {
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
