import type { SessionRef } from '../../engine/model/session.ts';
import { type CallOptions, ProblemError } from '../../worker/connect.ts';
import type { CompareApi } from '../../worker/compare-protocol.ts';
import type { Input, Output } from '../../worker/protocol.ts';
import type { Keeper } from './keeper.ts';

export type ComparingMethod = keyof CompareApi;

interface Copy {
  readonly session: SessionRef;
  readonly source: string;
  readonly ref: Promise<SessionRef>;
}

/**
 * The session that was last copied into each worker: only one, because a session may be large. If it grows, also its state
 * before, of which rows are shown until the next comparison is there.
 */
const copies = new WeakMap<Keeper, readonly Copy[]>();

/**
 * Compares two sessions that are in different workers: the other one is copied into the worker of the first, in the form in
 * which it would be saved.
 */
export async function compareBeside<M extends ComparingMethod>(
  method: M,
  keepers: () => Promise<Keepers>,
  input: Input<M>,
  options?: CallOptions,
): Promise<Output<M>> {
  const { here, there } = await keepers();
  try {
    const other = here === there ? input.other : await copied(here, there, input.other);
    return await here.client[method]({ ...input, other }, options);
  } catch (cause) {
    // A small text moves to the first worker soon after it was opened, and its own worker then forgets it.
    const now = await keepers();
    if (!(cause instanceof ProblemError) || (now.here === here && now.there === there)) throw cause;
    return compareBeside(method, keepers, input, options);
  }
}

interface Keepers {
  readonly here: Keeper;
  readonly there: Keeper;
}

/** The session in another worker. It is copied there once. */
export function copied(here: Keeper, there: Keeper, session: SessionRef): Promise<SessionRef> {
  const known = copies.get(here) ?? [];
  const same = known.find((copy) => copy.session.id === session.id && copy.session.revision === session.revision);
  if (same !== undefined) return same.ref;
  const source = `c${session.id}.${session.revision}`.replaceAll(':', '.');
  const ref = copy(here, there, session, source).catch((cause: unknown) => {
    // The next call tries again.
    copies.set(
      here,
      (copies.get(here) ?? []).filter((one) => one.source !== source),
    );
    throw cause;
  });
  const before = known.at(-1);
  const stays = before?.session.id === session.id ? [before] : [];
  copies.set(here, [...stays, { session, source, ref }]);
  // Nothing waits for them to be freed.
  for (const old of known) if (!stays.includes(old)) here.client.close({ source: old.source }).catch(() => undefined);
  return ref;
}

async function copy(here: Keeper, there: Keeper, session: SessionRef, source: string): Promise<SessionRef> {
  const { text, fileName } = await there.client.exportSession({ session });
  await here.client.open({ text, name: fileName, source });
  return (await here.client.openSession({ source, entry: 0 })).ref;
}
