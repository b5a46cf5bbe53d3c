import { decompress } from 'fzstd';

/**
 * One Zstandard frame (RFC 8878) that comes to `size` bytes. What a frame says of itself is not believed: no more than
 * `size` bytes are ever held, and whether they are the right ones is for a checksum to say. Null for what is no frame.
 */
export function unzstd(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(size);
  try {
    // A frame of nothing has nowhere to be written to.
    if (size > 0) decompress(packed, bytes);
    return bytes;
  } catch {
    // Whatever stumbles over a damaged frame says no more than that.
    return null;
  }
}
