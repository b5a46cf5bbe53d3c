import fc from 'fast-check';
import { expect, it } from 'vitest';
import { apply } from './apply.ts';
import type { A2aEvent } from './event.ts';
import { isTaken, Standings } from './standing.ts';
import { stateOfHeader } from './state.ts';
import { anyEvent } from './testing.ts';

/** They change the state of a task or of a conversation, and no columns. */
const isInward = ({ type }: A2aEvent) =>
  type === 'artifacts-written' ||
  type === 'metadata-merged' ||
  type === 'cancel-requested' ||
  type === 'context-saved' ||
  type === 'clock-advanced';

it('an event is taken where the machine takes it', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
      const standings = new Standings();
      let state = stateOfHeader({ title: 'x' });
      for (const event of events) {
        const next = apply(state, event);
        const isSeen = event.type === 'capability-invoked' && state.tasks.get(event.task) !== undefined;
        const taken = isTaken(event, standings.before(event));
        expect(isInward(event) || taken === (next !== state || isSeen)).toBe(true);
        state = next;
      }
    }),
    { numRuns: 300 },
  );
});
