import type { Importer, Read } from './importer.ts';
import { importers } from './registry.ts';

const reads = new Map(
  await Promise.all(importers.map(async (importer) => [importer.id, await importer.load()] as const)),
);

/** The code of an importer, without waiting for it. */
export function readNow({ id }: Importer): Read {
  const read = reads.get(id);
  if (read === undefined) throw new Error(`${id} is in no registry`);
  return read;
}
