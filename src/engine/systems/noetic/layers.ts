import { Double, entry, isMap, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { LayerDeclaration } from './header.ts';
import { invalid, type Refusal } from './refusal.ts';

/** A memory layer of one context: its declaration, and its current state (undefined if it has none). */
export interface Layer {
  readonly declared: LayerDeclaration;
  readonly state: Value | undefined;
}

export type Layers = { readonly [layerId: string]: Layer };

export function layersOf(declared: { readonly [layerId: string]: LayerDeclaration }): Layers {
  return Object.fromEntries(
    Object.entries(declared).map(([id, layer]) => [id, { declared: layer, state: layer.state }]),
  );
}

/** The layer with this id. `__proto__` is an ordinary id. */
export const layerOf = (layers: Layers, id: string): Layer | undefined =>
  Object.hasOwn(layers, id) ? layers[id] : undefined;

/** Returns the same layers if the state is unchanged. */
export function withLayerState(layers: Layers, id: string, state: Value): Layers {
  const known = layerOf(layers, id);
  if (known !== undefined && known.state === state) return layers;
  return { ...layers, [id]: { declared: known?.declared ?? {}, state } };
}

/** The names of a layer's projections and functions, in declaration order. */
export function providedBy({ declared }: Layer): {
  readonly data: readonly string[];
  readonly functions: readonly string[];
} {
  if (declared.builtin !== undefined) return { data: ['snapshot'], functions: ['update'] };
  return { data: Object.keys(declared.data ?? {}), functions: Object.keys(declared.functions ?? {}) };
}

/** The current value of a projection; undefined if the layer does not provide it. */
export function projected({ declared, state }: Layer, name: string): Value | undefined {
  if (declared.builtin !== undefined) return name === 'snapshot' ? (state ?? null) : undefined;
  const key = declared.data !== undefined && Object.hasOwn(declared.data, name) ? declared.data[name] : undefined;
  if (key === undefined) return undefined;
  return state !== undefined && isMap(state) ? (entry(state, key) ?? null) : null;
}

/** All projections of a layer, as `ctx.memory[layerId]` shows them. */
export const projections = (layer: Layer): RecordValue =>
  Object.fromEntries(providedBy(layer).data.map((name) => [name, projected(layer, name) ?? null]));

/** The outcome of a layer function: its result, and the layer's new state if it changed the state. */
export type LayerCallResult = { readonly result: Value; readonly state?: Value } | { readonly refused: Refusal };

/** Calls a layer function. The argument is validated first: an invalid one leaves the state unchanged. */
export function callLayerFunction(layer: Layer, name: string, args: Value): LayerCallResult {
  if (layer.declared.builtin !== undefined) {
    return name === 'update'
      ? updateWorkingMemory(layer, args)
      : { refused: invalid(`The layer provides no function “${name}”.`) };
  }
  const functions = layer.declared.functions ?? {};
  const known = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (known === undefined) return { refused: invalid(`The layer provides no function “${name}”.`) };
  const amount = isMap(args) ? numberOf(entry(args, known.arg)) : undefined;
  if (amount === undefined) return { refused: invalid(`${name} expects a number as “${known.arg}”.`) };
  const before = layer.state !== undefined && isRecord(layer.state) ? layer.state : {};
  const sum = (numberOf(entry(before, known.adds)) ?? 0) + amount;
  return { result: sum, state: { ...before, [known.adds]: sum } };
}

/** Keys that could reach an object's prototype; the library drops them. */
const droppedKeys: readonly string[] = ['__proto__', 'constructor'];

/** Working memory: top-level keys are merged into an object state; a text state is replaced by the record. */
function updateWorkingMemory({ state }: Layer, args: Value): LayerCallResult {
  if (!isRecord(args)) return { refused: invalid('update expects a record.') };
  const record = Object.fromEntries(Object.entries(args).filter(([key]) => !droppedKeys.includes(key)));
  const merged = state !== undefined && isRecord(state) ? { ...state, ...record } : record;
  return { result: null, state: merged };
}

function numberOf(value: Value | undefined): number | undefined {
  if (value instanceof Double) return value.value;
  return typeof value === 'number' && !Number.isNaN(value) ? value : undefined;
}
