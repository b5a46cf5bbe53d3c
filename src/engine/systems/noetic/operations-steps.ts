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
  type OperationRequest,
  type Operation,
} from './operation.ts';
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
  optional('layers', 'list', 'The contributions of layers: {layerId, tokenCount, items?}.'),
];

/** Operations on steps, and on the usage of model steps. */
export const stepOperations: readonly Operation[] = [
  {
    name: 'run_step',
    about: 'Dispatches a code step, which returns "done".',
    parameters: [stepId],
    decide: (request) =>
      unlessDeepOrAborted(request, (place, named) => done([{ type: 'step-dispatched', ...place, ...named }], 'done')),
  },
  {
    name: 'enter_step',
    about: 'Starts a step that stays in flight: a checkpoint shows it on the frontier.',
    parameters: [required('stepId', 'string', 'The step’s id.'), optional('input', 'any', 'The input of the step.')],
    decide: (request) =>
      unlessDeepOrAborted(request, (place) => {
        const input = argument(request.args, 'input');
        const entered = { type: 'step-entered', ...place, stepId: textArgument(request.args, 'stepId') ?? '' } as const;
        return done([input === undefined ? entered : { ...entered, input }]);
      }),
  },
  {
    name: 'leave_step',
    about: 'Ends the innermost step in flight.',
    parameters: [],
    decide: ({ context }) =>
      context.frontier === null ? { kind: 'ignored' } : done([{ type: 'step-left', ...placeOf(context) }]),
  },
  {
    name: 'fail_step',
    about: 'Dispatches a step that fails with one of the library’s errors.',
    parameters: [
      required('error', 'map', 'The error: its kind and further fields, such as {kind: "budget_exceeded"}.'),
      stepId,
    ],
    decide: (request) =>
      unlessDeepOrAborted(request, (place, named) => {
        const error = argument(request.args, 'error');
        if (!isRecord(error) || typeof error['kind'] !== 'string')
          return refused(invalid('The error needs a “kind”, which is a string.'));
        const failed = { type: 'step-failed', ...place, error } as const;
        return done([{ type: 'step-dispatched', ...place, ...named }, failed], error);
      }),
  },
  {
    name: 'add_usage',
    about: 'Adds the usage of a model call to the totals.',
    parameters: [
      required('inputTokens', 'number', 'The tokens of the prompt.'),
      required('outputTokens', 'number', 'The tokens of the completion.'),
      optional('cachedTokens', 'number', 'The prompt tokens that were read from a cache.'),
      optional('cost', 'number', 'The cost, in the provider’s currency.'),
    ],
    decide({ context, args }) {
      const usage = usageOf(args);
      const cost = numberArgument(args, 'cost');
      if (usage === null) return refused(invalid('Token counts must be numbers of 0 or more.'));
      return done([
        { type: 'usage-accounted', ...placeOf(context), ...usage, ...(cost === undefined ? {} : { cost }) },
      ]);
    },
  },
  {
    name: 'model_call',
    about:
      'Runs a complete model step: logs the input if it is a text, then the response, and adds the usage to the totals.',
    parameters: [
      required('model', 'string', 'The model’s id.'),
      optional('input', 'any', 'Logged as a user message if it is a text and not empty.'),
      required('response', 'map', 'The response: {items, usage: {inputTokens, outputTokens, cachedTokens?}, cost?}.'),
      ...windowParameters,
      stepId,
    ],
    decide: (request) => unlessDeepOrAborted(request, () => modelCall(request)),
  },
  {
    name: 'layer_usage',
    about: 'Measures the parts of the context window and stores the result as lastLayerUsage.',
    parameters: [
      required('model', 'string', 'The model’s id.'),
      ...windowParameters,
      optional('epoch', 'map', 'The epoch of the cache (current library only).'),
    ],
    decide({ state, context, args }) {
      const window = windowOf(args);
      if (window === null) return refused(reportExpected);
      const usage = layerUsage(context.id, context.log.tokens, window, dialectOf(state));
      return done([{ type: 'window-measured', ...placeOf(context), usage }]);
    },
  },
];

const reportExpected = invalid('Each element of “layers” must be {layerId, tokenCount, items?}.');

type Named = { readonly stepId?: string };

/**
 * Refuses the step if the context is too deep or aborted. The depth is checked first; a refused step is not counted.
 */
function unlessDeepOrAborted(
  { context, args }: OperationRequest,
  run: (place: { readonly node?: string }, named: Named) => Answer,
): Answer {
  const id = textArgument(args, 'stepId');
  if (context.depth >= maxDepth) return refused(tooDeep(id ?? 'step', context.depth));
  if (context.aborted) return refused(cancelled(context.abortReason));
  return run(placeOf(context), id === undefined ? {} : { stepId: id });
}

function modelCall({ state, context, args }: OperationRequest): Answer {
  const response = argument(args, 'response');
  const items = listAt(response, 'items');
  const refusal = firstRefusal(items, state.itemTypes);
  if (refusal !== null) return refused(refusal);
  const usageField = response !== undefined && isMap(response) ? entry(response, 'usage') : undefined;
  const usage = usageField === undefined ? undefined : isRecord(usageField) ? usageOf(usageField) : null;
  if (usage === null) return refused(invalid('“usage” must be {inputTokens, outputTokens, cachedTokens?}.'));
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

/** Only a non-empty text becomes a message. */
const inputItems = ({ log }: ContextState, input: Value | undefined): readonly Value[] =>
  typeof input === 'string' && input !== '' ? [userMessage(itemId(log.length + 1), input)] : [];

function firstRefusal(items: readonly Value[], registered: readonly string[]): Refusal | null {
  for (const item of items) {
    const refusal = refusedItem(item, registered);
    if (refusal !== null) return refusal;
  }
  return null;
}

/** Null if the counts cannot be added. */
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

/** Null if an element of `layers` is malformed. */
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
