import { expect, test } from 'vitest';
import { isRecord, type Value } from '../model/value.ts';
import { openSessionOf } from '../rules/testing.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { isCardNumber, isIban } from './patterns/payment.ts';
import { leavingOf } from './testing.ts';

const token = 'sk-proj-aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0';

const session = openSessionOf(`
  user {"email": "Ann.Meier@acme-corp.io"}: I am ann.meier@acme-corp.io, my card is 4111 1111 1111 1111
  pay({"card": "4111111111111111", "amount": 1200, "to": "bob@acme-corp.io", "memo": "for ann.meier@acme-corp.io"}) -> {"ok": true, "by": {"ann.meier@acme-corp.io": 1}}
  login({"password": "hunter-22", "body": "{\\"user\\": \\"ann.meier@acme-corp.io\\", \\"pin\\": 4711}", "key": "${token}"}) -> "logged in with hunter-22"
  agent: I paid with ${token}
`);

const argsAt = ({ session: { events } }: OpenSession, index: number): { readonly [key: string]: Value } => {
  const event = events[index];
  const args = isRecord(event) ? event['args'] : undefined;
  return isRecord(args) ? args : {};
};

async function opened(text: string): Promise<OpenSession> {
  const { firstSession } = await import('../testing.ts');
  return firstSession(text).session;
}

test('the same value has the same stand-in in texts, arguments, keys and JSON texts', async () => {
  const { text, found } = await leavingOf(session);
  for (const secret of ['ann.meier', 'Ann.Meier', 'bob@', 'acme-corp', '4111', 'hunter-22', '4711', token])
    expect(text).not.toContain(secret);
  const left = await opened(text);
  const paid = argsAt(left, 1);
  const [ann = ''] = /[a-z]{3}\.[a-z]{5}@\S+/.exec(String(paid['memo'])) ?? [];
  expect(ann).toMatch(/^[a-z]{3}\.[a-z]{5}@[a-z]{4}-[a-z]{4}\.io$/);
  expect(text.split(ann).length - 1).toBe(4);
  // Capitals are kept, so that comparisons in small letters have the same result.
  expect(text.toLowerCase().split(ann).length - 1).toBe(5);
  expect(String(paid['to']).split('@')[1]).toBe(ann.split('@')[1]);
  expect(found.find(({ kind }) => kind === 'email')).toMatchObject({ values: 2 });
  const card = String(paid['card']);
  expect(isCardNumber(card)).toBe(true);
  expect(text).toContain(`${card.slice(0, 4)} ${card.slice(4, 8)} ${card.slice(8, 12)} ${card.slice(12)}`);
  expect(paid['amount']).toBe(1200);
  expect(JSON.parse(String(argsAt(left, 2)['body']))).toMatchObject({ pin: expect.any(Number) as unknown });
  expect(String(argsAt(left, 2)['key'])).toMatch(new RegExp(`^sk-proj-[A-Za-z0-9]{${token.length - 8}}$`));
});

test('stand-ins are others for another seed, and the same for the same', async () => {
  const [a, b, c] = await Promise.all([
    leavingOf(session),
    leavingOf(session),
    leavingOf(session, {}, undefined, 'other'),
  ]);
  expect(a.text).toBe(b.text);
  expect(c.text).not.toBe(a.text);
});

test('kinds that are not chosen stay, and are counted', async () => {
  const { text, found, changedPlaces } = await leavingOf(session, { kinds: ['card'] });
  expect(text).toContain('hunter-22');
  expect(text).not.toContain('4111');
  expect(changedPlaces).toBe(2);
  expect(found.find(({ kind }) => kind === 'secret')).toMatchObject({ values: 3, places: 6 });
});

test('values at a path are hidden whatever they are, also inside JSON texts, and keep their types', async () => {
  const { text } = await leavingOf(session, { kinds: [], paths: ['input.amount', 'body.pin', 'output.ok'] });
  const left = await opened(text);
  expect(argsAt(left, 1)['amount']).toEqual(expect.any(Number));
  expect(argsAt(left, 1)['amount']).not.toBe(1200);
  expect(String(argsAt(left, 1)['amount'])).toHaveLength(4);
  expect(String(argsAt(left, 2)['body'])).not.toContain('4711');
  expect(text).toContain('"ok":false');
  expect(text).toContain('hunter-22');
});

test('names given by hand are hidden in every spelling', async () => {
  const { text } = await leavingOf(session, { kinds: [], names: ['Meier', 'Bob'] });
  expect(text.toLowerCase()).not.toContain('meier');
  expect(text.toLowerCase()).not.toContain('bob');
});

test('hidden values of one shape keep their order', async () => {
  const people = ['Adams', 'Baker', 'Clark', 'Davis', 'Evans'];
  const many = openSessionOf(people.map((surname) => `greet({"last_name": "${surname}"}) -> "ok"`).join('\n'));
  const left = await opened((await leavingOf(many)).text);
  const names = left.session.events.map((_, index) => String(argsAt(left, index)['last_name']));
  expect(names.toSorted()).toEqual(names);
  expect(names.some((surname) => people.includes(surname))).toBe(false);
});

test('accounts stay valid accounts of their country', async () => {
  const accounts = openSessionOf('pay({"to": "DE89 3704 0044 0532 0130 00"}) -> "ok"');
  const left = await opened((await leavingOf(accounts)).text);
  const account = String(argsAt(left, 0)['to']);
  expect(account).toMatch(/^DE\d\d( \d{4}){4} \d\d$/);
  expect(isIban(account)).toBe(true);
});

test('each change is reported with its place', async () => {
  const { changes } = await leavingOf(session, { kinds: ['email'] });
  expect(changes.map(({ path }) => path)).toEqual([
    'events[0].message[0].text',
    'events[0].params.email',
    'events[1].args.to',
    'events[1].args.memo',
    'events[1].output.by["ann.meier@acme-corp.io"]',
    'events[2].args.body.user',
  ]);
  expect(changes[0]).toMatchObject({ kind: 'email', before: 'ann.meier@acme-corp.io' });
});

test('a text that only looks like JSON is searched like any text', async () => {
  const odd = openSessionOf('user: [ 4111 1111 1111 1111 ] and {"a": ann@acme-corp.io}');
  const { text } = await leavingOf(odd);
  expect(text).not.toContain('4111 1111');
  expect(text).not.toContain('ann@');
});

test('a field that is named like a private value and holds none stays', async () => {
  const plain = openSessionOf(
    'set({"pin": "top left", "token": "hello", "address": "everyone", "phone": "yes", "password": ""}) -> "ok"',
  );
  expect((await leavingOf(plain)).changedPlaces).toBe(0);
});
