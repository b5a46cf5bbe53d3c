import { describe, expect, it } from 'vitest';
import { type Pace, Stopped, unhurried } from '../../base/pace.ts';
import { openSessionOf } from './testing.ts';
import { suggestionsFor } from './suggestions.ts';

const suggestedFor = async (text: string) =>
  (await suggestionsFor(openSessionOf(text), unhurried)).map(
    ({ about, rule: { hook, match, expression } }) => `${about}: ${hook} ${match ?? '*'} ${expression}`,
  );

describe('a suggested rule', () => {
  it('limits the largest amount that a call passed, below it', async () => {
    expect(
      await suggestedFor(`
        user: refund me
        refund({"amount": 40}) -> {"ok": true}
        refund({"amount": 1200}) -> {"ok": true}
      `),
    ).toEqual(['a limit for the amount: middleware.before refund input.amount <= 1000']);
  });

  it('tests for an amount that some calls leave out, and also limits fractions', async () => {
    expect(
      await suggestedFor(`
        pay({"maxPrice": 30.5}) -> {}
        pay({}) -> {}
      `),
    ).toEqual(['a limit for the max price: middleware.before pay !has(input.maxPrice) || input.maxPrice <= 20']);
  });

  it('lets only recipients pass that the user named', async () => {
    const named = 'context.input.exists(i, i.message.exists(p, has(p.text) && p.text.contains(input.to)))';
    expect(
      await suggestedFor(`
        user: write to ann@example.com
        sendMail({"to": "ann@example.com"}) -> {}
        sendMail({"to": "eve@example.com"}) -> {}
      `),
    ).toEqual([`only recipients that the user named: middleware.before sendMail ${named}`]);
    expect(await suggestedFor('user: write to ann\nsendMail({"to": "ann"}) -> {}')).toEqual([]);
    expect(await suggestedFor('user: look it up\nfind_mail({"to": "ann"}) -> {}')).toEqual([]);
  });

  it('does not blame a call for a user’s message that is not on record', async () => {
    expect(await suggestedFor('sendMail({"to": "eve"}) -> {}\nuser: thanks')).toEqual([]);
    const [later] = await suggestedFor(`
      sendMail({"to": "eve"}) -> {}
      user: write to ann
      sendMail({"to": "bob"}) -> {}
    `);
    expect(later).toMatch(/^only recipients .* sendMail context\.input\.size\(\) == 0 \|\| context\.input\.exists/);
  });

  it('finds card numbers by their check digit, keys and files of secrets', async () => {
    const aboutOf = async (text: string) =>
      (await suggestedFor(`pay({"with": ${JSON.stringify(text)}}) -> 1`)).map((line) => line.split(':')[0]);
    expect(await aboutOf('4242424242424242')).toEqual(['no card number in an argument']);
    expect(await aboutOf('4242424242424243')).toEqual([]);
    expect(await aboutOf('use ghp_abcdefghijklmnop')).toEqual(['no access key in an argument']);
    expect(await aboutOf('cat app/.env')).toEqual(['no file of secrets in an argument']);
  });

  it('forbids the commands that delete or publish', async () => {
    expect(await suggestedFor('bash({"command": "rm -r build"}) -> 1\nbash({"command": "ls"}) -> 1')).toEqual([
      'no rm in a command: middleware.before bash !input.command.matches(r"\\brm\\b")',
    ]);
  });

  it('stops loops, also of a tool whose name is no CEL name, but not calls without arguments', async () => {
    const three = (call: string) => `${call} -> 1\n`.repeat(3);
    expect(await suggestedFor(three('look-up({"id": 1})'))).toEqual([
      'no third call with the same arguments: middleware.before look-up context.capabilities["look-up"].inputs.filter(i, i == input).size() < 2',
    ]);
    expect(await suggestedFor(three('roll({})'))).toEqual([]);
  });

  it('stops a tool that fails again and again', async () => {
    expect(await suggestedFor([1, 2, 3, 4].map((id) => `look({"id": ${id}}) !! HTTP 503`).join('\n'))).toEqual([
      'a stop after 3 failures: middleware.before look context.capabilities.look.count_errored < 3',
    ]);
  });

  it('needs a risk: a session without one has none', async () => {
    expect(await suggestedFor('user: hi\nagent: hello')).toEqual([]);
    expect(await suggestedFor('user: hi\nget({"name": "Bagatur"}) -> 1\nget({"name": "Ann"}) !! no')).toEqual([]);
  });

  describe('in a long session', () => {
    const calls = Array.from({ length: 5_000 }, (_, call) => `refund({"amount": ${call % 3}}) -> {"ok": true}`);
    const session = openSessionOf(`user: refunds\n${calls.join('\n')}`);

    it('is judged at its first turns, and is the same however slow the machine is', async () => {
      let now = 0;
      let breaths = 0;
      const slow: Pace = { now: () => (now += 1_000), breathe: async () => void breaths++, stopped: false };
      const found = await suggestionsFor(session, slow);
      expect(found.map(({ about }) => about)).toContain('a limit for the amount');
      expect(await suggestionsFor(session, unhurried)).toEqual(found);
      // A slow pace breathes at every judged turn.
      expect(breaths).toBeLessThan(24_000);
    });

    it('is no longer searched for after a stop', async () => {
      let now = 0;
      const stopped: Pace = { now: () => (now += 1_000), breathe: async () => {}, stopped: true };
      await expect(suggestionsFor(session, stopped)).rejects.toThrow(Stopped);
    });
  });
});
