import { decompress } from 'fzstd';

/**
 * Unpacks one Zstandard frame (RFC 8878) of `size` bytes. The stated length of a frame is not trusted: no more than
 * `size` bytes are ever held, and a checksum decides whether they are right. Null for data that is no frame.
 */
export function unzstd(packed: Uint8Array, size: number): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(size);
  try {
    // A frame without content has no buffer to write to.
    if (size > 0) decompress(packed, bytes);
    return bytes;
  } catch {
    // Any exception on a damaged frame means only that the frame is damaged.
    return null;
  }
}
