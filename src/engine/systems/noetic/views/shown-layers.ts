import type { TurnIndex } from '../../../model/history.ts';
import type { Path } from '../../../model/path.ts';
import { entry, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import { preview, type ValuePreview } from '../../../cel/index.ts';
import type { ContextState } from '../context-state.ts';
import { projected, providedBy, type Layer } from '../layers.ts';
import { rootNode } from '../state.ts';
import { turnOf } from '../timeline.ts';
import { isUnrecorded } from '../view.ts';
import { callBar, callWindow, type CallBar, type CallWindow } from './call-window.ts';
import { contextChoices, contextPath, type ContextChoices } from './contexts.ts';
import { countBelow, collectFromEvents } from './collect-from-events.ts';
import { modelCallsOf } from './model-calls.ts';
import { stateAtMoment, type NoeticMoment } from './noetic-moment.ts';
import { factsOf, type WindowFact } from './window-parts.ts';

/** A query of memory layers and model calls. */
export interface LayersQuery {
  /** The context; null for the context of the turn. */
  readonly node: string | null;
  /** The index of the model call, from 0; null for the latest. */
  readonly call: number | null;
}

/** The memory layers of one context after a turn, and the window parts of its model calls. */
export interface ShownLayers {
  readonly choices: ContextChoices;
  readonly layers: readonly ShownLayer[];
  readonly layerCount: number;
  /** True if the recording does not contain the layers. */
  readonly areUnrecorded: boolean;
  /** The number of model calls so far. */
  readonly calls: number;
  /** Some of the calls, around the requested one. */
  readonly bars: readonly CallBar[];
  readonly window: CallWindow | null;
}

export interface ShownLayer {
  readonly id: string;
  readonly path: Path | null;
  /** Such as `working-memory`; null for a layer defined by the program. */
  readonly builtin: string | null;
  /** Its token budget, if the declaration has one. */
  readonly budget: number | null;
  /** Further fields of its declaration: scope, budget, slot. */
  readonly declared: readonly WindowFact[];
  readonly state: ValuePreview | null;
  /** True for a layer of an exported Context: its projections were recorded, but not its state. */
  readonly isProvidedOnly: boolean;
  /** Its projections under `ctx.memory`. */
  readonly data: readonly WindowFact[];
  readonly functions: readonly LayerFunction[];
  /** How often its state was set, and the last time. */
  readonly sets: number;
  readonly lastSet: LayerSet | null;
}

export interface LayerFunction {
  readonly name: string;
  /** A description of its argument and effect. */
  readonly about: string;
}

export interface LayerSet {
  readonly turn: TurnIndex;
  /** The function that set it; null: the layer's owner. */
  readonly by: string | null;
}

const maxLayers = 60;
const maxBars = 40;
const previewLength = 400;

export function shownLayers(at: NoeticMoment, query: LayersQuery): ShownLayers {
  const { state, count } = stateAtMoment(at);
  const choices = contextChoices(at, state, query.node);
  const { node } = choices;
  const context = state.contexts.get(node);
  if (context === undefined) return { choices, ...noLayers, calls: 0, bars: [], window: null };
  const path = contextPath(state, node);
  const calls = modelCallsOf(at, node, count);
  const call = Math.max(0, Math.min(query.call ?? calls.count - 1, calls.count - 1));
  const first = Math.max(0, Math.min(call - maxBars / 2, calls.count - maxBars));
  const bars: CallBar[] = [];
  for (let i = first; i < Math.min(calls.count, first + maxBars); i++) {
    const bar = callBar(at, node, count, i, calls);
    if (bar !== null) bars.push(bar);
  }
  const ids = Object.keys(context.layers);
  const provided = Object.entries(memoryOnRecord(context)).filter(([id]) => !Object.hasOwn(context.layers, id));
  const layers = [
    ...ids.flatMap((id) => layerOf(at, context, id, path, count)),
    ...provided.map(([id, data]) => layerOnRecord(id, data, path)),
  ];
  return {
    choices,
    layers: layers.slice(0, maxLayers),
    layerCount: layers.length,
    areUnrecorded: layers.length === 0 && ['layers', 'memory'].every((name) => isUnrecorded(state, context, name)),
    calls: calls.count,
    bars,
    window: callWindow(at, node, count, call, calls),
  };
}

const noLayers = { layers: [], layerCount: 0, areUnrecorded: false } as const;

/** The `memory` field of an exported Context: the projections of each layer, without its state. */
function memoryOnRecord({ recorded }: ContextState): RecordValue {
  const memory = entry(recorded, 'memory');
  return memory !== undefined && isRecord(memory) ? memory : {};
}

const layerOnRecord = (id: string, data: Value, path: Path | null): ShownLayer => ({
  id,
  path: path === null ? null : [...path, 'memory', id],
  builtin: null,
  budget: null,
  declared: [],
  state: null,
  isProvidedOnly: true,
  data: isRecord(data) ? factsOf(data, []) : [],
  functions: [],
  sets: 0,
  lastSet: null,
});

/** The events that set a layer's state, by node and layer. */
const settings = collectFromEvents<Map<string, { readonly events: number[]; readonly by: (string | null)[] }>>(
  () => new Map(),
  (into, event, index) => {
    if (event.type !== 'layer-state-set') return;
    const key = settingKey(event.node ?? rootNode, event.layer);
    const known = into.get(key) ?? { events: [], by: [] };
    into.set(key, known);
    known.events.push(index);
    known.by.push(event.by ?? null);
  },
);

const settingKey = (node: string, layer: string): string => JSON.stringify([node, layer]);

const knownFields: readonly string[] = ['state', 'data', 'functions', 'builtin'];

function layerOf(
  at: NoeticMoment,
  { node, layers }: ContextState,
  id: string,
  path: Path | null,
  count: number,
): readonly ShownLayer[] {
  const layer = Object.hasOwn(layers, id) ? layers[id] : undefined;
  if (layer === undefined) return [];
  const { declared, state } = layer;
  const set = settings(at).get(settingKey(node, id));
  const sets = countBelow(set?.events ?? [], count);
  const last = set?.events[sets - 1];
  return [
    {
      id,
      path: path === null ? null : [...path, 'layers', id],
      builtin: declared.builtin ?? null,
      budget: budgetOf(declared),
      declared: isRecord(declared) ? factsOf(declared, knownFields) : [],
      state: state === undefined ? null : preview(state, previewLength),
      isProvidedOnly: false,
      data: providedBy(layer).data.map((name) => ({
        name,
        value: preview(projected(layer, name) ?? null, previewLength),
      })),
      functions: functionsOf(layer),
      sets,
      lastSet:
        last === undefined ? null : { turn: turnOf(at.session, at.history, last), by: set?.by[sets - 1] ?? null },
    },
  ];
}

/** The budget as a number; of a range, its maximum. */
function budgetOf(declared: unknown): number | null {
  const budget = isRecord(declared) ? entry(declared, 'budget') : undefined;
  const max = budget !== undefined && isRecord(budget) ? entry(budget, 'max') : budget;
  return typeof max === 'number' && Number.isFinite(max) && max >= 0 ? max : null;
}

function functionsOf({ declared }: Layer): readonly LayerFunction[] {
  if (declared.builtin !== undefined) {
    return [{ name: 'update', about: 'merges a record into an object state, or replaces a text state by the record' }];
  }
  return Object.entries(declared.functions ?? {}).map(([name, { adds, arg }]) => ({
    name,
    about: `adds its “${arg}” to “${adds}” and returns the sum`,
  }));
}
