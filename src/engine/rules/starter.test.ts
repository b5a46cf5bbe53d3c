import { describe, expect, it } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { defaultDecisions } from '../model/decisions.ts';
import { openSessionOf } from './testing.ts';
import { starterRule } from './starter.ts';
import { sweep } from './sweep.ts';

async function firesOn(text: string) {
  const session = openSessionOf(text);
  const rule = starterRule(session);
  if (rule === null) return null;
  const { counts } = await sweep(session, rule, defaultDecisions, unhurried);
  return { ...rule, fire: counts.fire };
}

describe('the starter rule for a new session', () => {
  it('limits the largest amount that a call passed', async () => {
    expect(
      await firesOn(`
        user: refund me
        refund({"amount": 40}) -> {"ok": true}
        refund({"amount": 1200}) -> {"ok": true}
      `),
    ).toEqual({ hook: 'middleware.before', match: 'refund', expression: 'input.amount <= 600', fire: 1 });
  });

  it('compares as doubles where some call passed a fraction', async () => {
    expect(
      await firesOn(`
        pay({"amount": 0.5}) -> {}
        pay({"amount": 30}) -> {}
      `),
    ).toMatchObject({ expression: 'double(input.amount) <= 15.0', fire: 1 });
  });

  it('names the function that failed', async () => {
    expect(await firesOn('lookup({}) !! HTTP 503')).toMatchObject({
      hook: 'middleware.after',
      expression: 'context.capabilities.lookup.count_errored == 0',
      fire: 1,
    });
  });

  it('forbids an argument of the rarest call', async () => {
    expect(
      await firesOn(`
        get({"url": "a"}) -> 1
        get({"url": "b"}) -> 1
        send({"to": "eve \\"x\\""}) -> 1
      `),
    ).toMatchObject({ match: 'send', expression: 'input.to != "eve \\"x\\""', fire: 1 });
  });

  it('exists for a session with messages only, and not for an empty session', async () => {
    expect(await firesOn('user: hi\nagent: hello')).toMatchObject({ hook: 'turn', fire: 1 });
    expect(await firesOn('user: hi')).toBeNull();
  });
});
