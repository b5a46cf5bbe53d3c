import { optional, required } from '../parameters.ts';
import { argument, done, placeOf, refused, textArgument, type Answer, type Asked, type Operation } from './asking.ts';
import { called, layerOf, projected, providedBy, type Layer } from './layers.ts';
import { invalid } from './refusal.ts';

const layerParameter = required('layer', 'string', 'The layer’s id.');

/** `ctx.memory`: projections that read the live state, and functions that may change it. */
export const memoryOperations: readonly Operation[] = [
  {
    name: 'memory_keys',
    about: 'The layers there are.',
    parameters: [],
    decide: ({ context }) => done([], Object.keys(context.layers)),
  },
  {
    name: 'layer_keys',
    about: 'What a layer provides.',
    parameters: [layerParameter],
    decide: (asked) =>
      withLayer(asked, (layer) => {
        const { data, functions } = providedBy(layer);
        return done([], [...data, ...functions]);
      }),
  },
  {
    name: 'layer_get',
    about: 'Reads a projection from the layer’s state as it is now.',
    parameters: [layerParameter, required('name', 'string', 'Of the projection.')],
    decide: (asked) =>
      withLayer(asked, (layer) => done([], projected(layer, textArgument(asked.args, 'name') ?? '') ?? null)),
  },
  {
    name: 'layer_call',
    about: 'Calls a function of a layer; its argument is validated first.',
    parameters: [
      layerParameter,
      required('name', 'string', 'Of the function.'),
      optional('args', 'any', 'Its argument.'),
    ],
    decide: (asked) =>
      withLayer(asked, (layer, id) => {
        const name = textArgument(asked.args, 'name') ?? '';
        const outcome = called(layer, name, argument(asked.args, 'args') ?? {});
        if ('refused' in outcome) return refused(outcome.refused);
        const { result, state } = outcome;
        if (state === undefined) return done([], result);
        const set = { type: 'layer-state-set', ...placeOf(asked.context), layer: id, state, by: name } as const;
        return done([set], result);
      }),
  },
  {
    name: 'layer_set_state',
    about: 'The layer’s owner replaces its state.',
    parameters: [layerParameter, required('state', 'any', 'The new state.')],
    decide: (asked) =>
      withLayer(asked, (_layer, id) => {
        const state = argument(asked.args, 'state') ?? null;
        return done([{ type: 'layer-state-set', ...placeOf(asked.context), layer: id, state }]);
      }),
  },
];

function withLayer({ context, args }: Asked, use: (layer: Layer, id: string) => Answer): Answer {
  const id = textArgument(args, 'layer') ?? '';
  const layer = layerOf(context.layers, id);
  return layer === undefined ? refused(invalid(`The context has no layer “${id}”.`)) : use(layer, id);
}
