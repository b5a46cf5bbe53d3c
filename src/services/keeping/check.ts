import * as v from 'valibot';
import { err, ok, type Result } from '../../base/result.ts';
import { type Kept, type KindChecks, type KindName, kinds } from './kinds/registry.ts';

/** Why a record has no value for this page: it was written by a newer one, or it is broken. */
export type Unreadable = { readonly kind: 'newer' } | { readonly kind: 'broken'; readonly why: string };

/** Checks a stored value, and turns one of an earlier version into the present form. */
export async function checkedValue<K extends KindName>(
  kind: K,
  version: unknown,
  value: unknown,
): Promise<Result<Kept<K>, Unreadable>> {
  const current = kinds[kind].version;
  if (typeof version !== 'number' || !Number.isSafeInteger(version) || version < 1)
    return err({ kind: 'broken', why: 'it has no version' });
  if (version > current) return err({ kind: 'newer' });
  const { schema, upgrades }: KindChecks = await kinds[kind].load();
  let latest = value;
  try {
    for (const upgrade of upgrades.slice(version - 1)) latest = upgrade(latest);
  } catch (cause) {
    // An upgrade reads fields that a broken value does not have.
    return err({ kind: 'broken', why: String(cause) });
  }
  const parsed = v.safeParse(schema, latest);
  if (parsed.success) return ok(parsed.output as Kept<K>); // the schema of this kind, though the table's type is wider
  const [issue] = parsed.issues;
  return err({ kind: 'broken', why: `${v.getDotPath(issue) ?? 'its value'}: ${issue.message}` });
}
