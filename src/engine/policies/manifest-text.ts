import { stringify } from 'yaml';
import { toJson } from '../model/json.ts';
import { entry, isRecord, type Value } from '../model/value.ts';
import type { OpenSession } from '../opening/open-session.ts';

/** A manifest that a session was run under, as the text of a policy. */
export interface OwnManifest {
  readonly name: string;
  readonly text: string;
}

/** Null where the session names no manifest: a recording of another program hardly ever does. */
export function manifestOf({ session }: OpenSession): OwnManifest | null {
  // Headers are plain data that a session file holds; only those of a task have a manifest.
  const manifest: Value | undefined = entry(session.header as unknown as { readonly [key: string]: Value }, 'manifest');
  if (manifest === undefined || !isRecord(manifest)) return null;
  const name = entry(manifest, 'name');
  const title = typeof name === 'string' && name !== '' ? name : session.header.title;
  const plain: unknown = JSON.parse(toJson(manifest));
  return { name: `manifest of ${title}`, text: stringify(plain, { lineWidth: 0 }) };
}
