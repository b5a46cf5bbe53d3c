import { optional, required } from '../parameters.ts';
import {
  argument,
  done,
  placeOf,
  refused,
  textArgument,
  type Answer,
  type OperationRequest,
  type Operation,
} from './operation.ts';
import { callLayerFunction, layerOf, projected, providedBy, type Layer } from './layers.ts';
import { invalid } from './refusal.ts';

const layerParameter = required('layer', 'string', 'The layer’s id.');

/** Operations on `ctx.memory`: projections that read the current state, and functions that may change it. */
export const memoryOperations: readonly Operation[] = [
  {
    name: 'memory_keys',
    about: 'Lists the layers.',
    parameters: [],
    decide: ({ context }) => done([], Object.keys(context.layers)),
  },
  {
    name: 'layer_keys',
    about: 'Lists the projections and functions of a layer.',
    parameters: [layerParameter],
    decide: (request) =>
      withLayer(request, (layer) => {
        const { data, functions } = providedBy(layer);
        return done([], [...data, ...functions]);
      }),
  },
  {
    name: 'layer_get',
    about: 'Reads a projection from the layer’s current state.',
    parameters: [layerParameter, required('name', 'string', 'The name of the projection.')],
    decide: (request) =>
      withLayer(request, (layer) => done([], projected(layer, textArgument(request.args, 'name') ?? '') ?? null)),
  },
  {
    name: 'layer_call',
    about: 'Calls a function of a layer; its argument is validated first.',
    parameters: [
      layerParameter,
      required('name', 'string', 'The name of the function.'),
      optional('args', 'any', 'Its argument.'),
    ],
    decide: (request) =>
      withLayer(request, (layer, id) => {
        const name = textArgument(request.args, 'name') ?? '';
        const outcome = callLayerFunction(layer, name, argument(request.args, 'args') ?? {});
        if ('refused' in outcome) return refused(outcome.refused);
        const { result, state } = outcome;
        if (state === undefined) return done([], result);
        const set = { type: 'layer-state-set', ...placeOf(request.context), layer: id, state, by: name } as const;
        return done([set], result);
      }),
  },
  {
    name: 'layer_set_state',
    about: 'The layer’s owner replaces its state.',
    parameters: [layerParameter, required('state', 'any', 'The new state.')],
    decide: (request) =>
      withLayer(request, (_layer, id) => {
        const state = argument(request.args, 'state') ?? null;
        return done([{ type: 'layer-state-set', ...placeOf(request.context), layer: id, state }]);
      }),
  },
];

function withLayer({ context, args }: OperationRequest, use: (layer: Layer, id: string) => Answer): Answer {
  const id = textArgument(args, 'layer') ?? '';
  const layer = layerOf(context.layers, id);
  if (layer !== undefined) return use(layer, id);
  const known = Object.keys(context.layers).join(', ');
  return refused(
    invalid(`The context has no layer “${id}”; ${known === '' ? 'it has none' : `its layers are ${known}`}.`),
  );
}
