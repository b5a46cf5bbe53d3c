import { expect, test } from 'vitest';
import { ag2Console } from './console/ag2.ts';
import { autogenConsole } from './console/autogen.ts';
import { json } from './json/index.ts';
import { langchainConsole } from './console/langchain.ts';
import { loguru } from './console/loguru.ts';
import { readDocument } from './read-document.ts';
import { readText } from './read-text.ts';
import { readYaml } from './yaml/index.ts';

async function codesOf(text: string): Promise<readonly string[]> {
  const read = await readText(text);
  return read.ok ? read.value.notes.map(({ code }) => code) : [read.problem.code];
}

const httpRequest = 'POST /v1/models/m:generateContent HTTP/1.1\r\nHost: example.com\r\n\r\n{"contents" "no colon"}';
const httpResponse = 'HTTP/2.0 200 OK\r\nDate: Wed, 17 Jun 2026 10:30:04 GMT\r\n\r\n{"candidates": []}';

test.each([
  ['reader/archive', 'PK\u0003\u0004\u0014\u0000'],
  ['reader/binary', 'GIF\u0000\u0001\u0000\u0002'],
  ['reader/encoded', btoa('{"messages": [{"role": "user", "content": "hello, how are you?"}]}')],
  ['reader/address', '[<OpenAIObject at 0x7f> JSON: {"a": 1}]'],
  ['reader/printed-error', "[{ status: 'failed', reason: [Error: it broke] }]"],
  ['reader/smart-quotes', '{“role”: “user”, “content”: “hi”}'],
  ['reader/undefined', "{ role: 'user', content: undefined }"],
  ['reader/no-value', 'Nothing here but words.\nAnd a second line of them.'],
  ['reader/mostly-prose', `${'A long line of prose without any value in it. '.repeat(40)}\n{'a': 1}\n`],
  ['reader/tiny-values', "{'a': 1}\n".repeat(30_000)],
  ['reader/too-deep', '['.repeat(100_000)],
  ['reader/httprr', 'httprr trace v1\nand nothing else'],
  [
    'reader/httprr-body',
    `httprr trace v1\n${httpRequest.length} ${httpResponse.length}\n${httpRequest}${httpResponse}`,
  ],
  ['reader/python', "{'a': 1, 'b' 2 @ 3 4 5 ; ; ; ]}"],
])('%s is the code of its text', async (code, text) => {
  expect(await codesOf(text)).toContain(code);
});

test.each([
  ['reader/ag2-console', ag2Console],
  ['reader/autogen-console', autogenConsole],
  ['reader/langchain-console', langchainConsole],
  ['reader/loguru', loguru],
])('%s is the code of a text without the lines of its program', (code, reader) => {
  expect(reader.read('Only words.')).toMatchObject({ ok: false, problem: { code } });
});

test('reader/more-text is the code of words after JSON', () => {
  expect(json.read('{"a": 1} and words')).toMatchObject({ ok: false, problem: { code: 'reader/more-text' } });
});

test('an empty text has a code of its own', () => {
  expect(readDocument('')).toMatchObject({ ok: false, problem: { code: 'reader/empty' } });
});

test.each([
  ['yaml/too-long', `a: ${'x'.repeat(2_100_000)}`],
  ['yaml/too-many-parts', '- a\n'.repeat(400_000)],
  ['yaml/too-deep', '['.repeat(50_000)],
  ['yaml/too-deep', '- '.repeat(50_000)],
  ['yaml/too-deep', '? '.repeat(50_000)],
])('%s is the code of YAML beyond a limit', (code, text) => {
  expect(readYaml(text)).toMatchObject({ ok: false, problem: { code } });
});
