import { ibanRemainder, passesLuhn } from '../../../leaving/patterns/check-digits.ts';
import { seededRandom } from '../../../leaving/random.ts';

/** A secret value, and all texts by which it could be recognised if it left. */
export interface Planted {
  readonly kind: string;
  readonly value: string;
}

const random = seededRandom('planted');
const from = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(random(alphabet.length))).join('');
const digits = (length: number): string => from('123456789', length);
const mixed = (length: number): string =>
  `${from('abcdefghijklmnopqrstuvwxyz', 2)}${from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 2)}${digits(2)}${from('abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789', length - 6)}`;
const letters = (length: number): string => from('bcdfghjklmnpqrstvwxz', length);

function card(): string {
  const start = `4${digits(14)}`;
  const check =
    Array.from({ length: 10 }, (_, digit) => String(digit)).find((digit) => passesLuhn(start + digit)) ?? '0';
  return start + check;
}

function iban(): string {
  const account = digits(18);
  return `DE${String(98 - ibanRemainder(`DE00${account}`)).padStart(2, '0')}${account}`;
}

/** One secret of each kind at each call. */
const makers: { readonly [kind: string]: () => string } = {
  openai: () => `sk-proj-${mixed(40)}`,
  anthropic: () => `sk-ant-api03-${mixed(40)}`,
  github: () => `ghp_${mixed(36)}`,
  gitlab: () => `glpat-${mixed(20)}`,
  aws: () => `AKIA${from('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)}`,
  slack: () => `xoxb-${digits(12)}-${mixed(24)}`,
  google: () => `AIza${mixed(35)}`,
  stripe: () => `sk_live_${mixed(24)}`,
  'hugging-face': () => `hf_${mixed(34)}`,
  jwt: () => `eyJ${mixed(20)}.eyJ${mixed(40)}.${mixed(43)}`,
  bearer: () => `Bearer ${mixed(32)}`,
  'connection string': () => `postgres://app:${mixed(14)}@db.example.com:5432/orders`,
  'private key': () => `-----BEGIN PRIVATE KEY-----\n${mixed(64)}\n${mixed(40)}\n-----END PRIVATE KEY-----`,
  assigned: () => `API_KEY=${mixed(24)}`,
  card,
  iban,
  email: () => `${letters(6)}.${letters(7)}@${letters(8)}.com`,
  phone: () => `+49 17${digits(1)} ${digits(7)}`,
  street: () => `${digits(2)} ${from('BDFGKLMNPRST', 1)}${letters(7)} Street`,
  'ip address': () => `8${digits(1)}.1${digits(2)}.${digits(2)}.${digits(2)}`,
};

/** 200 secrets: ten of each kind. */
export const planted: readonly Planted[] = Array.from({ length: 10 }, () =>
  Object.entries(makers).map(([kind, make]) => ({ kind, value: make() })),
).flat();

/** The part of a secret that must not be found again: without the words around it. */
function tellingPart({ kind, value }: Planted): string {
  if (kind === 'bearer') return value.slice('Bearer '.length);
  if (kind === 'connection string') return value.slice('postgres://app:'.length, value.indexOf('@'));
  if (kind === 'private key') return value.split('\n')[1] ?? '';
  if (kind === 'assigned') return value.slice('API_KEY='.length);
  return value;
}

/** The secrets with the parts that must not be found again. */
export const secrets = planted.map((one) => ({ ...one, part: tellingPart(one) }));

/** The secrets that are in a text, in any spelling that JSON and capitals allow. */
export function foundIn(text: string): readonly Planted[] {
  const lower = text.toLowerCase();
  return secrets.filter(({ part }) => lower.includes(part.toLowerCase()));
}
