import { Opaque, type Value } from '../../model/value.ts';
import { CelError, cut, invalid } from '../evaluate/eval-result.ts';
import { fn, method, type CelFunction } from '../evaluate/library.ts';

/**
 * IP addresses and networks, as Kubernetes' libraries for CEL have them: an address has no zone, no leading zeros, and is no
 * IPv4 address in IPv6's form.
 */
class IpAddress extends Opaque {
  readonly bits: bigint;
  readonly family: 4 | 6;

  constructor(bits: bigint, family: 4 | 6) {
    super('net.IP', family === 4 ? textOf4(bits) : textOf6(bits));
    this.bits = bits;
    this.family = family;
  }

  /** 32 or 128. */
  get length(): number {
    return this.family === 4 ? 32 : 128;
  }

  /** The number that the first bits are. */
  first(count: number): bigint {
    return this.bits >> BigInt(this.length - count);
  }
}

class Cidr extends Opaque {
  readonly address: IpAddress;
  readonly prefix: number;

  constructor(address: IpAddress, prefix: number) {
    super('net.CIDR', `${address.text}/${prefix}`);
    this.address = address;
    this.prefix = prefix;
  }

  get masked(): Cidr {
    const { bits, family, length } = this.address;
    const rest = BigInt(length - this.prefix);
    return new Cidr(new IpAddress((bits >> rest) << rest, family), this.prefix);
  }

  contains(other: IpAddress): boolean {
    return other.family === this.address.family && other.first(this.prefix) === this.address.first(this.prefix);
  }
}

/** Undefined for a text that is no address. */
function parseIp(text: string): IpAddress | undefined {
  if (text.length > 45) return undefined;
  const bits = text.includes(':') ? bitsOf6(text) : bitsOf4(text);
  if (bits === undefined) return undefined;
  const isMapped = text.includes(':') && bits >> 32n === 0xffffn;
  return isMapped ? undefined : new IpAddress(bits, text.includes(':') ? 6 : 4);
}

function parseCidr(text: string): Cidr | undefined {
  const [, before = '', prefix = ''] = /^(.*)\/(0|[1-9]\d{0,2})$/s.exec(text) ?? [];
  const address = parseIp(before);
  if (address === undefined || Number(prefix) > address.length) return undefined;
  return new Cidr(address, Number(prefix));
}

function bitsOf4(text: string): bigint | undefined {
  const fields = text.split('.');
  if (fields.length !== 4 || !fields.every((field) => /^(?:0|[1-9]\d{0,2})$/.test(field) && Number(field) < 256))
    return undefined;
  return fields.reduce((bits, field) => (bits << 8n) | BigInt(field), 0n);
}

function bitsOf6(text: string): bigint | undefined {
  const [, begin = text, last = ''] = /^(.*:)(\d+\.[\d.]*)$/.exec(text) ?? [];
  const embedded = last === '' ? undefined : bitsOf4(last);
  if (last !== '' && embedded === undefined) return undefined;
  const whole =
    embedded === undefined ? text : `${begin}${(embedded >> 16n).toString(16)}:${(embedded & 0xffffn).toString(16)}`;
  const halves = whole.split('::');
  if (halves.length > 2) return undefined;
  const [left = [], right = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - left.length - right.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const fields = [...left, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...right];
  if (!fields.every((field) => /^[0-9A-Fa-f]{1,4}$/.test(field))) return undefined;
  return fields.reduce((bits, field) => (bits << 16n) | BigInt(`0x${field}`), 0n);
}

const textOf4 = (bits: bigint): string => [24n, 16n, 8n, 0n].map((shift) => String((bits >> shift) & 255n)).join('.');

/** The canonical form of RFC 5952: the first of the longest runs of zeros is left out. */
function textOf6(bits: bigint): string {
  const fields = Array.from({ length: 8 }, (_, at) => (bits >> BigInt(16 * (7 - at))) & 0xffffn);
  let [start, length] = [0, 1];
  for (let at = 0; at < 8; at++) {
    let end = at;
    while (fields[end] === 0n) end++;
    if (end - at > length) [start, length] = [at, end - at];
  }
  const written = (some: readonly bigint[]) => some.map((field) => field.toString(16)).join(':');
  return length < 2 ? written(fields) : `${written(fields.slice(0, start))}::${written(fields.slice(start + length))}`;
}

const noIp = (text: string): CelError => invalid(`${JSON.stringify(cut(text))} is no IP address`);
const noCidr = (text: string): CelError => invalid(`${JSON.stringify(cut(text))} is no network in CIDR notation`);

const toIp = (value: Value): IpAddress | CelError | undefined =>
  value instanceof IpAddress ? value : typeof value === 'string' ? (parseIp(value) ?? noIp(value)) : undefined;
const toCidr = (value: Value): Cidr | CelError | undefined =>
  value instanceof Cidr ? value : typeof value === 'string' ? (parseCidr(value) ?? noCidr(value)) : undefined;

const ofIp = (name: string, holds: (address: IpAddress) => Value): CelFunction =>
  method(name, 1, (address) => (address instanceof IpAddress ? holds(address) : undefined));

export const networkFunctions: readonly CelFunction[] = [
  fn('ip', 1, (text) => (typeof text === 'string' ? toIp(text) : undefined)),
  fn('isIP', 1, (text) => (typeof text === 'string' ? parseIp(text) !== undefined : undefined)),
  fn('ip.isCanonical', 1, (text) => {
    const address = typeof text === 'string' ? toIp(text) : undefined;
    return address instanceof IpAddress ? address.text === text : address;
  }),
  ofIp('family', ({ family }) => family),
  ofIp('isUnspecified', ({ bits }) => bits === 0n),
  ofIp('isLoopback', (one) => (one.family === 4 ? one.first(8) === 127n : one.bits === 1n)),
  ofIp('isLinkLocalMulticast', isLinkLocalMulticast),
  ofIp('isLinkLocalUnicast', isLinkLocalUnicast),
  ofIp('isGlobalUnicast', isGlobalUnicast),
  fn('cidr', 1, (text) => (typeof text === 'string' ? toCidr(text) : undefined)),
  fn('isCIDR', 1, (text) => (typeof text === 'string' ? parseCidr(text) !== undefined : undefined)),
  method('containsIP', 2, (network, address) => {
    const read = toIp(address);
    return network instanceof Cidr && read instanceof IpAddress ? network.contains(read) : asError(network, read);
  }),
  method('containsCIDR', 2, (network, other) => {
    const read = toCidr(other);
    if (!(network instanceof Cidr) || !(read instanceof Cidr)) return asError(network, read);
    return network.prefix <= read.prefix && network.contains(read.address);
  }),
  method('ip', 1, (network) => (network instanceof Cidr ? network.address : undefined)),
  method('masked', 1, (network) => (network instanceof Cidr ? network.masked : undefined)),
  method('prefixLength', 1, (network) => (network instanceof Cidr ? network.prefix : undefined)),
];

const asError = (network: Value, read: Value | CelError | undefined): CelError | undefined =>
  network instanceof Cidr && read instanceof CelError ? read : undefined;

function isLinkLocalMulticast(address: IpAddress): boolean {
  return address.family === 4 ? address.first(24) === 0xe00000n : (address.first(16) & 0xff0fn) === 0xff02n;
}

function isLinkLocalUnicast(address: IpAddress): boolean {
  return address.family === 4 ? address.first(16) === 0xa9fen : address.first(10) === 0x3fan;
}

/** Private addresses are among them, as in Go's standard library. */
function isGlobalUnicast(address: IpAddress): boolean {
  const { bits, family } = address;
  if (bits === 0n || (family === 4 ? bits === 0xffffffffn || address.first(8) === 127n : bits === 1n)) return false;
  const isMulticast = family === 4 ? address.first(4) === 0xen : address.first(8) === 0xffn;
  return !isMulticast && !isLinkLocalUnicast(address);
}
