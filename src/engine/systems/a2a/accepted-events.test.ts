import fc from 'fast-check';
import { expect, it } from 'vitest';
import { apply } from './apply.ts';
import type { A2aEvent } from './event.ts';
import { isAccepted, TaskStatuses } from './accepted-events.ts';
import { stateOfHeader } from './state.ts';
import { anyEvent } from './testing.ts';

/** Events that change the state of a task or of a conversation, but no columns. */
const isInward = ({ type }: A2aEvent) =>
  type === 'artifacts-written' ||
  type === 'metadata-merged' ||
  type === 'cancel-requested' ||
  type === 'context-saved' ||
  type === 'clock-advanced';

it('an event is accepted exactly when the machine accepts it', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
      const statuses = new TaskStatuses();
      let state = stateOfHeader({ title: 'x' });
      for (const event of events) {
        const next = apply(state, event);
        const isSeen = event.type === 'capability-invoked' && state.tasks.get(event.task) !== undefined;
        const taken = isAccepted(event, statuses.before(event));
        expect(isInward(event) || taken === (next !== state || isSeen)).toBe(true);
        state = next;
      }
    }),
    { numRuns: 300 },
  );
});
