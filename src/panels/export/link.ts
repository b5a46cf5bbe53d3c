import { pack } from '../../services/packing.ts';
import { linkedSource, type LinkedView, writeLink } from '../../state/url.ts';

/** What a link carries beside the session. */
export interface LinkContent {
  readonly view: LinkedView;
  readonly policy: { readonly name: string; readonly text: string } | null;
  /** The page's own address, without its view. */
  readonly page: string;
}

/** Safari opens no longer ones; other browsers take ten times as much. */
export const longestLink = 80_000;

/** Characters that one message takes, by the documentation of each program. */
const messages = [
  { name: 'Slack', limit: 40_000 },
  { name: 'Teams', limit: 28_000 },
  { name: 'Discord', limit: 2_000 },
] as const;

/** Longer session files pack to more than a link may have, so packing them would be in vain. */
export const longestInLink = 4_000_000;

/** A link that opens the session with the rule, the policy and the view. */
export async function linkWith(text: string, { view, policy, page }: LinkContent): Promise<string> {
  const session = await pack(text);
  const packed = { session, policy: policy === null ? null : await pack(JSON.stringify(policy)) };
  return page + writeLink({ ...view, session: { kind: 'source', source: linkedSource(session), entry: 0 } }, packed);
}

/** Where a link of so many characters can be sent. */
export function linkFits(length: number): string {
  if (length > longestLink) return 'too long for a link: save a file instead';
  const [fits, not] = [true, false].map((isFit) => messages.filter(({ limit }) => length <= limit === isFit));
  const named = (programs: typeof fits) => (programs ?? []).map(({ name }) => name).join(' and ');
  if (fits?.length === 0) return `too long for a message of ${named(not)}`;
  return `fits into a message of ${named(fits)}${not?.length === 0 ? '' : `, not of ${named(not)}`}`;
}
