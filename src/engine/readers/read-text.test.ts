import { describe, expect, test } from 'vitest';
import { Double, isList, valueAt } from '../model/value.ts';
import { openText } from '../opening/open-text.ts';
import { openEntry } from '../opening/open-session.ts';
import { systemOf } from '../systems/systems.ts';
import { readDocument } from './read-document.ts';
import { readText } from './read-text.ts';

async function summaryOf(text: string) {
  const opened = await openText(text);
  if (!opened.ok) throw new Error(opened.problem.message);
  const session = openEntry(opened.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { history, sources, document, notes } = session.value;
  return {
    syntax: document.syntax,
    turns: history.turns.map(({ kind, label }) => `${kind} ${label}`),
    places: history.turns.map(({ event }) => {
      const range = document.locate(sources.at(event) ?? []);
      return range && text.slice(range.start, range.end).trim();
    }),
    codes: notes.map(({ code }) => code),
  };
}

describe('YAML', () => {
  test('is read, and each turn has its place', async () => {
    const text = `
- role: system
  content: |
    You are a "helper".
    Be brief.
- role: user
  content: Where's order 17?
- role: assistant
  content: null
  tool_calls:
  - id: c1
    type: function
    function: {name: find_order, arguments: '{"id": 17}'}
- role: tool
  tool_call_id: c1
  content: '{"state": "lost"}'
- role: assistant
  content: It's lost.
`;
    const { syntax, turns, places } = await summaryOf(text);
    expect(syntax).toBe('yaml');
    expect(turns).toEqual([
      "input Where's order 17?",
      'llm plan: find_order',
      'capability find_order',
      "llm It's lost.",
    ]);
    expect(places[0]).toBe("role: user\n  content: Where's order 17?");
  });

  test('is read with each message in braces, and says so when there are too many', async () => {
    const messages = '- {role: user, content: hi}\n- {role: assistant, content: ok}\n';
    expect((await summaryOf(messages)).turns).toEqual(['input hi', 'llm ok']);
    const merged = `a: &a {x: 1}\nb:\n${'- {<<: *a, y: 0}\n'.repeat(50_000)}`;
    const read = await readText(merged);
    expect(!read.ok && read.problem.code).toBe('yaml/too-many-parts');
  });

  test('is read in a code block, and with the tags of Python', async () => {
    const yaml = `- role: user\n  content: 'hi'\n- role: assistant\n  content: ok\n`;
    const tagged = `- !!python/object:app.Message\n  role: user\n  content: 'hi'\n- !!python/object:app.Message\n  role: assistant\n  content: ok\n`;
    for (const [text, code] of [
      [`Here it is:\n\`\`\`yaml\n${yaml}\`\`\`\n`, 'reader/code-fence'],
      [tagged, 'reader/yaml-tag'],
    ] as const) {
      const read = await readText(text);
      expect(read.ok && read.value.value).toEqual([
        { role: 'user', content: 'hi' },
        { role: 'assistant', content: 'ok' },
      ]);
      expect(read.ok && read.value.notes.map((note) => note.code)).toContain(code);
      const place = read.ok ? read.value.locate([1, 'content']) : null;
      expect(place && text.slice(place.start, place.end)).toBe('ok');
    }
  });

  test('is read when most of its lines belong to long texts', async () => {
    const poem = Array.from({ length: 30 }, (_, line) => `    line ${line} (of many), and no key`).join('\n');
    const read = await readText(
      `$schema: x\nmessages:\n- role: user\n  content: |\n${poem}\n- role: assistant\n  content: ok\n`,
    );
    expect(read.ok && read.value.value).toMatchObject({ messages: [{ role: 'user' }, { content: 'ok' }] });
  });

  test('is read up to where it is cut off', async () => {
    const text = `- role: user\n  content: hi\n- role: assistant\n  content: 'it is`;
    const read = await readText(text);
    expect(read.ok && read.value.value).toMatchObject([{ role: 'user', content: 'hi' }, { role: 'assistant' }]);
    expect(read.ok && read.value.notes).toMatchObject([
      { severity: 'lost', code: 'reader/cut-off', place: 'line 4, column 18' },
    ]);
  });

  test('with a fault is refused where the fault is', async () => {
    const text = `- role: user\n  content: 'hi'\n- role: 'assistant\n  content: ok\n- role: user\n  content: 'bye'\n- x: y\n`;
    const read = await readText(text);
    expect(read.ok ? '' : read.problem.message).toMatch(/^At line [3-6], column \d+: This is not YAML here/);
  });

  test('of a cassette holds exchanges, whose bodies are texts or were parsed', async () => {
    const head = 'interactions:\n- request:\n';
    const uri = '    method: POST\n    uri: https://api.example.com/v1/chat/completions\n  response:\n';
    const asText = `${head}    body: '{"model": "m", "messages": [{"role": "user", "content": "What''s up?"}]}'\n${uri}    body:\n      string: '{"object": "chat.completion", "model": "m", "choices": [{"index": 0, "message": {"role": "assistant", "content": "Not much."}}]}'\n    status: {code: 200}\nversion: 1\n`;
    const parsed = `${head}    parsed_body:\n      model: m\n      messages:\n      - content: What's up?\n        role: user\n${uri}    parsed_body:\n      object: chat.completion\n      model: m\n      choices:\n      - index: 0\n        message:\n          content: Not much.\n          role: assistant\nversion: 1\n`;
    for (const text of [asText, parsed]) {
      const { turns, codes, places } = await summaryOf(text);
      expect(turns).toEqual(["input What's up?", 'llm Not much.']);
      expect(codes).toContain('log/exchanges');
      expect(places[1]).toContain('Not much.');
    }
  });

  test('is not confused with a log, a print or a faulty text', async () => {
    const others = [
      "messages:\n[{'role': 'user', 'content': 'Hi'}]",
      '{"a": 1}\n{"a": 2}',
      '- {"a": 1}\n- {"a": 2}',
      'agent: started\n  tool: called\nresult: {"a": "b"',
      'a: 1\n  b: 2\nc: [1',
    ];
    for (const text of others) {
      const read = await readText(text);
      expect(read.ok && read.value.syntax).not.toBe('yaml');
    }
  });

  test('of an unknown format is described in the message', async () => {
    const opened = await openText('name: test\nsteps:\n  - run: one\n  - run: two\n');
    expect(opened.ok ? '' : opened.problem.message).toContain('it is a record with “name”, “steps”');
  });
});

describe('a table', () => {
  const cell = (value: string) => `"${value.replaceAll('"', '""')}"`;

  test('of messages is read, and each turn has its row', async () => {
    const text = 'role,content\nuser,"Hi,\nthere"\nassistant,"You said ""Hi""."\n';
    const { syntax, turns, places, codes } = await summaryOf(text);
    expect(syntax).toBe('csv');
    expect(turns).toEqual(['input Hi, there', 'llm You said "Hi".']);
    expect(places).toEqual(['user,"Hi,\nthere"', 'assistant,"You said ""Hi""."']);
    expect(codes).toContain('reader/table-types');
  });

  test('with a conversation in each row, in JSON or as Python prints it, has them all', async () => {
    const asked = (words: string) =>
      JSON.stringify([
        { role: 'user', content: words },
        { role: 'assistant', content: 'Yes.' },
      ]);
    const printed = "[{'role': 'user', 'content': 'two?'}, {'role': 'assistant', 'content': None}]";
    const text = `id,messages,score\n1,${cell(asked('one?'))},0.5\n2,${cell(printed)},1\n`;
    const opened = await openText(text);
    expect(opened.ok && opened.value.entries.map(({ title }) => title)).toEqual(['one?', 'two?']);
    const { places } = await summaryOf(text);
    expect(places[0]).toContain('1,"[{""role"":""user""');
  });

  test('keeps ids, and reads what a program writes as a number', async () => {
    const read = await readText('id\tn\tx\tok\tnone\n0012\t3\t1.0\ttrue\t\n');
    expect(read.ok && read.value.value).toEqual([{ id: '0012', n: 3, x: new Double(1), ok: true, none: null }]);
  });

  test('may have a single column', async () => {
    const chat = JSON.stringify([
      { role: 'user', content: 'one?' },
      { role: 'assistant', content: 'Yes.' },
    ]);
    const { syntax, turns } = await summaryOf(`messages\n${cell(chat)}\n${cell(chat)}\n`);
    expect(syntax).toBe('csv');
    expect(turns).toEqual(['input one?', 'llm Yes.']);
  });

  test('reads each cell like a text of its own', async () => {
    const cells = ['-0', '1.50', '9007199254740993', '[1.0, 2]', '{"a":1,"a":2}', 'True', 'false', "{'b': None}"];
    const read = await readText(`id\tcell\n${cells.map((cell, index) => `r${index}\t${cell}\n`).join('')}`);
    const values =
      read.ok && isList(read.value.value) ? [...read.value.value].map((row) => valueAt(row, ['cell'])) : [];
    expect(values).toEqual(
      cells.map((cell) => {
        const alone = readDocument(cell);
        return alone.ok && alone.value.notes.length === 0 ? alone.value.value : cell;
      }),
    );
  });

  test('is not confused with words with commas, records on lines or ragged rows', async () => {
    for (const text of [
      'Hello, world\nhow are you',
      '{"a": 1, "b": 2}\n{"a": 1, "b": 3}',
      'a,b\n1,2,3\n',
      'a,a\n1,2\n',
    ]) {
      const read = await readText(text);
      expect(read.ok && read.value.syntax).not.toBe('csv');
    }
  });
});
