import type { Problem } from '../../engine/model/problem.ts';
import { ProblemError } from '../../worker/connect.ts';
import { inflated } from '../packing.ts';

/** Bytes of the longest text that is kept: as many as a file may have that is opened, see `readers/archives/limits.ts`. */
const longestKept = 400_000_000;

/** Compresses a text for storage. */
export async function packed(text: string | Blob): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The text of the packed one, or an empty one if the bytes were damaged. Rejects with a `ProblemError` if it is too long. */
export async function unpacked(bytes: Uint8Array, limit = longestKept): Promise<string> {
  // A copy: the type of what is stored does not say which kind of memory it is in.
  const text = await inflated(new Uint8Array(bytes), 'gzip', limit);
  if (text === 'too long')
    throw new ProblemError({
      code: 'keeping/unpacks-too-long',
      message: `What is kept of it unpacks to more than ${limit / 1_000_000} MB, which no session has that this page kept. Remove it in the settings, and open its file again.`,
    });
  return text === 'damaged' ? '' : text.text();
}

/** Why a text is not kept; null if it is. */
export const tooLongToKeep = (text: string | Blob, limit = longestKept): Problem | null =>
  new Blob([text]).size <= limit
    ? null
    : {
        code: 'keeping/too-long',
        message: `It has more than ${limit / 1_000_000} MB. Save it as a file instead.`,
      };
