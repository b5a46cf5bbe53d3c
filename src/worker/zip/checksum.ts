/** CRC-32 as ZIP and gzip use it (ISO 3309, reflected, polynomial 0xEDB88320). */
export function checksumOf(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (table[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let entry = byte;
  for (let bit = 0; bit < 8; bit++) entry = (entry & 1) === 1 ? (entry >>> 1) ^ 0xedb88320 : entry >>> 1;
  return entry;
});
