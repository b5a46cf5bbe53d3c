/** Digests of bytes, as text of hexadecimal digits: RFC 1321 (MD5), FIPS 180-4 (SHA-1, SHA-256). */
export type Digest = (bytes: Uint8Array) => string;

/** The bytes in blocks of 16 words, with a one bit, zeros and the length in bits behind them. */
function* blocksOf(bytes: Uint8Array, isLittleEndian: boolean): Generator<readonly number[]> {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n, isLittleEndian);
  for (let at = 0; at < padded.length; at += 64)
    yield Array.from({ length: 16 }, (_, word) => view.getUint32(at + 4 * word, isLittleEndian));
}

const left = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));
const right = (value: number, bits: number): number => (value >>> bits) | (value << (32 - bits));

function hexadecimal(words: readonly number[], isLittleEndian: boolean): string {
  const view = new DataView(new ArrayBuffer(4 * words.length));
  for (const [at, word] of words.entries()) view.setUint32(4 * at, word, isLittleEndian);
  return Array.from({ length: view.byteLength }, (_, at) => view.getUint8(at).toString(16).padStart(2, '0')).join('');
}

const sines = Array.from({ length: 64 }, (_, at) => Math.floor(Math.abs(Math.sin(at + 1)) * 2 ** 32));
const turns = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];

export const md5: Digest = (bytes) => {
  let [a0, b0, c0, d0] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (const block of blocksOf(bytes, true)) {
    let [a, b, c, d] = [a0, b0, c0, d0];
    for (let at = 0; at < 64; at++) {
      const round = at >> 4;
      const mixed =
        round === 0 ? (b & c) | (~b & d) : round === 1 ? (d & b) | (~d & c) : round === 2 ? b ^ c ^ d : c ^ (b | ~d);
      const word = round === 0 ? at : round === 1 ? 5 * at + 1 : round === 2 ? 3 * at + 5 : 7 * at;
      const sum = (mixed + a + (sines[at] ?? 0) + (block[word & 15] ?? 0)) | 0;
      [a, d, c, b] = [d, c, b, (b + left(sum, turns[4 * round + (at & 3)] ?? 0)) | 0];
    }
    [a0, b0, c0, d0] = [(a0 + a) | 0, (b0 + b) | 0, (c0 + c) | 0, (d0 + d) | 0];
  }
  return hexadecimal([a0, b0, c0, d0], true);
};

export const sha1: Digest = (bytes) => {
  let sums = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  for (const block of blocksOf(bytes, false)) {
    const words = [...block];
    for (let at = 16; at < 80; at++)
      words.push(left((words[at - 3] ?? 0) ^ (words[at - 8] ?? 0) ^ (words[at - 14] ?? 0) ^ (words[at - 16] ?? 0), 1));
    let [a = 0, b = 0, c = 0, d = 0, e = 0] = sums;
    for (const [at, word] of words.entries()) {
      const [mixed, constant] =
        at < 20
          ? [(b & c) | (~b & d), 0x5a827999]
          : at < 40
            ? [b ^ c ^ d, 0x6ed9eba1]
            : at < 60
              ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc]
              : [b ^ c ^ d, 0xca62c1d6];
      [a, b, c, d, e] = [(left(a, 5) + mixed + e + constant + word) | 0, a, left(b, 30), c, d];
    }
    sums = added(sums, [a, b, c, d, e]);
  }
  return hexadecimal(sums, false);
};

const primes = firstPrimes(64);
/** The first 32 bits of the fractional parts of the cube roots of the primes. */
const cubeRoots = primes.map((prime) => fraction(Math.cbrt(prime)));

export const sha256: Digest = (bytes) => {
  let sums = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  for (const block of blocksOf(bytes, false)) {
    const words = [...block];
    for (let at = 16; at < 64; at++) {
      const [early, late] = [words[at - 15] ?? 0, words[at - 2] ?? 0];
      const s0 = right(early, 7) ^ right(early, 18) ^ (early >>> 3);
      const s1 = right(late, 17) ^ right(late, 19) ^ (late >>> 10);
      words.push(((words[at - 16] ?? 0) + s0 + (words[at - 7] ?? 0) + s1) | 0);
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = sums;
    for (const [at, word] of words.entries()) {
      const s1 = right(e, 6) ^ right(e, 11) ^ right(e, 25);
      const first = (h + s1 + ((e & f) ^ (~e & g)) + (cubeRoots[at] ?? 0) + word) | 0;
      const s0 = right(a, 2) ^ right(a, 13) ^ right(a, 22);
      const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    sums = added(sums, [a, b, c, d, e, f, g, h]);
  }
  return hexadecimal(sums, false);
};

const added = (sums: readonly number[], more: readonly number[]): number[] =>
  sums.map((sum, at) => (sum + (more[at] ?? 0)) | 0);

function fraction(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32);
}

function firstPrimes(count: number): readonly number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
}
