import type { History, NodeId, Turn } from './history.ts';

/**
 * A session without turns, such as a bare `to_dict()`, still shows one moment: the snapshot. It takes the place of turn 0,
 * so that rules at the hook `turn`, reasons, ribbons and views all work there as they do at any turn.
 */
export function withSnapshot(
  history: History,
  events: number,
  unrecorded: readonly Unrecorded[] = [],
  label = 'the snapshot',
): History {
  const root = history.nodes[0];
  if (history.turns.length > 0 || root === undefined) return history;
  // From the start on, because nothing was written at the snapshot itself.
  const turn = -1;
  const parts = unrecorded.filter((part) => part !== 'tokens');
  return {
    ...history,
    turns: [snapshotOf(root.id, events, label)],
    tokens: parts.length === unrecorded.length ? history.tokens : [...history.tokens, { turn, ...unknownTokens }],
    stated: [...(history.stated ?? []), ...parts.map((part) => ({ turn, path: [part], value: undefined }))],
  };
}

/** Parts of the context of which a snapshot may say nothing: they are unknown then, and not empty. `tokens`: of the model. */
export type Unrecorded = 'input' | 'output' | 'capabilities' | '_history' | 'tokens';

/** For a snapshot of state alone. */
export const nothingRecorded: readonly Unrecorded[] = ['input', 'output', 'capabilities', '_history', 'tokens'];

const unknownTokens = { prompt: undefined, completion: undefined, total: undefined };

/** `events`: how many the session has. The moment is after the last one. */
const snapshotOf = (node: NodeId, events: number, label: string): Turn => ({
  index: 0,
  kind: 'snapshot',
  node,
  at: undefined,
  label,
  said: undefined,
  isRemark: true,
  tokens: undefined,
  tookMs: undefined,
  answers: false,
  ended: undefined,
  withheld: undefined,
  invocation: undefined,
  event: events,
});

/** True where the one moment of the history is a snapshot, so that there is no turn. */
export const isSnapshot = ({ turns }: Pick<History, 'turns'>): boolean => turns[0]?.kind === 'snapshot';

/** How many turns there are: a snapshot is none. */
export const turnCount = ({ turns }: Pick<History, 'turns'>): number =>
  turns[0]?.kind === 'snapshot' ? 0 : turns.length;

/** Why a rule of another hook is not judged there. */
export const onlySnapshot = (hook: string): string =>
  `This session is a snapshot without turns, so a rule at ${hook} never runs. Judge it at the hook “turn” instead: that is judged at the snapshot.`;
