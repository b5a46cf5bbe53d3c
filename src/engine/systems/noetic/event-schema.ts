import * as v from 'valibot';
import { amount, anyValue, record, text } from '../fields.ts';
import type { NoeticEvent } from './event.ts';

const value = v.exactOptional(anyValue);
const placed = { node: text, at: text };
const tokens = { inputTokens: amount, outputTokens: amount, cachedTokens: v.exactOptional(amount) };
const mode = v.picklist(['queue', 'value', 'topic']);
const event = <T extends string, E extends v.ObjectEntries>(type: T, entries: E) =>
  v.looseObject({ type: v.literal(type), ...entries });

/** Loose: unknown fields are accepted. */
export const NoeticEventSchema: v.GenericSchema<unknown, NoeticEvent> = v.variant('type', [
  event('context-created', {
    ...placed,
    node: v.string(),
    parent: text,
    how: v.picklist(['spawn', 'parallel', 'nest']),
    id: text,
    threadId: text,
    items: v.exactOptional(v.array(anyValue)),
    mode: v.exactOptional(v.picklist(['all', 'race', 'settle'])),
    stepId: text,
  }),
  event('context-restored', {
    ...placed,
    node: v.string(),
    executionId: v.string(),
    snapshot: v.exactOptional(record),
    state: value,
    parent: text,
  }),
  event('context-settled', placed),
  event('execution-closed', placed),
  event('item-appended', { ...placed, item: anyValue }),
  event('step-dispatched', { ...placed, stepId: text }),
  event('step-entered', { ...placed, stepId: v.string(), input: value }),
  event('step-left', placed),
  event('step-failed', { ...placed, error: record }),
  event('usage-accounted', {
    ...placed,
    ...tokens,
    cost: v.exactOptional(v.pipe(v.number(), v.finite())),
    of: v.exactOptional(v.picklist(['call', 'run'])),
  }),
  event('model-called', {
    ...placed,
    model: text,
    responded: v.pipe(amount, v.safeInteger()),
    usage: v.exactOptional(v.looseObject(tokens)),
    cost: v.exactOptional(v.pipe(v.number(), v.finite())),
  }),
  event('window-measured', { ...placed, usage: record }),
  event('state-replaced', { ...placed, value: anyValue }),
  event('state-written', { ...placed, path: v.array(v.union([v.string(), v.number()])), value: anyValue }),
  event('directory-changed', { ...placed, cwd: v.string() }),
  event('completed', { ...placed, value }),
  event('aborted', { ...placed, reason: text }),
  event('channel-declared', {
    label: v.string(),
    name: text,
    mode,
    capacity: v.exactOptional(v.pipe(v.number(), v.safeInteger())),
    external: v.exactOptional(v.boolean()),
  }),
  event('channel-opened', { channel: v.string(), mode, capacity: v.pipe(v.number(), v.safeInteger()) }),
  event('value-sent', {
    ...placed,
    channel: v.string(),
    value: anyValue,
    to: v.picklist(['buffer', 'current', 'receivers', 'dropped']),
    handle: text,
  }),
  event('value-dropped', { channel: v.string(), value: anyValue }),
  event('value-taken', { ...placed, channel: v.string(), value: anyValue }),
  event('wait-began', {
    ...placed,
    token: v.string(),
    channel: v.string(),
    kind: v.picklist(['recv', 'send']),
    timeout: v.exactOptional(amount),
    value,
  }),
  event('wait-settled', { token: v.string(), resolves: value, rejects: v.exactOptional(record) }),
  event('handle-opened', { ...placed, handle: v.string(), channel: v.string() }),
  event('layer-state-set', { ...placed, layer: v.string(), state: anyValue, by: text }),
  event('context-recorded', { ...placed, fields: record }),
  event('checkpoint-saved', placed),
  event('item-type-registered', { itemType: v.string() }),
  event('clock-advanced', { ms: amount }),
]);
