import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEntry } from '../../engine/opening/open-session.ts';
import { openText } from '../../engine/opening/open-text.ts';
import { systemOf } from '../../engine/systems/systems.ts';
import type { AgentFacts, AgentRequest, LiveTarget } from '../../worker/live-protocol.ts';
import { receiveFrom } from '../../worker/live/sources/registry.ts';
import { packageIn } from '../cli/testing.ts';
import { root, run } from '../setup/run.ts';
import { listen } from '../serve/listen.ts';
import { liveServer, type LiveServer } from './testing.ts';

/** The code blocks of the document on attaching. Each test runs the block that contains a text. */
const blocks = [...readFileSync(join(root, 'docs/attach.md'), 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(
  ([, language = '', code = '']) => ({ language, code }),
);

function blockWith(language: string, part: string): string {
  const [block, ...more] = blocks.filter((each) => each.language === language && each.code.includes(part));
  if (block === undefined || more.length > 0) throw new Error(`docs/attach.md has not one ${language} block: ${part}`);
  return block.code;
}

let server: LiveServer;
let folder: string;
beforeEach(async () => {
  server = await liveServer();
  folder = await mkdtemp(join(tmpdir(), 'contextscope-attach-'));
});
afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const documentedAddress = 'http://127.0.0.1:4173';

/** Runs commands of the document, sent to the test's server. */
async function runShell(commands: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const script = `set -e\n${commands.replaceAll(documentedAddress, server.address)}`;
  const { status, output } = await run('bash', ['-c', script], { output: 'keep', env });
  expect([status, status === 0 ? '' : output]).toEqual([0, '']);
}

/** Runs JavaScript of the document as a module, after the variables for exporters are set. */
function runModule(...parts: readonly string[]): Promise<void> {
  const variables = blockWith('sh', 'OTEL_EXPORTER_OTLP_ENDPOINT');
  const code = [...parts, 'await provider.shutdown();'].join('\n');
  return runShell(`${variables}\n"$NODE" --input-type=module --eval "$CODE"`, { NODE: process.execPath, CODE: code });
}

const isMissing = async (program: string) => (await run(program, ['--version'], { output: 'keep' })).status !== 0;

/** The text of a stream, as the page receives it. */
const textOf = (address: string, name: string): Promise<string> =>
  textFrom({ kind: 'relay', address: `${address}/live/${encodeURIComponent(name)}` });

/** What has arrived from a live source when it is all; an agent gets a message. */
async function textFrom(
  target: LiveTarget<'relay' | 'events' | 'polled' | 'a2a'>,
  isAll: (text: string) => boolean = () => true,
): Promise<string> {
  let text = '';
  const gone = new AbortController();
  const handlers = {
    record: (kind: 'append' | 'replace', part: string) => void (text = kind === 'replace' ? part : text + part),
    state: () => {},
    facts: () => isAll(text) && gone.abort(),
    agent: ({ waitsFor }: AgentFacts, ask: (request: AgentRequest) => void) => {
      if (text === '' && waitsFor === 'nothing') ask({ kind: 'message', text: 'Refund order 7' });
    },
  };
  await receiveFrom(target)(handlers, gone.signal);
  // An agent gets its message after it is connected.
  if (!gone.signal.aborted) await once(gone.signal, 'abort');
  return text;
}

/** What the engine makes of a stream with one session: its turns, calls and tokens. */
const sessionIn = async (name: string, address = server.address) => sessionOf(await textOf(address, name));

async function sessionOf(text: string) {
  const opened = await openText(text);
  if (!opened.ok) throw new Error(opened.problem.message);
  expect(opened.value.entries).toHaveLength(1);
  const session = openEntry(opened.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { turns, invocations, tokens } = session.value.history;
  const model: unknown = Reflect.get(session.value.session.header, 'model');
  const { prompt, completion } = tokens.at(-1) ?? {};
  return {
    importer: opened.value.importer.id,
    turns: turns.map(({ kind }) => kind).join(' '),
    calls: invocations.map((call) => call.function),
    tokens: [prompt, completion],
    model,
  };
}

test('each way of attaching is at most ten lines', () => {
  expect(blocks.filter(({ code }) => code.trimEnd().split('\n').length > 10)).toEqual([]);
});

test('curl posts messages one by one', async ({ skip }) => {
  if (await isMissing('curl')) skip('curl is not installed.');
  await runShell(blockWith('sh', 'curl $stream -d'));
  expect(await sessionIn('my-agent')).toEqual({
    importer: 'openai-chat',
    turns: 'input llm capability',
    calls: ['refund'],
    tokens: [undefined, undefined],
  });
});

test('curl puts a whole conversation each time', async ({ skip }) => {
  if (await isMissing('curl')) skip('curl is not installed.');
  await runShell(blockWith('sh', 'curl -X PUT'));
  expect(server.streams.list()).toMatchObject([{ name: 'my-agent', records: 2 }]);
  expect(await sessionIn('my-agent')).toMatchObject({ importer: 'openai-chat', turns: 'input llm' });
});

test('Python’s standard library puts the context after each step', async ({ skip }) => {
  if (await isMissing('python3')) skip('python3 is not installed.');
  const fixture = 'src/engine/importers/voice-context/fixtures/composed-two-meals.json';
  const agent = `
class Context:
    def __init__(self, length):
        self.length = length
    def to_dict(self):
        context = json.load(open("${fixture}"))
        return {**context, "history": context["history"][:self.length]}

for length in (2, 6, 13):
    show(Context(length))
`;
  await runShell('python3 -c "$CODE"', {
    CODE: (blockWith('python', 'def show') + agent).replaceAll(documentedAddress, server.address),
  });
  expect(server.streams.list()).toMatchObject([{ name: 'my-agent', records: 3 }]);
  expect(await sessionIn('my-agent')).toEqual({
    importer: 'voice-context',
    turns: 'capability capability',
    calls: ['log_meal', 'log_meal'],
    tokens: [undefined, undefined],
  });
});

const provider = blockWith('js', 'new BasicTracerProvider');

test('OpenTelemetry’s SDK sends spans with the attributes of the GenAI conventions', async () => {
  await runModule(provider, blockWith('js', 'gen_ai.input.messages'));
  expect(await sessionIn('my-agent')).toEqual({
    importer: 'otel-spans',
    turns: 'input llm capability',
    calls: ['issue_refund'],
    tokens: [318, 77],
  });
});

/** What the fake models below answer: first a call of a tool, then a text. */
const refund = { id: 'call-1', name: 'issue_refund', arguments: '{"amount":1200}' };
const refunded = {
  importer: 'otel-spans',
  turns: 'input llm capability llm',
  calls: [refund.name],
  tokens: [318 + 402, 77 + 12],
  model: 'small-model',
};

test('the AI SDK records its calls itself', async () => {
  const model = `
import { setTimeout } from 'node:timers/promises';
import { jsonSchema } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
const answer = (content, reason, input, output) => ({
  content: [content],
  finishReason: { unified: reason, raw: reason },
  usage: { inputTokens: { total: input }, outputTokens: { total: output } },
  warnings: [],
});
const answers = [
  answer({ type: 'tool-call', toolCallId: '${refund.id}', toolName: '${refund.name}', input: '${refund.arguments}' }, 'tool-calls', 318, 77),
  answer({ type: 'text', text: 'Refunded.' }, 'stop', 402, 12),
];
// A model takes some time; spans that begin within one millisecond have no order.
const doGenerate = () => setTimeout(5, answers.shift());
const model = new MockLanguageModelV3({ modelId: 'small-model', doGenerate });
const execute = () => setTimeout(5, { refunded: true });
const tools = { ${refund.name}: { inputSchema: jsonSchema({ type: 'object' }), execute } };
`;
  await runModule(provider, model, blockWith('js', "from 'ai'"));
  expect(await sessionIn('my-agent')).toEqual(refunded);
});

test('OpenInference records the calls of OpenAI’s client', async () => {
  const call = { id: refund.id, type: 'function', function: { name: refund.name, arguments: refund.arguments } };
  const answers = [
    {
      message: { role: 'assistant', content: null, tool_calls: [call] },
      usage: { prompt_tokens: 318, completion_tokens: 77 },
    },
    { message: { role: 'assistant', content: 'Refunded.' }, usage: { prompt_tokens: 402, completion_tokens: 12 } },
  ];
  const model = createServer((request, response) => {
    const { message, usage } = answers.shift() ?? {};
    request.resume();
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ model: 'small-model', choices: [{ index: 0, message }], usage }));
  });
  const agent = `
const messages = [{ role: 'user', content: 'Refund order 7' }];
async function runAgent(client) {
  const { choices } = await client.chat.completions.create({ model: 'small-model', messages });
  messages.push(choices[0].message, { role: 'tool', tool_call_id: '${refund.id}', content: '{"refunded": true}' });
  await client.chat.completions.create({ model: 'small-model', messages });
}
process.env.OPENAI_API_KEY = 'none';
process.env.OPENAI_BASE_URL = '${await listen(model, '127.0.0.1', 0)}';
`;
  try {
    await runModule(provider, agent, blockWith('js', "from 'openai'"));
    expect(await sessionIn('my-agent')).toEqual(refunded);
  } finally {
    model.close();
  }
});

test('logs of Claude Code and Codex are followed as they grow', async () => {
  const logs = [
    { fixture: 'claude-code/fixtures/rejection.jsonl', path: '.claude/projects/-home-me-project/1.jsonl' },
    { fixture: 'codex/fixtures/escalation.jsonl', path: '.codex/sessions/2026/01/31/rollout-1.jsonl' },
  ].map(({ fixture, path }) => ({
    name: `~/${path}`,
    path: join(folder, path),
    lines: readFileSync(join(root, 'src/engine/importers', fixture), 'utf8').split(/(?<=\n)/),
  }));
  const command = blockWith('sh', '.claude/projects')
    .split('\n')[0]
    ?.replace('npm start --', 'exec "$NODE" "$PROGRAM" serve');
  const env = {
    HOME: folder,
    TMPDIR: folder,
    PORT: '0',
    NODE: process.execPath,
    PROGRAM: await packageIn(join(folder, 'package')),
  };
  const program = spawn('bash', ['-c', command ?? ''], { cwd: root, env: { ...process.env, ...env } });
  try {
    let output = '';
    for (const stream of [program.stdout, program.stderr]) stream.on('data', (part) => void (output += String(part)));
    await expect.poll(() => output).toMatch(/Contextscope is at .*\n.*4318/);
    const address = /http:\S+/.exec(output)?.[0] ?? '';
    for (const { name, path, lines } of logs) {
      await mkdir(dirname(path), { recursive: true });
      let written = 0;
      for (const part of [lines.slice(0, 5).join(''), lines.slice(5).join('')]) {
        await appendFile(path, part);
        written += Buffer.byteLength(part);
        await expect
          .poll(async () => (await fetch(`${address}/live`)).json())
          .toMatchObject({
            streams: expect.arrayContaining([expect.objectContaining({ name, bytes: written })]),
          });
      }
    }
    const [claude, codex] = await Promise.all(logs.map(({ name }) => sessionIn(name, address)));
    expect(claude).toMatchObject({
      importer: 'claude-code',
      calls: ['Read', 'Edit', 'Edit', 'Bash'],
      tokens: [1800, 460],
    });
    expect(codex).toMatchObject({
      importer: 'codex',
      calls: ['shell', 'shell', 'shell', 'shell'],
      tokens: [1500, 800],
    });
  } finally {
    program.kill('SIGTERM');
    if (program.exitCode === null) await once(program, 'exit');
  }
});

/** Runs a server of the document at a free port until `use` is done with its address. */
async function withServer(
  program: string,
  given: readonly string[],
  documentedPort: number,
  use: (address: string) => Promise<void>,
  cwd = folder,
): Promise<void> {
  const port = await freePort();
  const code = given.map((part) => part.replaceAll(String(documentedPort), String(port)));
  const child = spawn(program, code, { cwd, stdio: 'ignore' });
  try {
    await use(`http://127.0.0.1:${port}`);
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

async function freePort(): Promise<number> {
  const taken = createServer();
  const { port } = new URL(await listen(taken, '127.0.0.1', 0));
  await new Promise((resolve) => taken.close(resolve));
  return Number(port);
}

test('Node’s http sends events to the page', async () => {
  const code = blockWith('js', 'const headers =');
  await withServer(process.execPath, ['--input-type=module', '--eval', code], 8000, async (address) => {
    const text = await textFrom({ kind: 'events', address }, (part) => part.includes('Refunded.'));
    expect(await sessionOf(text)).toMatchObject({ importer: 'openai-chat', turns: 'input llm' });
  });
});

test('a file behind Python’s http.server is read again', async ({ skip }) => {
  if (await isMissing('python3')) skip('python3 is not installed.');
  const path = join(folder, 'messages.json');
  const messages = [
    { role: 'user', content: 'Refund order 7' },
    { role: 'assistant', content: 'Refunded.' },
  ];
  await writeFile(path, JSON.stringify(messages.slice(0, 1)));
  await withServer('python3', ['-c', blockWith('python', 'http.server')], 8001, async (address) => {
    const target = { kind: 'polled', address: `${address}/messages.json`, everyMs: 20 } as const;
    const all = textFrom(target, (part) => part.includes('Refunded.'));
    await writeFile(path, JSON.stringify(messages));
    expect(await sessionOf(await all)).toMatchObject({ importer: 'openai-chat', turns: 'input llm' });
  });
});

test('an agent behind the SDK of A2A answers, and its task is a session', async () => {
  const code = ["'@a2a-js/sdk'", 'async function execute', 'new JsonRpcTransportHandler'].map((part) =>
    blockWith('js', part),
  );
  const given = ['--input-type=module', '--eval', code.join('\n')];
  const use = async (address: string) => {
    const text = await textFrom({ kind: 'a2a', address }, (part) => part.includes('Refunded.'));
    expect(await sessionOf(text)).toMatchObject({ importer: 'a2a-protocol', turns: 'input llm' });
  };
  await withServer(process.execPath, given, 8002, use, root);
});

test('a page of a permitted origin posts to the server', async () => {
  server.close();
  server = await liveServer({ allow: ['http://localhost:5173'] });
  const code = blockWith('js', '/live/my-page').replaceAll(documentedAddress, server.address);
  await runShell('"$NODE" --input-type=module --eval "$CODE"', { NODE: process.execPath, CODE: code });
  expect(await textOf(server.address, 'my-page')).toContain('Refund order 7');
});
