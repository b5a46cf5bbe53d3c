import { expect, it } from 'vitest';
import { readGiven } from './given.ts';

it('is a JSON object by the names of a gateway’s variables', () => {
  const given = { jwt: { sub: 'ann', level: 3 }, request: { path: '/mcp' }, jwtless: undefined };
  expect(readGiven(JSON.stringify(given))).toEqual({
    ok: true,
    value: { jwt: { sub: 'ann', level: 3 }, request: { path: '/mcp' } },
  });
});

it.each([
  ['{', /is not JSON/],
  ['[1]', /no JSON object/],
  ['{"user": "ann"}', /no variable user/],
])('%s is refused', (text, reason) => {
  const read = readGiven(text);
  expect(read.ok ? null : read.problem).toMatchObject({
    code: 'given/malformed',
    message: expect.stringMatching(reason) as string,
  });
});
