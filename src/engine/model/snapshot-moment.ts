import type { History, NodeId, Turn } from './history.ts';

/**
 * Gives a session without turns, such as a bare `to_dict()`, one moment: the snapshot. It takes the place of turn 0, so
 * that rules at the hook `turn`, reasons, ribbons and views all work there as at any turn.
 */
export function withSnapshot(
  history: History,
  events: number,
  unrecorded: readonly Unrecorded[] = [],
  label = 'the snapshot',
): History {
  const root = history.nodes[0];
  if (history.turns.length > 0 || root === undefined) return history;
  // Values are valid from before the first turn, because the snapshot itself wrote nothing.
  const turn = -1;
  const parts = unrecorded.filter((part) => part !== 'tokens');
  return {
    ...history,
    turns: [snapshotOf(root.id, events, label)],
    tokens: parts.length === unrecorded.length ? history.tokens : [...history.tokens, { turn, ...unknownTokens }],
    stated: [...(history.stated ?? []), ...parts.map((part) => ({ turn, path: [part], value: undefined }))],
  };
}

/**
 * Parts of the context that a snapshot may leave out: they are unknown then, not empty. `tokens`: those of the model.
 */
export type Unrecorded = 'input' | 'output' | 'capabilities' | '_history' | 'tokens';

/** The unrecorded parts of a snapshot of state alone. */
export const nothingRecorded: readonly Unrecorded[] = ['input', 'output', 'capabilities', '_history', 'tokens'];

const unknownTokens = { prompt: undefined, completion: undefined, total: undefined };

/** `events`: how many the session has. The snapshot is after the last one. */
const snapshotOf = (node: NodeId, events: number, label: string): Turn => ({
  index: 0,
  kind: 'snapshot',
  node,
  at: undefined,
  label,
  text: undefined,
  thinking: undefined,
  isRemark: true,
  tokens: undefined,
  tookMs: undefined,
  answers: false,
  ended: undefined,
  withheld: undefined,
  invocation: undefined,
  gate: undefined,
  event: events,
});

/** True where the history's only moment is a snapshot, so that there is no turn. */
export const isSnapshot = ({ turns }: Pick<History, 'turns'>): boolean => turns[0]?.kind === 'snapshot';

/** The number of turns; a snapshot does not count. */
export const turnCount = ({ turns }: Pick<History, 'turns'>): number =>
  turns[0]?.kind === 'snapshot' ? 0 : turns.length;

/** Explains why a rule of another hook is not judged at a snapshot. */
export const onlySnapshot = (hook: string): string =>
  `This session is a snapshot without turns, so a rule at ${hook} never runs. Judge it at the hook “turn” instead: that is judged at the snapshot.`;
