import { ProblemError } from '../worker/connect.ts';

/** The longest text that a packed one may become: a few kilobytes can unpack to gigabytes. */
const maxUnpacked = 20_000_000;

/** A text as characters that are allowed in an address: raw DEFLATE, then base64 in the alphabet for addresses (RFC 4648, §5). */
export async function pack(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  // A call takes only so many arguments.
  const parts = Array.from({ length: Math.ceil(bytes.length / 30_000) }, (_, part) =>
    String.fromCharCode(...bytes.subarray(part * 30_000, (part + 1) * 30_000)),
  );
  return btoa(parts.join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The text of a packed one. Rejects with a `ProblemError` if it is damaged, or longer than it may be. */
export async function unpack(packed: string, limit = maxUnpacked): Promise<string> {
  const unpacked = await inflated(bytesOf(packed), 'deflate-raw', limit);
  if (unpacked === 'damaged') throw damaged;
  if (unpacked !== 'too long') return unpacked.text();
  throw new ProblemError({
    code: 'link/too-long',
    message: `What this link holds unpacks to more than ${limit / 1_000_000} MB, so it was not opened. Ask for the session as a file.`,
  });
}

/** Unpacks no more than `limit` bytes. */
export async function inflated(
  bytes: Uint8Array<ArrayBuffer>,
  format: CompressionFormat,
  limit: number,
): Promise<Blob | 'damaged' | 'too long'> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format)).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let length = 0; ;) {
    const read = await reader.read().catch(() => null);
    if (read === null) return 'damaged';
    if (read.done) return new Blob(parts);
    parts.push(read.value);
    length += read.value.length;
    if (length <= limit) continue;
    await reader.cancel();
    return 'too long';
  }
}

const damaged = new ProblemError({
  code: 'link/damaged',
  message:
    'This link is cut off or changed, so what it holds cannot be read. Some programs shorten long links: ask for it again, or for the session as a file.',
});

function bytesOf(packed: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  } catch {
    throw damaged;
  }
}
