import { isCredential, isCredentialField } from '../../importing/credential-names.ts';
import { looksRandom } from './credentials.ts';
import type { HiddenKind } from './pattern.ts';

interface NamedFields {
  readonly kind: HiddenKind;
  /** The name in kebab case. */
  readonly names: RegExp;
  readonly isValid: (value: string) => boolean;
}

const isAny = (value: string): boolean => value.length > 0;
const isHeld = (value: string): boolean => !/^\[?credential[ -]left[ -]out\]?$/.test(value);

/** Values that have no form of their own, and are recognised by the name of their field. */
const table: readonly NamedFields[] = [
  { kind: 'secret', names: /(?:^|-)(?:password|passwd|passphrase|pwd)$/, isValid: isAny },
  { kind: 'secret', names: /(?:^|-)(?:pin|cvv|cvc|otp)$/, isValid: (value) => /\d{3}/.test(value) },
  {
    kind: 'secret',
    names: /(?:^|-)(?:secret|token|bearer|jwt|credential|credentials|access-key)$/,
    isValid: looksRandom,
  },
  { kind: 'card', names: /(?:^|-)(?:card-number|cardnumber|pan)$/, isValid: (value) => /\d{4}/.test(value) },
  {
    kind: 'iban',
    names: /(?:^|-)(?:iban|bic|swift|account-number|routing-number|sort-code)$/,
    isValid: (value) => /\d/.test(value),
  },
  {
    kind: 'phone',
    names: /(?:^|-)(?:phone|phone-number|telephone|tel|mobile|mobile-number|fax)$/,
    isValid: (value) => /\d{3}/.test(value),
  },
  {
    kind: 'address',
    names:
      /(?:^|-)(?:street|street-address|address|address-line-?[123]|line[12]|postal-code|post-code|postcode|zip|zip-code|zipcode)$/,
    isValid: (value) => /[\d\s]/.test(value) && !value.includes('@') && !/^(?:https?:|0x)/.test(value),
  },
  {
    kind: 'ip',
    names: /(?:^|-)(?:ip|ip-address|client-ip|remote-addr|x-forwarded-for)$/,
    isValid: (value) => /[.:]/.test(value),
  },
  {
    kind: 'name',
    names:
      /(?:^|-)(?:first-name|last-name|full-name|given-name|family-name|surname|maiden-name|cardholder|cardholder-name|account-holder|customer-name|patient-name)$/,
    isValid: isAny,
  },
];

/** The kind of a text by the name of its field; null for most. */
export function kindByName(name: string, value: string): HiddenKind | null {
  if (!isHeld(value)) return null;
  const found = namedFields(name).find(({ isValid }) => isValid(value));
  return found?.kind ?? null;
}

const known = new Map<string, readonly NamedFields[]>();
const credentialRow: NamedFields = { kind: 'secret', names: /^(?!)/, isValid: isAny };
const maybeCredentialRow: NamedFields = { ...credentialRow, isValid: looksRandom };

/** The same few names occur again and again. */
function namedFields(name: string): readonly NamedFields[] {
  const before = known.get(name);
  if (before !== undefined) return before;
  const rows = name.length > 80 ? [] : rowsFor(name);
  if (known.size < 10_000) known.set(name, rows);
  return rows;
}

function rowsFor(name: string): readonly NamedFields[] {
  const kebab = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[_. ]/g, '-')
    .toLowerCase();
  return [
    ...(isCredential(name, false) ? [credentialRow] : isCredentialField(name) ? [maybeCredentialRow] : []),
    ...table.filter(({ names }) => names.test(kebab)),
  ];
}
