import { Double, entry, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { estimateJson, estimateText } from './estimate.ts';
import type { Dialect } from './header.ts';
import { field } from './item.ts';

/** The inputs of one model call's context window. */
export interface Window {
  readonly model: string;
  readonly instructions: string | undefined;
  readonly tools: readonly Value[];
  readonly layers: readonly Value[];
  readonly epoch: Value | undefined;
}

/** Defaults for how a layer was served: fresh, in the part of the prompt that a cache may keep. */
const servedFresh: RecordValue = {
  placement: 'anchor',
  served: 'fresh',
  changed: false,
  churnRate: 0,
  rebillTokens: 0,
};

/**
 * The parts of the window. `historyTokens` sums the estimates of all items in the log: measured after the response was
 * appended, it contains the response, and contributions of layers are not subtracted.
 */
export function layerUsage(executionId: string, historyTokens: number, window: Window, dialect: Dialect): RecordValue {
  const layers = window.layers.map((layer) => usageOf(layer, dialect)).toSorted(byLayerId);
  const systemPromptTokens = estimateText(window.instructions ?? '');
  const toolsTokens = window.tools.length === 0 ? 0 : estimateJson(window.tools);
  const layerTokens = layers.reduce((sum, layer) => sum + countOf(layer), 0);
  return {
    executionId,
    modelId: window.model,
    layers,
    systemPromptTokens,
    toolsTokens,
    historyTokens,
    totalUsedTokens: systemPromptTokens + toolsTokens + historyTokens + layerTokens,
    ...(window.epoch === undefined || dialect === 'documented' ? {} : { epoch: window.epoch }),
  };
}

/** A layer reports its own token count, independent of its items. */
export const isLayerReport = (layer: Value): layer is RecordValue =>
  isRecord(layer) && field(layer, 'layerId') !== undefined && isCount(entry(layer, 'tokenCount'));

function usageOf(layer: Value, dialect: Dialect): RecordValue {
  const { layerId = '', tokenCount = 0, items = [], ...rest } = isRecord(layer) ? layer : {};
  return { layerId, tokenCount, items, ...(dialect === 'current' ? { ...servedFresh, ...rest } : {}) };
}

const isCount = (value: Value | undefined): boolean => typeof value === 'number' || value instanceof Double;

function countOf(layer: RecordValue): number {
  const count = layer['tokenCount'];
  if (count instanceof Double) return count.value;
  return typeof count === 'number' ? count : 0;
}

/** Sorts by name, ignoring case; case decides only between otherwise equal names. The engine has no locale. */
function byLayerId(a: RecordValue, b: RecordValue): number {
  const [left, right] = [field(a, 'layerId') ?? '', field(b, 'layerId') ?? ''];
  const [lowLeft, lowRight] = [left.toLowerCase(), right.toLowerCase()];
  if (lowLeft !== lowRight) return lowLeft < lowRight ? -1 : 1;
  if (left === right) return 0;
  return left > right ? -1 : 1;
}
