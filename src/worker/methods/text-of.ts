import { err, ok, type Result } from '../../base/result.ts';
import type { Problem } from '../../engine/model/problem.ts';
import { unreadable } from '../archive/unreadable.ts';

/** A text as it was given, or that of a file. */
export async function textOf(text: string | Blob, name: string): Promise<Result<string, Problem>> {
  if (typeof text === 'string') return ok(text);
  try {
    return ok(await text.text());
  } catch (cause) {
    // The file was moved or changed since it was chosen, or is larger than a string may be.
    if (!(cause instanceof DOMException)) throw cause;
    return err(unreadable(name, cause.message));
  }
}
