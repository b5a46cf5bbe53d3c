import { Digest } from './digest.ts';
import { toJsonWithin } from './json.ts';
import type { Session } from './session.ts';
import type { Value } from './value.ts';

/** Events at the start and at the end that are compared, and characters of each of them. */
const compared = 64;
const characters = 2_000;

/**
 * Identifies a recording by its content, wherever it comes from: the same one, opened again or from its session file, has
 * the same id. It looks at the first and the last events, so that a long session costs no more.
 */
export function sessionContent({ system, header, events }: Session): string {
  const digest = new Digest();
  digest.add(`${system} ${events.length} ${header.title}`);
  const ends = events.length <= 2 * compared ? events : [...events.slice(0, compared), ...events.slice(-compared)];
  // Plain data by its schema. With another form of NaN, earlier ids would no longer be found.
  for (const event of ends) digest.add(toJsonWithin(event as Value, 0, characters, 'string').text);
  return digest.text;
}
