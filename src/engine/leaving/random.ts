/** A whole number from 0 up to, not with, `below`. */
export type Random = (below: number) => number;

/**
 * The same numbers for the same seed. They need not be unpredictable: a stand-in is not computed from the value that it
 * replaces, so the generator has nothing to reveal.
 *
 * Seeded by four lanes of FNV-1a; the numbers are those of sfc32 (Doty-Humphrey, PractRand).
 */
export function seededRandom(seed: string): Random {
  let [a = 0, b = 0, c = 0, d = 0] = [0x811c9dc5, 0x9e3779b9, 0x243f6a88, 0xb7e15162].map((start) => {
    let lane = start;
    for (let at = 0; at < seed.length; at++) lane = Math.imul(lane ^ seed.charCodeAt(at), 0x01000193);
    return lane;
  });
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let round = 0; round < 15; round++) next();
  return (below) => Math.floor(next() * below);
}
