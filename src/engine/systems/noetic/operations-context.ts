import type { Value } from '../../model/value.ts';
import { rivalsOf } from './apply-context.ts';
import { optional, required } from '../parameters.ts';
import {
  argument,
  done,
  numberArgument,
  placeOf,
  refused,
  textArgument,
  type OperationRequest,
  type Operation,
} from './operation.ts';
import type { ContextState } from './context-state.ts';
import type { Descent, NoeticEvent, ParallelMode } from './event.ts';
import { refusedItem } from './item.ts';
import { cancelled, invalid } from './refusal.ts';
import { contextAt, dialectOf, executionId, rootNode, threadId, type NoeticState } from './state.ts';
import { pendingWaits } from './waits.ts';

/** The limit of a chain; longer ones are useless, because steps stop at depth 64. */
const maxLevels = 1000;

/** Operations that create, end and abort contexts. */
export const contextOperations: readonly Operation[] = [
  {
    name: 'spawn',
    about: 'Creates an isolated child, one level deeper: with an empty log and a copy of the state.',
    parameters: [optional('items', 'list', 'Items that layers pass to the child.')],
    decide(request) {
      const items = argument(request.args, 'items');
      const list: readonly Value[] = Array.isArray(items) ? items : [];
      for (const item of list) {
        const refusal = refusedItem(item, request.state.itemTypes);
        if (refusal !== null) return refused(refusal);
      }
      return makeChild(request, 'spawn', list.length === 0 ? {} : { items: list });
    },
  },
  {
    name: 'parallel',
    about: 'Creates the child of one parallel branch, with a copy of the log and of the state.',
    parameters: [
      optional('mode', 'string', 'One of all, race, settle; in a race the winner’s state replaces the parent’s.'),
      optional('stepId', 'string', 'The step whose branches run in parallel.'),
    ],
    decide(request) {
      const mode = textArgument(request.args, 'mode');
      if (mode !== undefined && !isMode(mode)) return refused(invalid(`There is no parallel mode “${mode}”.`));
      const stepId = textArgument(request.args, 'stepId');
      return makeChild(request, 'parallel', {
        ...(mode === undefined ? {} : { mode }),
        ...(stepId === undefined ? {} : { stepId }),
      });
    },
  },
  {
    name: 'nest',
    about: 'Creates a chain of bare children, each one level deeper.',
    parameters: [required('levels', 'number', 'The number of levels.')],
    decide(request) {
      const levels = numberArgument(request.args, 'levels') ?? 1;
      if (!Number.isInteger(levels) || levels < 1 || levels > maxLevels) {
        return refused(invalid(`nest creates 1 to ${maxLevels} levels.`));
      }
      return makeChain(request, levels);
    },
  },
  {
    name: 'settle',
    about: 'Ends the execution of the context; its parent cannot abort it any more.',
    parameters: [],
    decide({ state, context }) {
      if (!context.isLive) return { kind: 'ignored' };
      const losers = context.aborted
        ? []
        : rivalsOf(state, context).filter(({ isLive, aborted }) => isLive && !aborted);
      const isWon = rivalsOf(state, context).some(({ isLive, aborted }) => !isLive && !aborted);
      return done([
        { type: 'context-settled', ...placeOf(context) },
        ...(isWon ? [] : losers.flatMap((loser) => abortEvents(state, loser, 'race lost'))),
      ]);
    },
  },
  {
    name: 'close_execution',
    about: 'Ends the execution for outside code: its channel handles are closed.',
    parameters: [],
    decide: ({ context }) =>
      context.isClosed ? { kind: 'ignored' } : done([{ type: 'execution-closed', ...placeOf(context) }]),
  },
  {
    name: 'complete',
    about: 'Marks the context as completed. It stops nothing.',
    parameters: [optional('value', 'any', 'The result.')],
    decide({ context, args }) {
      const value = argument(args, 'value');
      return done([{ type: 'completed', ...placeOf(context), ...(value === undefined ? {} : { value }) }]);
    },
  },
  {
    name: 'abort',
    about: 'Requests the context to stop: its next step fails with cancelled.',
    parameters: [optional('reason', 'string', 'The reason.')],
    decide: ({ state, context, args }) => done(abortEvents(state, context, textArgument(args, 'reason'))),
  },
];

const isMode = (mode: string): mode is ParallelMode => mode === 'all' || mode === 'race' || mode === 'settle';

type ChildOptions = Pick<NoeticEvent & { type: 'context-created' }, 'items' | 'mode' | 'stepId'>;

function makeChild({ state, context, as }: OperationRequest, how: Descent, options: ChildOptions) {
  const node = as ?? unusedName(state);
  if (state.contexts.has(node)) return refused(invalid(`There is a context “${node}” already.`));
  return done([...creationEvents(state, context, node, how, options, state.contexts.size + 1)], node);
}

/**
 * The events that create a context. A child of an aborted parent is aborted at once, because no later abort would reach
 * it.
 */
function creationEvents(
  state: NoeticState,
  parent: Pick<ContextState, 'node' | 'aborted' | 'abortReason'>,
  node: string,
  how: Descent,
  options: ChildOptions,
  count: number,
): readonly NoeticEvent[] {
  const isAborted = dialectOf(state) === 'current' && parent.aborted;
  return [
    {
      type: 'context-created',
      node,
      ...(parent.node === rootNode ? {} : { parent: parent.node }),
      how,
      id: executionId(count),
      ...(how === 'nest' ? { threadId: threadId(count) } : {}),
      ...options,
    },
    ...(isAborted ? [{ type: 'aborted' as const, node, reason: inherited(parent.abortReason) }] : []),
  ];
}

function makeChain({ state, context, as }: OperationRequest, levels: number) {
  const last = as ?? unusedName(state);
  const names = Array.from({ length: levels }, (_, i) => (i === levels - 1 ? last : `${last}/${i + 1}`));
  const existing = names.find((name) => state.contexts.has(name));
  if (existing !== undefined) return refused(invalid(`There is a context “${existing}” already.`));
  const chain = names.map((node, i) => {
    const reason = i === 0 ? context.abortReason : inherited(context.abortReason);
    const parent = { node: names[i - 1] ?? context.node, aborted: context.aborted, abortReason: reason };
    return creationEvents(state, parent, node, 'nest', {}, state.contexts.size + i + 1);
  });
  return done(chain.flat(), last);
}

export function unusedName({ contexts }: NoeticState): string {
  let count = contexts.size;
  while (contexts.has(`context-${count}`)) count++;
  return `context-${count}`;
}

const inherited = (reason: string | undefined): string => reason ?? 'parent context aborted';

/**
 * The events of an abort. In the current library, it reaches every live context below and ends the waits of these
 * contexts. In the documented library, it affects only the context itself, and waits continue.
 */
function abortEvents(state: NoeticState, context: ContextState, reason: string | undefined): readonly NoeticEvent[] {
  const own: NoeticEvent = { type: 'aborted', ...placeOf(context), ...(reason === undefined ? {} : { reason }) };
  if (dialectOf(state) === 'documented' || context.aborted) return [own];
  const below = liveBelow(state, context);
  const reached = new Set([context.node, ...below.map(({ node }) => node)]);
  const waits = pendingWaits(state).filter(({ node }) => reached.has(node));
  return [
    own,
    ...below.map(({ node }): NoeticEvent => ({ type: 'aborted', node, reason: inherited(reason) })),
    ...waits.map(({ token, node }): NoeticEvent => {
      const why = node === context.node ? reason : inherited(reason);
      return { type: 'wait-settled', token, rejects: cancelled(why) };
    }),
  ];
}

/**
 * The live contexts below, parents before children. Settled contexts are not reached; an aborted one has aborted its
 * own children already.
 */
function liveBelow(state: NoeticState, context: ContextState): readonly ContextState[] {
  const found: ContextState[] = [];
  const open = [...context.children].toReversed();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const child = contextAt(state, node);
    if (child === undefined || !child.isLive || child.aborted) continue;
    found.push(child);
    open.push(...[...child.children].toReversed());
  }
  return found;
}
