import type { Path } from '../../../model/path.ts';
import type { ContextState } from '../context-state.ts';
import { rootNode, type NoeticState } from '../state.ts';
import type { NoeticMoment } from './noetic-moment.ts';

/** The contexts that there are at a moment, for choosing one. */
export interface ContextChoices {
  /** In the order of their making, the root first; not more than fit in a menu. */
  readonly contexts: readonly ContextChoice[];
  /** How many there are in all. */
  readonly total: number;
  /** The one that the answer is about: what was asked for, or where the turn happened. */
  readonly node: string;
  /** False: nobody had made it yet. */
  readonly exists: boolean;
}

export interface ContextChoice {
  readonly node: string;
  readonly depth: number;
  readonly how: ContextState['how'];
  readonly items: number;
}

/** More are not listed: whoever wants another moves the cursor to a turn of it. */
const maxChoices = 200;

/** `asked`: null for the context of the turn. */
export function contextChoices(
  { history, turn }: NoeticMoment,
  state: NoeticState,
  asked: string | null,
): ContextChoices {
  const node = asked ?? history.turns[turn]?.node ?? rootNode;
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

/** Where rules find a context: down from the root. Null for one that no way leads to, such as a restored one. */
export function contextPath({ contexts }: NoeticState, node: string): Path | null {
  const names: string[] = [];
  let context = contexts.get(node);
  // No way is longer than the deepest context.
  while (context !== undefined && names.length <= contexts.size) {
    if (context.node === rootNode) return ['ctx', ...names.toReversed().flatMap((name) => ['children', name])];
    names.push(context.node);
    context = context.parent === null ? undefined : contexts.get(context.parent);
  }
  return null;
}
