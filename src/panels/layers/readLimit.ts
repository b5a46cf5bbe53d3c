/** `128000`, `128 000`, `128k`; null for nothing, undefined for anything else. */
export function readLimit(text: string): number | null | undefined {
  const plain = text.replaceAll(/[\s_,]/g, '').toLowerCase();
  if (plain === '') return null;
  const read = /^(\d{1,12})(k|m)?$/.exec(plain);
  const tokens = Number(read?.[1]) * (read?.[2] === 'm' ? 1_000_000 : read?.[2] === 'k' ? 1000 : 1);
  return read === null || tokens === 0 ? undefined : tokens;
}
