import * as v from 'valibot';
import { Growing } from '../../model/growing.ts';
import { isRecord, type RecordValue } from '../../model/value.ts';
import type { Keyed } from './keyed.ts';
import { PartSchema, type Part } from './part.ts';

/** One emission: the stream shows it at once, storage receives it later. */
export interface Chunk {
  readonly artifact_id: string;
  readonly parts: readonly Part[];
  readonly name?: string;
  readonly description?: string;
  readonly metadata?: RecordValue;
  readonly extensions?: readonly string[];
}

export const ChunkSchema: v.GenericSchema<unknown, Chunk> = v.looseObject({
  artifact_id: v.string(),
  parts: v.array(PartSchema),
  name: v.exactOptional(v.string()),
  description: v.exactOptional(v.string()),
  metadata: v.exactOptional(v.custom<RecordValue>(isRecord)),
  extensions: v.exactOptional(v.array(v.string())),
});

/** A chunk that is not written to storage yet. */
export interface ArtifactWrite {
  readonly chunk: Chunk;
  readonly append: boolean;
}

/** An artifact as it is stored: parts are never joined, so that a long stream grows without being copied. */
export interface Artifact {
  readonly id: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly parts: Growing<Part>;
  readonly metadata: RecordValue | null;
  readonly extensions: readonly string[];
}

/**
 * Appending to a known artifact adds the parts and ignores the other fields of the chunk. Otherwise the chunk replaces the
 * known artifact, or is added at the end. Appending to an unknown artifact creates it; other servers raise an error there.
 */
export function withWrite(artifacts: Keyed<Artifact>, { chunk, append }: ArtifactWrite): Keyed<Artifact> {
  const known = append ? artifacts.get(chunk.artifact_id) : undefined;
  if (known === undefined) return artifacts.put(artifactOf(chunk));
  return chunk.parts.length === 0 ? artifacts : artifacts.put({ ...known, parts: grown(known.parts, chunk.parts) });
}

const artifactOf = (chunk: Chunk): Artifact => ({
  id: chunk.artifact_id,
  // An empty name is no name: the wire has "" where there is none.
  name: chunk.name === undefined || chunk.name === '' ? null : chunk.name,
  description: chunk.description === undefined || chunk.description === '' ? null : chunk.description,
  parts: grown(Growing.of(), chunk.parts),
  metadata: chunk.metadata ?? null,
  extensions: chunk.extensions ?? [],
});

const grown = (parts: Growing<Part>, added: readonly Part[]): Growing<Part> =>
  added.reduce((all, part) => all.append(part), parts);
