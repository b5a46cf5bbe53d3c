import { entry, isMap, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { optional, required } from '../parameters.ts';
import {
  argument,
  done,
  numberArgument,
  placeOf,
  refused,
  textArgument,
  type Answer,
  type Asked,
  type Operation,
} from './asking.ts';
import type { ContextState } from './context-state.ts';
import type { NoeticEvent, TokenUsage } from './event.ts';
import { estimateItem } from './estimate.ts';
import { lastAssistantText, refusedItem, userMessage } from './item.ts';
import { isLayerReport, layerUsage, type Window } from './layer-usage.ts';
import { listAt } from './operations-items.ts';
import { cancelled, invalid, tooDeep, type Refusal } from './refusal.ts';
import { dialectOf, itemId, maxDepth } from './state.ts';

const stepId = optional('stepId', 'string', 'The step’s id.');
const windowParameters = [
  optional('instructions', 'string', 'The system prompt.'),
  optional('tools', 'list', 'The tools offered.'),
  optional('layers', 'list', 'What layers contributed: {layerId, tokenCount, items?}.'),
];

/** Steps, and what model steps count. */
export const stepOperations: readonly Operation[] = [
  {
    name: 'run_step',
    about: 'Dispatches a code step, which returns "done".',
    parameters: [stepId],
    decide: (asked) =>
      unlessStopped(asked, (place, named) => done([{ type: 'step-dispatched', ...place, ...named }], 'done')),
  },
  {
    name: 'enter_step',
    about: 'A step is in flight: a checkpoint shows it on the frontier.',
    parameters: [required('stepId', 'string', 'The step’s id.'), optional('input', 'any', 'What it was given.')],
    decide: (asked) =>
      unlessStopped(asked, (place) => {
        const input = argument(asked.args, 'input');
        const entered = { type: 'step-entered', ...place, stepId: textArgument(asked.args, 'stepId') ?? '' } as const;
        return done([input === undefined ? entered : { ...entered, input }]);
      }),
  },
  {
    name: 'leave_step',
    about: 'The innermost step in flight comes back.',
    parameters: [],
    decide: ({ context }) =>
      context.frontier === null ? { kind: 'ignored' } : done([{ type: 'step-left', ...placeOf(context) }]),
  },
  {
    name: 'fail_step',
    about: 'Dispatches a step that fails with one of the library’s errors.',
    parameters: [
      required('error', 'map', 'Kind, and what the error carries, such as {kind: "budget_exceeded"}.'),
      stepId,
    ],
    decide: (asked) =>
      unlessStopped(asked, (place, named) => {
        const error = argument(asked.args, 'error');
        if (!isRecord(error) || typeof error['kind'] !== 'string') return refused(invalid('An error has a kind.'));
        const failed = { type: 'step-failed', ...place, error } as const;
        return done([{ type: 'step-dispatched', ...place, ...named }, failed], error);
      }),
  },
  {
    name: 'add_usage',
    about: 'Accounts a model call.',
    parameters: [
      required('inputTokens', 'number', 'Of the prompt.'),
      required('outputTokens', 'number', 'Of the completion.'),
      optional('cachedTokens', 'number', 'Of the prompt, from a cache.'),
      optional('cost', 'number', 'In the provider’s currency.'),
    ],
    decide({ context, args }) {
      const usage = usageOf(args);
      const cost = numberArgument(args, 'cost');
      if (usage === null) return refused(invalid('Token counts are numbers from 0 up.'));
      return done([
        { type: 'usage-accounted', ...placeOf(context), ...usage, ...(cost === undefined ? {} : { cost }) },
      ]);
    },
  },
  {
    name: 'model_call',
    about: 'A whole model step: the input is logged if it is a text, then the response; its usage is added up.',
    parameters: [
      required('model', 'string', 'The model’s id.'),
      optional('input', 'any', 'Logged as a user message if it is a text and not empty.'),
      required('response', 'map', 'As {items, usage: {inputTokens, outputTokens, cachedTokens?}, cost?}.'),
      ...windowParameters,
      stepId,
    ],
    decide: (asked) => unlessStopped(asked, () => modelCall(asked)),
  },
  {
    name: 'layer_usage',
    about: 'Measures how the context window is made up, and keeps it as lastLayerUsage.',
    parameters: [
      required('model', 'string', 'The model’s id.'),
      ...windowParameters,
      optional('epoch', 'map', 'Later library: the cache’s epoch.'),
    ],
    decide({ state, context, args }) {
      const window = windowOf(args);
      if (window === null) return refused(reportExpected);
      const usage = layerUsage(context.id, context.log.tokens, window, dialectOf(state));
      return done([{ type: 'window-measured', ...placeOf(context), usage }]);
    },
  },
];

const reportExpected = invalid('A layer reports {layerId, tokenCount, items?}.');

type Named = { readonly stepId?: string };

/** Depth is looked at before the abort; neither is counted as a step. */
function unlessStopped(
  { context, args }: Asked,
  go: (place: { readonly node?: string }, named: Named) => Answer,
): Answer {
  const id = textArgument(args, 'stepId');
  if (context.depth >= maxDepth) return refused(tooDeep(id ?? 'step', context.depth));
  if (context.aborted) return refused(cancelled(context.abortReason));
  return go(placeOf(context), id === undefined ? {} : { stepId: id });
}

function modelCall({ state, context, args }: Asked): Answer {
  const response = argument(args, 'response');
  const items = listAt(response, 'items');
  const refusal = firstRefusal(items, state.itemTypes);
  if (refusal !== null) return refused(refusal);
  const given = response !== undefined && isMap(response) ? entry(response, 'usage') : undefined;
  const usage = given === undefined ? undefined : isRecord(given) ? usageOf(given) : null;
  if (usage === null) return refused(invalid('usage is {inputTokens, outputTokens, cachedTokens?}.'));
  const window = windowOf(args);
  if (window === null) return refused(reportExpected);
  const cost = isRecord(response) ? numberArgument(response, 'cost') : undefined;
  const place = placeOf(context);
  const id = textArgument(args, 'stepId');
  const appended = [...inputItems(context, argument(args, 'input')), ...items];
  const history = appended.reduce<number>((sum, item) => sum + estimateItem(item), context.log.tokens);
  const events: readonly NoeticEvent[] = [
    { type: 'step-dispatched', ...place, ...(id === undefined ? {} : { stepId: id }) },
    ...appended.map((item): NoeticEvent => ({ type: 'item-appended', ...place, item })),
    {
      type: 'model-called',
      ...place,
      model: window.model,
      responded: items.length,
      ...(usage === undefined ? {} : { usage }),
      ...(cost === undefined ? {} : { cost }),
    },
    { type: 'window-measured', ...place, usage: layerUsage(context.id, history, window, dialectOf(state)) },
  ];
  return done(events, lastAssistantText(items));
}

/** Only a text, and not an empty one, becomes a message. */
const inputItems = ({ log }: ContextState, input: Value | undefined): readonly Value[] =>
  typeof input === 'string' && input !== '' ? [userMessage(itemId(log.length + 1), input)] : [];

function firstRefusal(items: readonly Value[], registered: readonly string[]): Refusal | null {
  for (const item of items) {
    const refusal = refusedItem(item, registered);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** Null: no counts that can be added. */
function usageOf(args: RecordValue): TokenUsage | null {
  const inputTokens = numberArgument(args, 'inputTokens');
  const outputTokens = numberArgument(args, 'outputTokens');
  const cachedTokens = numberArgument(args, 'cachedTokens');
  if (!isAmount(inputTokens) || !isAmount(outputTokens)) return null;
  if (cachedTokens === undefined) return { inputTokens, outputTokens };
  return isAmount(cachedTokens) ? { inputTokens, outputTokens, cachedTokens } : null;
}

const isAmount = (count: number | undefined): count is number =>
  count !== undefined && Number.isFinite(count) && count >= 0;

/** Null: a layer's report is none. */
function windowOf(args: RecordValue): Window | null {
  const layers = listAt(args, 'layers');
  if (!layers.every(isLayerReport)) return null;
  return {
    model: textArgument(args, 'model') ?? '',
    instructions: textArgument(args, 'instructions'),
    tools: listAt(args, 'tools'),
    layers,
    epoch: argument(args, 'epoch'),
  };
}
