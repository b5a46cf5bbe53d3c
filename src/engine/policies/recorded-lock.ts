import type { TurnIndex } from '../model/history.ts';
import type { OpenSession } from '../opening/open-session.ts';

/**
 * The turn at which the recorded task was locked, which is then its last; null when it was not locked, or no task is
 * recorded.
 */
export function recordedLock({ session, history }: OpenSession): TurnIndex | null {
  if (session.system !== 'task' || history.turns.length === 0) return null;
  return session.events.some(isLock) ? history.turns.length - 1 : null;
}

/** Only the task itself: a delegated task has a node. */
const isLock = (event: unknown): boolean =>
  typeof event === 'object' && event !== null && 'type' in event && event.type === 'locked' && !('node' in event);
