import { camelOf, inSnakeCase, textOf } from './wire/field.ts';
import type { KnownKeys } from '../known-keys.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import { Double, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { apply } from './apply.ts';
import type { A2aEvent } from './event.ts';
import type { A2aHeader } from './header.ts';
import { copied, nonJson } from './json-value.ts';
import { readMessage } from './read-message.ts';
import { defaultSettings, initialState, type A2aState, type Settings } from './state.ts';
import { withRequestContext } from './transient.ts';

/** The clock's default start, because a run has no real clock. */
const firstInstant = '2026-01-01T00:00:00Z';

export interface Opening {
  /** The header of the run's session. */
  readonly header: Omit<A2aHeader, 'title'>;
  /** The server before the first event. */
  readonly empty: A2aState;
  /** The events that lead to the initial state: stored values, the first task, the turn that has just begun. */
  readonly events: readonly A2aEvent[];
}

/** The keys that the start of a run may have, in Python's spelling or that of the wire. */
export const a2aGiven: KnownKeys = inBothSpellings([
  'message',
  'context_id',
  'task_id',
  'accepted_output_modes',
  'return_immediately',
  'request_context',
  'stored_contexts',
  'clock',
  'started_at',
  'protocol',
  'input_modes',
  'cancel_grace',
  'deps',
]);

function inBothSpellings(names: readonly string[]): KnownKeys {
  return Object.fromEntries([...names, ...names.map(camelOf)].map((name) => [name, null]));
}

/** The beginning of a run. Without a message it is a server that waits for its first message. */
export function openingOf(written: RecordValue): Result<Opening, Problem> {
  const given = inSnakeCase(written);
  const startedAt = textOf(given['started_at']) ?? firstInstant;
  const settings = settingsOf(given);
  const empty = initialState(settings, startedAt);
  const header = { protocol: settings.protocol, input_modes: settings.inputModes, started_at: startedAt };
  const saved = storedContexts(given['stored_contexts'], startedAt);
  if (!saved.ok) return saved;
  if (given['message'] === undefined || given['message'] === null) return ok({ header, empty, events: saved.value });
  const read = readMessage(given['message']);
  if (!read.ok) return err({ code: 'a2a/start', message: read.problem });
  const modes = textsOf(given['accepted_output_modes']);
  const task = textOf(given['task_id']) ?? 'task-1';
  const submitted: A2aEvent = {
    type: 'task-submitted',
    task,
    context: textOf(given['context_id']) ?? null,
    at: startedAt,
    message: read.value.message,
    ...(modes.length > 0 && { accepted_output_modes: modes }),
    ...(given['return_immediately'] === true && { return_immediately: true }),
  };
  const transient = given['request_context'];
  const events: readonly A2aEvent[] = [
    ...saved.value,
    withRequestContext(submitted, isRecord(transient) ? transient : undefined),
    { type: 'turn-started', task, at: startedAt },
  ];
  return ok({ header, empty, events });
}

export function startedWith(given: RecordValue): Result<A2aState, Problem> {
  const opening = openingOf(given);
  return opening.ok ? ok(opening.value.events.reduce(apply, opening.value.empty)) : opening;
}

function settingsOf(given: RecordValue): Settings {
  const grace = given['cancel_grace'];
  const seconds = grace instanceof Double ? grace.value : grace;
  return {
    protocol: given['protocol'] === '0.3' ? '0.3' : '1.0',
    inputModes: textsOf(given['input_modes']),
    cancelGrace: typeof seconds === 'number' && seconds >= 0 ? seconds : defaultSettings.cancelGrace,
    deps: isRecord(given['deps']) ? given['deps'] : {},
  };
}

function storedContexts(value: Value | undefined, at: string): Result<readonly A2aEvent[], Problem> {
  const events: A2aEvent[] = [];
  for (const [context, stored] of Object.entries(isRecord(value) ? value : {})) {
    const fault = nonJson(stored);
    if (fault !== null) {
      const message = `The stored value for ${context} is not JSON: there is ${fault.what} at ${fault.path}.`;
      return err({ code: 'a2a/start', message });
    }
    events.push({ type: 'context-saved', context, value: copied(stored), at });
  }
  return ok(events);
}

const textsOf = (value: Value | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((element: Value) => typeof element === 'string') : [];
