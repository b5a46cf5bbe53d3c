import type { Path } from '../../../model/path.ts';
import type { ContextState } from '../context-state.ts';
import { rootNode, type NoeticState } from '../state.ts';
import type { NoeticMoment } from './noetic-moment.ts';

/** The contexts that exist at a moment, for a menu. */
export interface ContextChoices {
  /** In order of creation, the root first; at most as many as fit in a menu. */
  readonly contexts: readonly ContextChoice[];
  /** The total number of contexts. */
  readonly total: number;
  /** The context that the view shows: the requested one, or the context of the turn. */
  readonly node: string;
  /** False if the context did not exist yet. */
  readonly exists: boolean;
}

export interface ContextChoice {
  readonly node: string;
  readonly depth: number;
  readonly how: ContextState['how'];
  readonly items: number;
}

/** The limit of the menu. To see another context, the user moves the cursor to one of its turns. */
const maxChoices = 200;

/** `requested`: null for the context of the turn. */
export function contextChoices(
  { history, turn }: NoeticMoment,
  state: NoeticState,
  requested: string | null,
): ContextChoices {
  const node = requested ?? history.turns[turn]?.node ?? rootNode;
  const contexts: ContextChoice[] = [];
  for (const name of state.contexts.keys()) {
    if (contexts.length === maxChoices) break;
    const context = state.contexts.get(name);
    if (context !== undefined) contexts.push(choiceOf(context));
  }
  const shown = state.contexts.get(node);
  if (shown !== undefined && !contexts.some((choice) => choice.node === node)) contexts.push(choiceOf(shown));
  return { contexts, total: state.contexts.size, node, exists: shown !== undefined };
}

const choiceOf = ({ node, depth, how, log }: ContextState): ContextChoice => ({ node, depth, how, items: log.length });

/**
 * The path by which rules reach a context from the root; null for a context without such a path, such as a restored
 * one.
 */
export function contextPath({ contexts }: NoeticState, node: string): Path | null {
  const names: string[] = [];
  let context = contexts.get(node);
  // A path cannot be longer than the number of contexts.
  while (context !== undefined && names.length <= contexts.size) {
    if (context.node === rootNode) return ['ctx', ...names.toReversed().flatMap((name) => ['children', name])];
    names.push(context.node);
    context = context.parent === null ? undefined : contexts.get(context.parent);
  }
  return null;
}
