import { credentialPatterns } from './credentials.ts';
import { makerTokens } from './maker-tokens.ts';
import type { HiddenKind, Pattern } from './pattern.ts';
import { paymentPatterns } from './payment.ts';
import { peoplePatterns } from './people.ts';

/** Every form that is recognised in texts: one row each. */
export const patterns: readonly Pattern[] = [
  ...credentialPatterns,
  ...makerTokens,
  ...paymentPatterns,
  ...peoplePatterns,
];

/** The kinds that are found without being named by the user, in the order in which they are listed. */
export const foundKinds = [
  'secret',
  'card',
  'iban',
  'email',
  'phone',
  'address',
  'ip',
  'name',
] as const satisfies readonly HiddenKind[];
