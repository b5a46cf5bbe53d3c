import { count } from '../ui/format.ts';
import type { FoundKind, HiddenKind } from '../worker/leaving-protocol.ts';

/** In the words of the page: what is hidden unless the user shows it. */
export const kindTitles: { readonly [K in Exclude<HiddenKind, 'path'>]: string } = {
  secret: 'Keys, tokens and passwords',
  card: 'Payment cards',
  iban: 'Bank accounts',
  email: 'E-mail addresses',
  phone: 'Telephone numbers',
  address: 'Postal addresses',
  ip: 'IP addresses',
  name: 'Names',
};

/** In the singular, for a single value. */
export const kindWords: { readonly [K in HiddenKind]: string } = {
  secret: 'credential',
  card: 'card',
  iban: 'account',
  email: 'e-mail',
  phone: 'telephone',
  address: 'address',
  ip: 'IP address',
  name: 'name',
  path: 'chosen path',
};

/** `2 credentials, 1 IP address` */
export const foundWords = (found: readonly FoundKind[]): string =>
  // The keys of the table are its kinds, though the type of `Object.keys` does not say so.
  (Object.keys(kindWords) as HiddenKind[])
    .flatMap((kind) => {
      const values = found.find((one) => one.kind === kind)?.values ?? 0;
      return values === 0 ? [] : [`${count(values)} ${values === 1 ? nouns[kind] : plural(nouns[kind])}`];
    })
    .join(', ');

const nouns: { readonly [K in HiddenKind]: string } = {
  ...kindWords,
  email: 'e-mail address',
  phone: 'telephone number',
};

const plural = (noun: string): string => (noun.endsWith('s') ? `${noun}es` : `${noun}s`);
