/** Addresses that name no machine of anyone: this machine, none, all, and those reserved for documents. */
const ofNobody = /^(?:127\.|0\.|255\.|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.)/;

export function isIpV4(text: string): boolean {
  const parts = text.split('.');
  const isAddress =
    parts.length === 4 && parts.every((part) => Number(part) <= 255 && (part === '0' || part[0] !== '0'));
  return isAddress && !ofNobody.test(text);
}

/** With eight groups, or fewer and one `::`. A time or a MAC address has neither. */
export function isIpV6(text: string): boolean {
  const halves = text.split('::');
  const groups = text.split(':').filter((group) => group !== '');
  if (halves.length > 2 || groups.length > 8 || !groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  const isWhole = halves.length === 2 ? groups.length >= 2 && groups.length < 8 : groups.length === 8;
  return isWhole && /\d/.test(text) && !/^2001:0?db8:/i.test(text);
}
