import { expect, test } from 'vitest';
import type { Document } from './document.ts';
import { readText } from './read-text.ts';
import { pathsIn } from './testing.ts';

async function documentOf(text: string): Promise<Document> {
  const read = await readText(text);
  if (!read.ok) throw new Error(read.problem.message);
  return read.value;
}

const notesOf = async (text: string) =>
  (await documentOf(text)).notes.map(({ severity, code, place = '' }) => `${severity} ${code} at ${place}`);

const value = { role: 'user', content: 'It\'s "so"\n<b>&</b>', n: [1, true] };
const json = JSON.stringify(value);
const python = `{'role': 'user', 'content': 'It\\'s "so"\\n<b>&</b>', 'n': [1, True]}`;
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

test.each<[string, string, string]>([
  ['a cell of a table', `"${json.replaceAll('"', '""')}"`, 'reader/cell'],
  ['a row of two cells', `17\t"${json.replaceAll('"', '""')}"\n`, 'reader/cell'],
  ['backticks', `\`${json}\``, 'reader/inline-code'],
  ['backticks around Python', `\`${python}\`\n`, 'reader/inline-code'],
  ['marks of Jira', `{code:python}\n${python}\n{code}`, 'reader/marked-block'],
  ['marks of Jira without a language', `{noformat}\n${json}\n{noformat}\n`, 'reader/marked-block'],
  ['the quotes of a shell', `'${json.replaceAll("'", `'\\''`)}'`, 'reader/shell-quotes'],
  [
    'a command',
    `curl https://example.com/v1/chat \\\n  -H 'Content-Type: application/json' \\\n  --data-raw '${json.replaceAll("'", `'\\''`)}' \\\n  --compressed`,
    'reader/shell-quotes',
  ],
  ['the source of a page', `<pre><code class="language-json">${escaped(json)}</code></pre>`, 'reader/tags'],
  [
    'highlighted source of a page',
    `<div class="highlight"><pre><span></span><span class="p">{</span>${escaped(json.slice(1))}</pre></div>`,
    'reader/tags',
  ],
])('is read without %s around it, and every place is known', async (_, text, code) => {
  const document = await documentOf(text);
  expect(document.value).toEqual(value);
  expect(document.notes.map((note) => `${note.severity} ${note.code}`)).toContain(`repaired ${code}`);
  for (const path of pathsIn(document.value)) {
    const place = document.locate(path);
    expect(place).not.toBeNull();
    expect(place?.end).toBeLessThanOrEqual(text.length);
  }
});

test('is not what strings of a value hold', async () => {
  for (const content of ['`{"a": 1}`', "curl -d '{}' x", '{code}\n{}\n{code}', '"{""a"": 1}"', '<pre>{&quot;}</pre>'])
    expect((await documentOf(JSON.stringify({ role: 'user', content }))).value).toEqual({ role: 'user', content });
});

test('a fault inside has its place in the original text', async () => {
  const cut = `17\t"{""role"": ""user"", ""n"": 1, ""content"": ""hi`;
  expect(await notesOf(cut)).toEqual([
    'repaired reader/cell at line 1, column 5',
    `lost reader/cut-off at line 1, column ${cut.length + 1}`,
  ]);
  const page = '<pre><code>{&quot;a&quot;: [1,\n &quot;b&quot;, ?, 2, 3, 4]}</code></pre>';
  expect(await notesOf(page)).toContain('lost reader/not-understood at line 2, column 17');
  const coloured = `\u001B[32m{'a': [1,\u001B[0m\n \u001B[32m'b'\u001B[0m, ?, 2, 3, 4]}`;
  expect(await notesOf(coloured)).toContain('lost reader/not-understood at line 2, column 16');
});

test('a quote that was not escaped for the shell ends no argument', async () => {
  expect((await documentOf(`export CTX='{"role": "user", "content": "It's so", "n": 1}'`)).value).toMatchObject({
    role: 'user',
    n: 1,
  });
});
