import { checksumOf } from './zip-unpack.ts';

interface Packed {
  readonly path: string;
  readonly text?: string;
  /** Used instead of a text. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly stored?: boolean;
  /** The packed bytes, by Zstandard. */
  readonly frame?: Uint8Array<ArrayBuffer>;
  /** A false value that the archive states. */
  readonly lies?: {
    readonly size?: number;
    readonly checksum?: number;
    readonly method?: number;
    readonly flags?: number;
  };
}

/** Builds an archive like a packing program. */
export async function archiveOf(files: readonly Packed[], comment = ''): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { path, text = '', stored = false, frame, lies = {}, ...packing } of files) {
    const name = bytesOf(path);
    const bytes = packing.bytes ?? bytesOf(text);
    const packed = frame ?? (stored ? bytes : await deflated(bytes));
    const facts = (flags: number) => [
      [2, 20],
      [2, lies.flags ?? flags],
      [2, lies.method ?? (frame === undefined ? (stored ? 0 : 8) : 93)],
      [4, 0],
      [4, lies.checksum ?? checksumOf(bytes)],
      [4, packed.length],
      [4, lies.size ?? bytes.length],
      [2, name.length],
      [2, 0],
    ];
    const header = fields([[4, 0x04034b50], ...facts(0x800)]);
    directory.push(
      fields([[4, 0x02014b50], [2, 20], ...facts(0x800), [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]),
      name,
    );
    parts.push(header, name, packed);
    offset += header.length + name.length + packed.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = fields([
    [4, 0x06054b50],
    [4, 0],
    [2, files.length],
    [2, files.length],
    [4, size],
    [4, offset],
    [2, comment.length],
  ]);
  return new Blob([...parts, ...directory, end, bytesOf(comment)]);
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));

const deflated = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer(),
  );

/** Little-endian numbers, each with its width in bytes. */
function fields(numbers: readonly (readonly number[])[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    numbers.flatMap(([width = 0, value = 0]) =>
      Array.from({ length: width }, (_, byte) => Math.floor(value / 256 ** byte) & 0xff),
    ),
  );
}
