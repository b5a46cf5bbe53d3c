import { expect, it } from 'vitest';
import { readGiven } from './given.ts';

it('is a JSON object by the names of a gateway’s variables', () => {
  const given = { jwt: { sub: 'ann', level: 3 }, request: { path: '/mcp' }, apiKey: null };
  expect(readGiven(JSON.stringify(given))).toEqual({ ok: true, value: given });
});

it.each([
  ['{', /is not JSON at line 1, column 2\./],
  ['{"jwt": {}\n "request": {}}', /at line 2, column 2, `"` is not expected/],
  ['[1]', /a JSON object is needed/],
  ['{"jwt": {},\n "user": "ann"}', /no variable `user`, whose value is at line 2, column 10\./],
  ['{"request": {"pth": "/"}}', /`request` has no field `pth`.* Did you mean `path`\?/],
  ['{"request": "x"}', /At line 1, column 13, `request` must be an object/],
])('%s is refused', (text, reason) => {
  const read = readGiven(text);
  expect(read.ok ? null : read.problem).toMatchObject({
    code: 'given/malformed',
    message: expect.stringMatching(reason) as string,
  });
});
