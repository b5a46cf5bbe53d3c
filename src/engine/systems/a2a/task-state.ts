/** The states of a task, as the original page spells them: A2A v0.3. */
export const taskStates = [
  'submitted',
  'working',
  'input-required',
  'auth-required',
  'completed',
  'failed',
  'canceled',
  'rejected',
] as const;
export type TaskState = (typeof taskStates)[number];

/** A task in one of these states never changes its state again. */
export const isTerminal = (state: TaskState): boolean =>
  state === 'completed' || state === 'failed' || state === 'canceled' || state === 'rejected';

/** The task waits for the user. The stream closes here too, although the task is not over. */
export const takesFollowUps = (state: TaskState): boolean => state === 'input-required' || state === 'auth-required';

/** A stream that has shown one of these closes. */
export const isFinal = (state: TaskState): boolean => isTerminal(state) || takesFollowUps(state);
