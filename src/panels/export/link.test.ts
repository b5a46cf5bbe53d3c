import { expect, test } from 'vitest';
import { unpack } from '../../services/packing.ts';
import { linkedSource, packedIn, readLink } from '../../state/url.ts';
import { linkFits, linkWith } from './link.ts';

const view = {
  session: null,
  turn: 3,
  tab: 'why',
  main: 'transcript',
  axis: 'turns',
  decisions: {},
  rule: { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' },
  baseline: { expression: 'input.amount <= 500', hook: 'middleware.before', match: null },
} as const;

test('a link holds the session, the rule, the policy and the view, and reads back as they were', async () => {
  const policy = { name: 'refunds.yaml', text: 'name: desk\n' };
  const link = await linkWith('{"a session": "file"}', { view, policy, page: 'http://127.0.0.1:4173/' });
  const { hash } = new URL(link);
  const packed = packedIn(hash);
  expect(await unpack(packed.session ?? '')).toBe('{"a session": "file"}');
  expect(JSON.parse(await unpack(packed.policy ?? ''))).toEqual(policy);
  expect(readLink(hash)).toEqual({
    ...view,
    session: { kind: 'source', source: linkedSource(packed.session ?? ''), entry: 0 },
  });
});

test.each([
  [1_500, 'fits into a message of Slack and Teams and Discord'],
  [20_000, 'fits into a message of Slack and Teams, not of Discord'],
  [60_000, 'too long for a message of Slack and Teams and Discord'],
  [90_000, 'too long for a link: save a file instead'],
])('of %d characters, it %s', (length, said) => expect(linkFits(length)).toBe(said));
