import fc from 'fast-check';
import { expect, it } from 'vitest';
import * as v from 'valibot';
import type { RecordValue, Value } from '../../model/value.ts';
import { A2aEventSchema } from './event.ts';

import { plainCheckOf } from '../plain-check.ts';
import { anyEvent } from './testing.ts';

const isPlainEvent = plainCheckOf(A2aEventSchema);

const odd = fc.constantFrom<Value | undefined>(
  undefined,
  null,
  3,
  -1,
  0.5,
  'x',
  true,
  [],
  ['x'],
  [3],
  {},
  { prompt: -1 },
);

/** The event with another value in some field of it, its message or its artifact. */
function spoilt(event: RecordValue, path: number, value: Value | undefined): unknown {
  const keys = Object.keys(event);
  const key = keys[path % keys.length] ?? 'type';
  const held = event[key];
  const isInside = typeof held === 'object' && held !== null && !Array.isArray(held) && path % 3 === 0;
  return { ...event, [key]: isInside ? spoilt(held as RecordValue, path + 1, value) : value };
}

it('a plain event is accepted unchanged by the schema', () => {
  fc.assert(
    fc.property(anyEvent, fc.nat(1000), odd, fc.boolean(), (event, path, value, isSpoilt) => {
      const written = isSpoilt ? spoilt(event as unknown as RecordValue, path, value) : event; // an event is a record
      if (!isPlainEvent(written)) return;
      const parsed = v.safeParse(A2aEventSchema, written);
      expect(parsed.success && parsed.output).toEqual(written);
    }),
    { numRuns: 2000 },
  );
});

it('the events of recordings are plain', () => {
  const message = { message_id: 'm', role: 'agent', parts: [{ text: 'hi' }, { data: null, metadata: {} }] };
  const artifact = { artifact_id: 'a', parts: [{ url: 'x', media_type: 'image/png' }], name: 'n' };
  const ofTask = { task: 't', at: '2026-01-01T00:00:00Z' };
  for (const event of [
    { type: 'task-submitted', ...ofTask, context: null, message },
    { type: 'turn-started', ...ofTask },
    { type: 'status-sent', ...ofTask, message },
    { type: 'artifact-emitted', ...ofTask, artifact, append: false, last_chunk: true },
    { type: 'turn-ended', ...ofTask, state: 'completed', by: 'complete', message, artifact, tokens: { prompt: 3 } },
    { type: 'message-recorded', ...ofTask, message },
    { type: 'capability-invoked', ...ofTask, function: 'f', outcome: 'successful', args: {}, took_ms: 3 },
  ])
    expect(isPlainEvent(event), event.type).toBe(true);
});
