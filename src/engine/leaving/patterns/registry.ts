import { credentialPatterns } from './credentials.ts';
import { makerTokens } from './maker-tokens.ts';
import type { HiddenKind, Pattern } from './pattern.ts';
import { paymentPatterns } from './payment.ts';
import { peoplePatterns } from './people.ts';

/**
 * Every form that is recognised in texts, one row each. A text without what a group needs is not searched for it: most
 * texts are short and have nothing of the kind.
 */
const groups: readonly { readonly needs: RegExp; readonly patterns: readonly Pattern[] }[] = [
  { needs: /[:=]|eyJ|bearer|basic|token|private key/i, patterns: credentialPatterns },
  { needs: /[-_.:/]|A[KS]IA|AIza|SK|AC|dapi/, patterns: makerTokens },
  { needs: /\d\d/, patterns: paymentPatterns },
  { needs: /[@\d]|%40/, patterns: peoplePatterns },
];

export const patterns: readonly Pattern[] = groups.flatMap((group) => group.patterns);

/** The patterns that may find something in a text. */
export const patternsFor = (text: string): readonly Pattern[] =>
  // Hardly any text is as short as the shortest of these values.
  text.length < 5 ? [] : groups.flatMap((group) => (group.needs.test(text) ? group.patterns : []));

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
