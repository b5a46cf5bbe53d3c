import type * as v from 'valibot';

/**
 * The kinds of records that are kept on this device. To add one, copy a file of this folder and add a line: the database
 * needs no other change. Each file has `schema` and `upgrades`; it loads when the first record of its kind is read.
 */
export const kinds = {
  workspace: { version: 3, load: () => import('./workspace.ts') },
  session: { version: 1, load: () => import('./session.ts') },
  revisions: { version: 1, load: () => import('./revisions.ts') },
  mapping: { version: 1, load: () => import('./mapping.ts') },
  note: { version: 1, load: () => import('./note.ts') },
  settings: { version: 1, load: () => import('./settings.ts') },
} as const satisfies { readonly [name: string]: Kind };

export type KindName = keyof typeof kinds;

/** The value of a record. */
export type Kept<K extends KindName> = v.InferOutput<Awaited<ReturnType<(typeof kinds)[K]['load']>>['schema']>;

interface Kind {
  /** Of the values that this page writes. It is one more than the number of upgrades. */
  readonly version: number;
  readonly load: () => Promise<KindChecks>;
}

export interface KindChecks {
  readonly schema: v.GenericSchema;
  /** Entry k turns a value of version k + 1 into one of k + 2. Never edited once released: old records must be read for ever. */
  readonly upgrades: readonly ((value: unknown) => unknown)[];
}
