import { Growing } from '../../model/growing.ts';
import { formatInstant, parseInstant } from '../../model/instant.ts';
import { PersistentMap } from '../../model/persistent-map.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { A2aHeader, Protocol } from './header.ts';
import { Keyed } from './keyed.ts';
import type { StreamEvent } from './stream-event.ts';
import type { Task } from './task.ts';
import type { Turn } from './turn.ts';

/** A server with its conversations, at one moment. */
export interface A2aState {
  readonly settings: Settings;
  /** Milliseconds since 1970; undefined before the first recorded time. */
  readonly now: number | undefined;
  readonly tasks: Keyed<Task>;
  /** The contexts of all turns; the first is the main one. */
  readonly turns: Keyed<Turn>;
  /** The conversation store: one value per conversation, apart from all tasks. */
  readonly contexts: Keyed<StoredContext>;
  /** The task that a message created, by `beginningOf`, so that the same message creates no second task. */
  readonly beginnings: PersistentMap<string>;
  /** All events that subscribers have received. */
  readonly stream: Growing<StreamEvent>;
}

/** A message is identified by its conversation and its id. */
export const beginningOf = (context: string, messageId: string): string => JSON.stringify([context, messageId]);

export interface StoredContext {
  readonly id: string;
  readonly value: Value;
}

export interface Settings {
  readonly protocol: Protocol;
  readonly inputModes: readonly string[];
  /** Seconds between a request for cancellation and the server's own write. */
  readonly cancelGrace: number;
  /** The container of `ctx.deps`, which belongs to the server and is never stored. */
  readonly deps: RecordValue;
}

export const defaultSettings: Settings = { protocol: '1.0', inputModes: [], cancelGrace: 60, deps: {} };

/** The limits of the original server: ten chunks or half a second. */
export const flushCount = 10;
export const flushMilliseconds = 500;

export function initialState(settings: Settings, startedAt: string | undefined): A2aState {
  return {
    settings,
    now: startedAt === undefined ? undefined : parseInstant(startedAt),
    tasks: Keyed.of(),
    turns: Keyed.of(),
    contexts: Keyed.of(),
    beginnings: PersistentMap.of(),
    stream: Growing.of(),
  };
}

export const stateOfHeader = ({ protocol, input_modes, started_at }: A2aHeader): A2aState =>
  initialState(
    { ...defaultSettings, protocol: protocol ?? defaultSettings.protocol, inputModes: input_modes ?? [] },
    started_at,
  );

/** The time for an event; empty when the clock is unknown. */
export function stampOf({ now }: A2aState): { readonly at?: string } {
  const at = now === undefined ? undefined : formatInstant(now);
  return at === undefined ? {} : { at };
}

/** A turn is numbered in the order in which turns begin. */
export const nextTurnId = ({ turns }: A2aState): string => (turns.length === 0 ? 'ctx' : `ctx${turns.length + 1}`);

/** The turn that works on a task now; undefined before pick-up. */
export const turnOf = (state: A2aState, task: Task): Turn | undefined =>
  task.turn === null ? undefined : state.turns.get(task.turn);
