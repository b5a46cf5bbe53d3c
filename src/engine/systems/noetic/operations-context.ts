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
  type Asked,
  type Operation,
} from './asking.ts';
import type { ContextState } from './context-state.ts';
import type { Descent, NoeticEvent, ParallelMode } from './event.ts';
import { refusedItem } from './item.ts';
import { cancelled, invalid } from './refusal.ts';
import { contextAt, dialectOf, executionId, rootNode, threadId, type NoeticState } from './state.ts';
import { pendingWaits } from './waits.ts';

/** A longer chain serves nothing: steps stop at depth 64. */
const maxLevels = 1000;

/** How contexts come, end and are told to stop. */
export const contextOperations: readonly Operation[] = [
  {
    name: 'spawn',
    about: 'Makes a child in isolation: an empty log, a copy of the state, one level deeper.',
    parameters: [optional('items', 'list', 'Items that layers hand over to it.')],
    decide(asked) {
      const items = argument(asked.args, 'items');
      const list: readonly Value[] = Array.isArray(items) ? items : [];
      for (const item of list) {
        const refusal = refusedItem(item, asked.state.itemTypes);
        if (refusal !== null) return refused(refusal);
      }
      return makeChild(asked, 'spawn', list.length === 0 ? {} : { items: list });
    },
  },
  {
    name: 'parallel',
    about: 'Makes the child of one parallel branch: a copy of the log and of the state.',
    parameters: [
      optional('mode', 'string', 'One of all, race, settle; in a race the winner’s state replaces the parent’s.'),
      optional('stepId', 'string', 'The step whose branches run beside each other.'),
    ],
    decide(asked) {
      const mode = textArgument(asked.args, 'mode');
      if (mode !== undefined && !isMode(mode)) return refused(invalid(`There is no parallel mode “${mode}”.`));
      const stepId = textArgument(asked.args, 'stepId');
      return makeChild(asked, 'parallel', {
        ...(mode === undefined ? {} : { mode }),
        ...(stepId === undefined ? {} : { stepId }),
      });
    },
  },
  {
    name: 'nest',
    about: 'Makes a chain of bare children, each one level deeper.',
    parameters: [required('levels', 'number', 'How many.')],
    decide(asked) {
      const levels = numberArgument(asked.args, 'levels') ?? 1;
      if (!Number.isInteger(levels) || levels < 1 || levels > maxLevels) {
        return refused(invalid(`nest makes 1 to ${maxLevels} levels.`));
      }
      return makeChain(asked, levels);
    },
  },
  {
    name: 'settle',
    about: 'The execution of the context ends; its parent cannot abort it any more.',
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
    about: 'The execution ends for those outside: its channel handles are closed.',
    parameters: [],
    decide: ({ context }) =>
      context.isClosed ? { kind: 'ignored' } : done([{ type: 'execution-closed', ...placeOf(context) }]),
  },
  {
    name: 'complete',
    about: 'Says that there is a result. It stops nothing.',
    parameters: [optional('value', 'any', 'The result.')],
    decide({ context, args }) {
      const value = argument(args, 'value');
      return done([{ type: 'completed', ...placeOf(context), ...(value === undefined ? {} : { value }) }]);
    },
  },
  {
    name: 'abort',
    about: 'Asks the context to stop: its next step fails with cancelled.',
    parameters: [optional('reason', 'string', 'Why.')],
    decide: ({ state, context, args }) => done(abortEvents(state, context, textArgument(args, 'reason'))),
  },
];

const isMode = (mode: string): mode is ParallelMode => mode === 'all' || mode === 'race' || mode === 'settle';

type Making = Pick<NoeticEvent & { type: 'context-created' }, 'items' | 'mode' | 'stepId'>;

function makeChild({ state, context, as }: Asked, how: Descent, making: Making) {
  const node = as ?? unusedName(state);
  if (state.contexts.has(node)) return refused(invalid(`There is a context “${node}” already.`));
  return done([...birth(state, context, node, how, making, state.contexts.size + 1)], node);
}

/** A child under an aborted parent is aborted at once, so that nothing runs that nothing can stop. */
function birth(
  state: NoeticState,
  parent: Pick<ContextState, 'node' | 'aborted' | 'abortReason'>,
  node: string,
  how: Descent,
  making: Making,
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
      ...making,
    },
    ...(isAborted ? [{ type: 'aborted' as const, node, reason: inherited(parent.abortReason) }] : []),
  ];
}

function makeChain({ state, context, as }: Asked, levels: number) {
  const last = as ?? unusedName(state);
  const names = Array.from({ length: levels }, (_, i) => (i === levels - 1 ? last : `${last}/${i + 1}`));
  const taken = names.find((name) => state.contexts.has(name));
  if (taken !== undefined) return refused(invalid(`There is a context “${taken}” already.`));
  const chain = names.map((node, i) => {
    const reason = i === 0 ? context.abortReason : inherited(context.abortReason);
    const parent = { node: names[i - 1] ?? context.node, aborted: context.aborted, abortReason: reason };
    return birth(state, parent, node, 'nest', {}, state.contexts.size + i + 1);
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
 * Current: an abort reaches every live context below, and whoever waits at a channel there is told. In the documented
 * library it stays where it is, and those who wait go on waiting.
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

/** Parents before their children. What is settled is out of reach; what is aborted has told its own already. */
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
