import { Double, entry, isList, isMap, keysOf, type RecordValue, type Value } from '../../../model/value.ts';
import { preview, type ValuePreview } from '../../../cel/index.ts';
import { field } from '../item.ts';

/** A part of a context window, with its tokens. */
export interface WindowPart {
  readonly kind: 'instructions' | 'tools' | 'layer' | 'history';
  /** The id of a layer; for other parts, the kind. */
  readonly name: string;
  /** 0 if they were not recorded. */
  readonly tokens: number;
  readonly isRecorded: boolean;
  /** The number of items that a layer contributed; null if unknown, and for other parts. */
  readonly items: number | null;
  /** Other recorded fields of a layer: its placement, whether it was served fresh, how often it changes. */
  readonly facts: readonly WindowFact[];
}

export interface WindowFact {
  readonly name: string;
  readonly value: ValuePreview;
}

export interface MeasuredWindow {
  /** In sending order: instructions, tools, layers, history. */
  readonly parts: readonly WindowPart[];
  /** The sum of the parts. */
  readonly sum: number;
  /** The recorded total; null if there is none. */
  readonly total: number | null;
  readonly model: string | null;
  /** Other recorded fields, such as the epoch of a cache. */
  readonly facts: readonly WindowFact[];
}

/** Further layers are combined into one part. */
const maxLayers = 40;

/** Reads `lastLayerUsage`. Recordings may contain anything there: values that are not numbers are not recorded. */
export function windowOf(usage: RecordValue): MeasuredWindow {
  const partOf = (kind: 'instructions' | 'tools' | 'history', name: string): WindowPart => ({
    kind,
    name: kind,
    ...recordedIn(usage, name),
    items: null,
    facts: [],
  });
  const parts = [
    partOf('instructions', 'systemPromptTokens'),
    partOf('tools', 'toolsTokens'),
    ...layerParts(entry(usage, 'layers')),
    partOf('history', 'historyTokens'),
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
  let [others, rest, areRecorded] = [0, 0, true];
  for (const layer of layers) {
    const recorded = recordedIn(layer, 'tokenCount');
    if (parts.length === maxLayers) {
      others += 1;
      rest += recorded.tokens;
      areRecorded &&= recorded.isRecorded;
      continue;
    }
    const items = isMap(layer) ? entry(layer, 'items') : undefined;
    parts.push({
      kind: 'layer',
      name: field(layer, 'layerId') ?? '',
      ...recorded,
      items: items !== undefined && isList(items) ? items.length : null,
      facts: isMap(layer) ? factsOf(layer, ['layerId', 'tokenCount', 'items']) : [],
    });
  }
  if (others > 0) {
    const more = { name: `${others} more`, tokens: rest, isRecorded: areRecorded };
    parts.push({ kind: 'layer', ...more, items: null, facts: [] });
  }
  return parts;
}

const maxFacts = 12;

/** The fields of a value other than the known ones. */
export function factsOf(value: Value, known: readonly string[]): readonly WindowFact[] {
  if (!isMap(value)) return [];
  return keysOf(value)
    .map(String)
    .filter((name) => !known.includes(name))
    .slice(0, maxFacts)
    .map((name) => ({ name, value: preview(entry(value, name) ?? null, 80) }));
}

function recordedIn(holder: Value, name: string): Pick<WindowPart, 'tokens' | 'isRecorded'> {
  const tokens = isMap(holder) ? amount(entry(holder, name)) : null;
  return { tokens: tokens ?? 0, isRecorded: tokens !== null };
}

function amount(value: Value | undefined): number | null {
  const number = value instanceof Double ? value.value : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null;
}
