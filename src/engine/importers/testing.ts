import type { EachElement } from '../recognition/each-element.ts';
import type { Importer, Read } from '../importing/importer.ts';
import { importers } from './registry.ts';

const reads = new Map(
  await Promise.all(importers.map(async (importer) => [importer.id, await importer.load()] as const)),
);

/** The code of an importer, without waiting for it. */
export function readNow(importer: Importer | EachElement): Read {
  if ('kind' in importer) return importer.readWith(readNow);
  const read = reads.get(importer.id);
  if (read === undefined) throw new Error(`${importer.id} is in no registry`);
  return read;
}
