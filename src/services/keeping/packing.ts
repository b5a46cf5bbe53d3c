/** Compresses a text for storage. */
export const packed = (text: string | Blob): Promise<Uint8Array> =>
  through(new Blob([text]).stream(), new CompressionStream('gzip'));

/** Throws a TypeError if the bytes were damaged. */
export const unpacked = async (bytes: Uint8Array): Promise<string> =>
  // A copy: the type of what is stored does not say which kind of memory it is in.
  new TextDecoder().decode(await through(new Blob([new Uint8Array(bytes)]).stream(), new DecompressionStream('gzip')));

async function through(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  coder: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream.pipeThrough(coder)).arrayBuffer());
}
