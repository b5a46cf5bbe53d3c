import { describe, expect, test } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { sessionOf } from '../model/testing.ts';
import { writeSessionFile } from '../model/session-file.ts';
import { openEntry, type OpenSession } from '../opening/open-session.ts';
import { sweep } from '../rules/sweep.ts';
import { systemOf } from '../systems/systems.ts';
import { openNow } from '../testing.ts';
import { checkSession } from './check-session.ts';
import { declaredBy, decisionsUnder } from './declared.ts';
import { policyOf } from './testing.ts';

function opened(text: string): OpenSession {
  const read = openNow(writeSessionFile(sessionOf(text)));
  const session = read.ok ? openEntry(read.value, 0, systemOf) : read;
  if (!session.ok) throw new Error(session.problem.message);
  return session.value;
}

const policy = policyOf(`
kind: commonagents.info/v1beta1/agent
name: desk
capabilities:
  refund:
    before:
      - assert: context.capabilities.refund.count_successful < 1
  lookup-order:
    before:
      - assert: context.capabilities.refund.count_successful < 1
  github-file:
    include: [read-chunk, write]
model_capabilities: [web-search]
`);

/** How often a rule about a function passes, fires and errs over the calls of a session. */
async function counts(session: OpenSession, key: string) {
  const expression = `context.capabilities.${key}.count_successful < 1`;
  const { counts: found } = await sweep(
    session,
    { expression, hook: 'middleware.before', match: null },
    decisionsUnder(policy, session),
    unhurried,
  );
  return { pass: found.pass, fire: found.fire, error: found.error };
}

describe('a capability that a policy declares', () => {
  test('is present before its first use, so that the pattern of the specification does not block', async () => {
    const session = opened('user: hi\nlookup_order({"id": 1}) -> {"ok": true}\nagent: done');
    const { rules, replay } = await checkSession(session, policy, unhurried);
    expect(rules.map(({ id, counts: { pass, fire, error } }) => [id, pass, fire, error])).toEqual([
      ['capabilities.refund.before[0]', 0, 0, 0],
      ['capabilities["lookup-order"].before[0]', 1, 0, 0],
    ]);
    expect(replay.counts).toMatchObject({ pass: 1, block: 0 });
  });

  test('is named as the model would call it', () => {
    expect(declaredBy(policy)).toEqual([
      'refund',
      'lookup_order',
      'github_file_read_chunk',
      'github_file_write',
      'web_search',
    ]);
  });

  test('has no record of zeros where the session shows that the tool has several actions', async () => {
    const session = opened('user: hi\nrefund_order({"id": 1}) -> {"ok": true}\nagent: done');
    expect(await counts(session, 'refund')).toEqual({ pass: 0, fire: 0, error: 1 });
    expect(await counts(session, 'web_search')).toEqual({ pass: 1, fire: 0, error: 0 });
  });

  test('hides no misspelt key', async () => {
    const session = opened('user: hi\nlookup_order({"id": 1}) -> {"ok": true}\nagent: done');
    expect(await counts(session, 'refnud')).toEqual({ pass: 0, fire: 0, error: 1 });
  });
});
