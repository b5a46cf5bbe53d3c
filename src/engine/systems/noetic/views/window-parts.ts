import { Double, entry, isList, isMap, keysOf, type RecordValue, type Value } from '../../../model/value.ts';
import { preview, type ValuePreview } from '../../../cel/index.ts';
import { field } from '../item.ts';

/** A part of a context window, with the tokens that it takes. */
export interface WindowPart {
  readonly kind: 'instructions' | 'tools' | 'layer' | 'history';
  /** The layer's id; elsewhere the kind. */
  readonly name: string;
  readonly tokens: number;
  /** How many items a layer contributed; null where nobody says, and elsewhere. */
  readonly items: number | null;
  /** What else is recorded of a layer: where it was placed, whether it was served fresh, how often it changes. */
  readonly facts: readonly WindowFact[];
}

export interface WindowFact {
  readonly name: string;
  readonly value: ValuePreview;
}

export interface MeasuredWindow {
  /** In the order in which they are sent: instructions, tools, layers, history. */
  readonly parts: readonly WindowPart[];
  /** The parts added up. */
  readonly sum: number;
  /** As recorded; null where it is not. */
  readonly total: number | null;
  readonly model: string | null;
  /** Other fields on record, such as a cache's epoch. */
  readonly facts: readonly WindowFact[];
}

/** More layers are added up to one. */
const maxLayers = 40;

/** What `lastLayerUsage` says. Recordings may hold anything there: what is no number counts for nothing. */
export function windowOf(usage: RecordValue): MeasuredWindow {
  const whole = (kind: 'instructions' | 'tools' | 'history', name: string): WindowPart => ({
    kind,
    name: kind,
    tokens: amount(entry(usage, name)) ?? 0,
    items: null,
    facts: [],
  });
  const parts = [
    whole('instructions', 'systemPromptTokens'),
    whole('tools', 'toolsTokens'),
    ...layerParts(entry(usage, 'layers')),
    whole('history', 'historyTokens'),
  ];
  return {
    parts,
    sum: parts.reduce((sum, { tokens }) => sum + tokens, 0),
    total: amount(entry(usage, 'totalUsedTokens')),
    model: field(usage, 'modelId') ?? null,
    facts: factsOf(usage, usageFields),
  };
}

const usageFields: readonly string[] = [
  'executionId',
  'modelId',
  'layers',
  'systemPromptTokens',
  'toolsTokens',
  'historyTokens',
  'totalUsedTokens',
];

function layerParts(layers: Value | undefined): readonly WindowPart[] {
  if (layers === undefined || !isList(layers)) return [];
  const parts: WindowPart[] = [];
  let [others, rest] = [0, 0];
  for (const layer of layers) {
    const tokens = (isMap(layer) ? amount(entry(layer, 'tokenCount')) : null) ?? 0;
    if (parts.length === maxLayers) {
      others += 1;
      rest += tokens;
      continue;
    }
    const items = isMap(layer) ? entry(layer, 'items') : undefined;
    parts.push({
      kind: 'layer',
      name: field(layer, 'layerId') ?? '',
      tokens,
      items: items !== undefined && isList(items) ? items.length : null,
      facts: isMap(layer) ? factsOf(layer, ['layerId', 'tokenCount', 'items']) : [],
    });
  }
  if (others > 0) parts.push({ kind: 'layer', name: `${others} more`, tokens: rest, items: null, facts: [] });
  return parts;
}

const maxFacts = 12;

/** Whatever is there besides the fields that are known. */
export function factsOf(value: Value, known: readonly string[]): readonly WindowFact[] {
  if (!isMap(value)) return [];
  return keysOf(value)
    .map(String)
    .filter((name) => !known.includes(name))
    .slice(0, maxFacts)
    .map((name) => ({ name, value: preview(entry(value, name) ?? null, 80) }));
}

function amount(value: Value | undefined): number | null {
  const number = value instanceof Double ? value.value : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null;
}
