import type { TurnIndex } from '../../../model/history.ts';
import type { Path } from '../../../model/path.ts';
import type { Moment } from '../../moment.ts';
import type { A2aEvent } from '../event.ts';
import type { A2aHeader } from '../header.ts';
import { stateAfter } from '../state-at.ts';
import { isTerminal } from '../task-state.ts';
import { contentOf, type ArtifactContent } from './artifact-content.ts';
import { ArtifactLog, type Emission, type LoggedArtifact } from './artifact-log.ts';
import { chunkRow, type ChunkRow } from './chunk-row.ts';
import { eventsUpTo, firstAfter } from './position.ts';

/** The artifacts of a session after a turn: what streams had shown by then, and how much of that was stored. */
export interface Artifacts {
  readonly total: number;
  /** The artifact that grew last; null when there is none. */
  readonly latest: number | null;
  /** The artifacts from `from` up to but not including `to`, in the order in which they began. */
  list(from: number, to: number): readonly ArtifactRow[];
  /** Null for an artifact that had not begun. */
  content(key: ArtifactKey): ArtifactContent | null;
  /** Its emissions from `from` up to but not including `to`, oldest first. */
  chunks(key: ArtifactKey, from: number, to: number): readonly ChunkRow[];
}

/** Artifact ids are unique within a task only. */
export interface ArtifactKey {
  readonly task: string;
  readonly id: string;
}

export interface ArtifactRow extends ArtifactKey {
  readonly index: number;
  readonly name: string | null;
  /** The number of its emissions. */
  readonly chunks: number;
  readonly parts: number;
  /** The number of stored parts: fewer than the shown ones while some are buffered. */
  readonly stored: number;
  /** Characters of texts and of data as JSON, bytes of files. */
  readonly size: number;
  readonly firstTurn: TurnIndex;
  readonly lastTurn: TurnIndex;
  /** The number of chunks of the current turn. */
  readonly here: number;
  /** `left-open`: its task is over without a last chunk. */
  readonly state: 'open' | 'finished' | 'left-open';
  /** The path under which rules find its stored part; null while nothing is stored. */
  readonly place: Path | null;
  /** Its size after each chunk, reduced to the points of a small picture; the last is the current size. */
  readonly growth: readonly number[];
}

export function artifacts({ session, history, turn }: Moment<A2aHeader, A2aEvent>): Artifacts {
  const count = eventsUpTo(history, session.events, turn);
  const begin = history.turns[turn]?.event ?? 0;
  const log = ArtifactLog.of(session, history);
  const soFar = ({ emissions }: LoggedArtifact): number => firstAfter(emissions, count - 1, eventOf);
  const before = ({ emissions }: LoggedArtifact): number => firstAfter(emissions, begin - 1, eventOf);
  const total = log.countAfter(count);

  const found = ({ task, id }: ArtifactKey): LoggedArtifact | undefined => {
    const index = log.indexOf(task, id);
    return index !== undefined && index < total ? log.at(index) : undefined;
  };

  const row = (index: number): readonly ArtifactRow[] => {
    const artifact = log.at(index);
    const chunks = artifact === undefined ? 0 : soFar(artifact);
    const last = artifact?.emissions[chunks - 1];
    if (artifact === undefined || last === undefined) return [];
    const { task, id, emissions } = artifact;
    const owner = stateAfter(session, count).tasks.get(task);
    const at = owner?.artifacts.indexOf(id) ?? -1;
    const open = owner !== undefined && isTerminal(owner.state) ? 'left-open' : 'open';
    return [
      {
        index,
        task,
        id,
        name: emissions[last.base]?.chunk.name || null,
        chunks,
        parts: last.parts,
        stored: owner?.artifacts.get(id)?.parts.length ?? 0,
        size: last.size,
        firstTurn: emissions[0]?.turn ?? last.turn,
        lastTurn: last.turn,
        here: chunks - before(artifact),
        state: last.isLast ? 'finished' : open,
        place: at === -1 ? null : ['ctx', 'tasks', task, 'artifacts', at],
        growth: thinned(emissions, chunks),
      },
    ];
  };

  return {
    total,
    latest: log.latestAfter(count),
    list: (from, to) => indices(from, Math.min(to, total)).flatMap(row),
    content(key) {
      const artifact = found(key);
      return artifact === undefined ? null : contentOf(artifact.emissions, soFar(artifact), before(artifact));
    },
    chunks(key, from, to) {
      const artifact = found(key);
      if (artifact === undefined) return [];
      return indices(from, Math.min(to, soFar(artifact))).flatMap((index) => {
        const emission = artifact.emissions[index];
        return emission === undefined ? [] : [chunkRow(emission, index, emission.event >= begin)];
      });
    },
  };
}

const eventOf = ({ event }: Emission): number => event;

const indices = (from: number, to: number): readonly number[] => {
  const first = Math.max(0, Math.trunc(from));
  return Array.from({ length: Math.max(0, to - first) }, (_, i) => first + i);
};

/** The number of points that fit into a small picture. */
const maxPoints = 48;

function thinned(emissions: readonly Emission[], length: number): readonly number[] {
  const points = Math.min(length, maxPoints);
  // Each point is the end of an equal part, so that the last is the size now.
  return Array.from({ length: points }, (_, i) => emissions[Math.ceil(((i + 1) * length) / points) - 1]?.size ?? 0);
}
