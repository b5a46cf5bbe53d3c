import { isList, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import type { Chunk } from '../artifact.ts';
import type { Message } from '../message.ts';
import type { Part } from '../part.ts';
import { fieldAt, metadataAt, textAt, textsAt } from './field.ts';
import { partsKey } from './likeness.ts';
import { readPart } from './read-part.ts';
import { readRole } from './spelling.ts';

/** Called for each part that could not be read, with its place. */
export type Lose = (place: string) => void;

/** The id of a message or an artifact when the recording has none. */
export interface Otherwise {
  readonly id: string;
  readonly role: Message['role'];
}

/** A message as a client or server wrote it; `place` is its place for `lose`. */
export function readWireMessage(value: Value, place: string, otherwise: Otherwise, lose: Lose): Message | null {
  if (!isRecord(value)) {
    lose(place);
    return null;
  }
  const references = textsAt(value, 'referenceTaskIds');
  return {
    // Some servers leave the id out, but nothing else distinguishes two messages.
    message_id: textAt(value, 'messageId') ?? otherwise.id,
    role: readRole(fieldAt(value, 'role')) ?? otherwise.role,
    parts: readParts(value, place, lose),
    ...described(value),
    ...(references.length > 0 && { reference_task_ids: references }),
  };
}

export function readWireArtifact(value: Value, place: string, otherwise: string, lose: Lose): Chunk | null {
  if (!isRecord(value)) {
    lose(place);
    return null;
  }
  const [name, description] = [textAt(value, 'name'), textAt(value, 'description')];
  return {
    artifact_id: textAt(value, 'artifactId') ?? otherwise,
    parts: readParts(value, place, lose),
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...described(value),
  };
}

function described(value: RecordValue) {
  const extensions = textsAt(value, 'extensions');
  return { ...metadataAt(value), ...(extensions.length > 0 && { extensions }) };
}

function readParts(value: RecordValue, place: string, lose: Lose): readonly Part[] {
  const key = partsKey(value);
  const list = fieldAt(value, key);
  if (list === undefined || list === null) return [];
  if (!isList(list)) {
    lose(`${place}.${key}`);
    return [];
  }
  return [...list].flatMap((element, index) => {
    const part = readPart(element);
    if (part === null) lose(`${place}.${key}[${index}]`);
    return part ?? [];
  });
}
