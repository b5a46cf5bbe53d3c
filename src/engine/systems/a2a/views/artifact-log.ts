import { withoutEnd } from '../../../../base/scan.ts';
import type { History, TurnIndex } from '../../../model/history.ts';
import { toJsonWithin } from '../../../model/json.ts';
import type { Session } from '../../../model/session.ts';
import type { Chunk } from '../artifact.ts';
import type { A2aEvent } from '../event.ts';
import type { A2aHeader } from '../header.ts';
import type { Part } from '../part.ts';
import { firstAfter, turnOfEvent } from './position.ts';
import { TaskStates } from './task-states.ts';

type A2aSession = Session<A2aHeader, A2aEvent>;

/** One emission of an artifact, with the artifact's size after it. */
export interface Emission {
  readonly event: number;
  readonly turn: TurnIndex;
  /** UTC ISO 8601, where recorded. */
  readonly at: string | undefined;
  readonly chunk: Chunk;
  readonly append: boolean;
  readonly isLast: boolean;
  /** The index of the emission that its content begins with: an emission that is not appended replaces all earlier ones. */
  readonly base: number;
  /** The number of parts and their size. */
  readonly parts: number;
  readonly size: number;
}

/** An artifact of a task, with all its emissions, oldest first. */
export interface LoggedArtifact {
  readonly task: string;
  readonly id: string;
  readonly emissions: readonly Emission[];
}

/**
 * All artifacts that the streams of a session have shown, in the order in which they began; storage receives them later.
 * When the session grows, the new events are added.
 */
export class ArtifactLog {
  readonly #artifacts: (LoggedArtifact & { readonly emissions: Emission[] })[] = [];
  readonly #indices = new Map<string, Map<string, number>>();
  /** The artifact of each emission. */
  readonly #order: { readonly event: number; readonly index: number }[] = [];
  readonly #states = new TaskStates();
  #read = 0;

  static of(session: A2aSession, history: History): ArtifactLog {
    const log = known.get(session) ?? new ArtifactLog();
    known.set(session, log);
    log.#follow(session.events, history);
    return log;
  }

  /** The number of artifacts that had begun after `count` events. */
  countAfter(count: number): number {
    return firstAfter(this.#artifacts, count - 1, ({ emissions }) => emissions[0]?.event ?? 0);
  }

  /** The artifact of the latest emission; null when there was none. */
  latestAfter(count: number): number | null {
    return this.#order[firstAfter(this.#order, count - 1, ({ event }) => event) - 1]?.index ?? null;
  }

  at(index: number): LoggedArtifact | undefined {
    return this.#artifacts[index];
  }

  indexOf(task: string, id: string): number | undefined {
    return this.#indices.get(task)?.get(id);
  }

  #follow(events: readonly A2aEvent[], history: History): void {
    for (; this.#read < events.length; this.#read++) {
      const event = events[this.#read];
      if (event === undefined || this.#states.took(event) === null) continue;
      if (event.type === 'artifact-emitted') {
        this.#emitted(event, event.artifact, event.append, event.last_chunk, history);
      } else if (event.type === 'turn-ended' && event.artifact !== undefined) {
        this.#emitted(event, event.artifact, false, true, history);
      }
    }
  }

  #emitted(
    { task, at }: { readonly task: string; readonly at?: string },
    chunk: Chunk,
    append: boolean,
    isLast: boolean,
    history: History,
  ): void {
    const [index, { emissions }] = this.#artifact(task, chunk.artifact_id);
    const before = append ? emissions.at(-1) : undefined;
    const event = this.#read;
    emissions.push({
      event,
      turn: turnOfEvent(history, event),
      at,
      chunk,
      append,
      isLast,
      base: before?.base ?? emissions.length,
      parts: (before?.parts ?? 0) + chunk.parts.length,
      size: chunk.parts.reduce((sum, part) => sum + sizeOf(part), before?.size ?? 0),
    });
    this.#order.push({ event, index });
  }

  #artifact(task: string, id: string): readonly [number, { readonly emissions: Emission[] }] {
    const ofTask = this.#indices.get(task) ?? new Map<string, number>();
    this.#indices.set(task, ofTask);
    const index = ofTask.get(id) ?? this.#artifacts.length;
    const found = this.#artifacts[index];
    if (found !== undefined) return [index, found];
    const made = { task, id, emissions: [] };
    ofTask.set(id, index);
    this.#artifacts.push(made);
    return [index, made];
  }
}

const known = new WeakMap<A2aSession, ArtifactLog>();

/** The maximum size up to which a value is measured. */
const maxMeasured = 1_000_000;

/** Characters of a text or of data as JSON; bytes of a file. A file with only an address counts 0. */
export function sizeOf(part: Part): number {
  if ('text' in part) return part.text.length;
  if ('data' in part) return toJsonWithin(part.data, 0, maxMeasured).text.length;
  return 'raw' in part ? bytesOf(part.raw) : 0;
}

/** The number of bytes that base64 of this length encodes. */
const bytesOf = (raw: string): number => Math.floor((withoutEnd(raw, /=/).length * 3) / 4);
