import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openEntry } from '../../engine/opening/open-session.ts';
import { openText } from '../../engine/opening/open-text.ts';
import { systemOf } from '../../engine/systems/systems.ts';
import { bundledProgram, runHere } from '../cli/testing.ts';
import { liveServer, textIn } from '../live/testing.ts';
import { askAt } from './ask-background.ts';
import { bodyOf } from './asking.ts';
import { startBackground } from './background.ts';
import { hookInput, written } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'gate-'));
const runtime = join(folder, 'run');
mkdirSync(runtime, { mode: 0o700 });
const transcript = join(folder, 'transcript.jsonl');
const policy = join(folder, 'policy.yaml');
const log = join(folder, 'gate.ndjson');
afterAll(() => rmSync(folder, { recursive: true }));

writeFileSync(
  policy,
  `
guardrails:
  before:
    - assert: '!input.message.exists(p, p.text.contains("password"))'
      error_message: no passwords
capabilities:
  Bash:
    before:
      - assert: context.capabilities.Bash.count_restricted < 2
        error_message: two refused calls are enough
      - assert: '!input.command.contains("rm -rf")'
        error_message: "{input.command} removes too much"
  Deploy:
    before:
      - assert: review("owner")
`,
);

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let bundle: string;
beforeAll(async () => {
  bundle = await bundledProgram(folder);
}, 60_000);

/** How an agent starts the program: by Node, or by the script of the shell that asks the process in the background first. */
type Start = 'contextscope gate' | 'contextscope-gate';
const starts: readonly Start[] = ['contextscope gate', 'contextscope-gate'];

async function gate(
  args: readonly string[],
  input: string,
  env: NodeJS.ProcessEnv = {},
  start: Start = 'contextscope gate',
): Promise<Ended> {
  const [command, ...first] = start === 'contextscope-gate' ? [quick()] : [process.execPath, bundle, 'gate'];
  const child = spawn(command ?? '', [...first, policy, ...args], {
    env: { ...process.env, XDG_RUNTIME_DIR: runtime, ...env },
  });
  // A program that refuses its arguments does not read what it is given.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { status, stdout, stderr };
}

const quick = () => join(folder, 'contextscope-gate');

const sockets = () =>
  readdirSync(runtime).flatMap((name) => readdirSync(join(runtime, name)).map((file) => join(runtime, name, file)));

const end = hookInput('claude-code.stop', transcript, { hook_event_name: 'SessionEnd' });

describe.each(starts)('a scripted agent with %s as its hook', (start) => {
  const hookOf = (args: readonly string[], input: string) => gate(args, input, {}, start);

  test('is stopped where the policy says so, and the decisions are in the log, at the server and in its own transcript', async () => {
    const server = await liveServer();
    const args = ['--log', log, '--to', server.address];
    const decisions: string[] = [];
    for (const file of [transcript, log]) rmSync(file, { force: true });
    const hook = async (fixture: string, changes: object) => {
      const { stdout, stderr, status } = await hookOf(args, hookInput(`claude-code.${fixture}`, transcript, changes));
      expect([stderr, status]).toEqual(['', 0]);
      if (stdout === '') return null;
      const {
        decision,
        reason,
        hookSpecificOutput: own = {},
      } = JSON.parse(stdout) as {
        readonly decision?: string;
        readonly reason?: string;
        readonly hookSpecificOutput?: {
          readonly permissionDecision?: string;
          readonly permissionDecisionReason?: string;
        };
      };
      decisions.push(own.permissionDecision ?? decision ?? '');
      return own.permissionDecisionReason ?? reason ?? '';
    };
    const add = (line: string) => appendFileSync(transcript, line);
    try {
      expect(await hook('user-prompt-submit', { prompt: 'my password is x' })).toContain('no passwords');
      expect(await hook('user-prompt-submit', { prompt: 'clean up' })).toBeNull();
      add(written.prompt('clean up'));
      const results: (string | null)[] = [];
      for (const [at, command] of ['ls', 'rm -rf a', 'rm -rf b', 'ls again'].entries()) {
        const call = { tool_use_id: `t${at}`, tool_input: { command } };
        add(written.call(`t${at}`, 'Bash', { command }));
        const reason = await hook('pre-tool-use', call);
        add(reason === null ? written.result(`t${at}`, 'ok') : written.result(`t${at}`, reason, true));
        if (reason === null) results.push(await hook('post-tool-use', { ...call, tool_response: { stdout: 'ok' } }));
      }
      await hook('pre-tool-use', { tool_name: 'Deploy', tool_use_id: 'd', tool_input: {} });
      expect(results).toEqual([null]);
      expect(decisions).toEqual(['block', 'deny', 'deny', 'deny', 'ask']);

      const lines = readFileSync(log, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines.map(({ gate: { event, decision } }) => `${event} ${decision}`)).toEqual([
        'UserPromptSubmit deny',
        'UserPromptSubmit pass',
        'PreToolUse pass',
        'PostToolUse pass',
        'PreToolUse deny',
        'PreToolUse deny',
        'PreToolUse deny',
        'PreToolUse ask',
      ]);
      expect(lines[6]).toMatchObject({
        sessionId: 'abc123',
        gate: {
          rules: ['capabilities.Bash.before[0]'],
          reason: 'Contextscope stopped this call: two refused calls are enough',
        },
      });
      // A result is what the model reads, as in the transcript.
      expect(lines[3].message.content).toEqual([{ type: 'tool_result', tool_use_id: 't0', content: 'ok' }]);
      expect(statSync(log).mode & 0o077).toBe(0);
      // The log opens as a session, and so does what the server has.
      await vi.waitFor(() => expect(textIn(server.streams, 'gate abc123')).toBe(readFileSync(log, 'utf8')), 10_000);
      for (const file of [log, transcript]) {
        const opened = await openText(readFileSync(file, 'utf8'));
        const session = opened.ok ? openEntry(opened.value, 0, systemOf) : opened;
        const outcomes = session.ok ? session.value.history.invocations.map(({ outcome }) => outcome) : [];
        expect(outcomes.slice(0, 4)).toEqual(['successful', 'restricted', 'restricted', 'restricted']);
      }
      expect(sockets()).toHaveLength(1);
    } finally {
      await hookOf(args, end);
      server.close();
    }
    await vi.waitFor(() => expect(sockets()).toEqual([]), 10_000);
  }, 60_000);

  test('two calls at the same time are both answered, also when no process is in the background yet', async () => {
    writeFileSync(transcript, written.prompt('run'));
    const call = (id: string) =>
      hookOf(
        [],
        hookInput('claude-code.pre-tool-use', transcript, { tool_use_id: id, tool_input: { command: 'rm -rf x' } }),
      );
    const answers = await Promise.all([call('a'), call('b')]);
    await hookOf([], end);
    for (const { stdout } of answers) expect(stdout).toContain('"deny"');
  }, 60_000);

  test('a session that begins is read before the first call', async () => {
    const start = hookInput('claude-code.stop', transcript, { hook_event_name: 'SessionStart', source: 'resume' });
    expect(await hookOf([], start)).toEqual({ status: 0, stdout: '', stderr: '' });
    await vi.waitFor(() => expect(sockets()).toHaveLength(1), 30_000);
    await hookOf([], end);
    await vi.waitFor(() => expect(sockets()).toEqual([]), 10_000);
  }, 60_000);
});

describe('when something is wrong', () => {
  const call = hookInput('claude-code.pre-tool-use', transcript, { tool_input: { command: 'ls' } });

  const here = (args: readonly string[], input: string) => runHere(['gate', policy, '--in-process', ...args], input);

  test('input that is no JSON blocks with status 2, or lets the agent continue as chosen', async () => {
    const cut = call.slice(0, 60);
    expect(await here([], cut)).toEqual({
      status: 2,
      stdout: '',
      stderr: 'Contextscope could not judge this: the input of the hook is no JSON.\n',
    });
    expect((await here(['--on-failure', 'allow'], cut)).status).toBe(1);
  });

  test('bad usage blocks too, because status 2 does', async () => {
    expect(await here(['--on-failure', 'maybe'], call)).toEqual({
      status: 2,
      stdout: '',
      stderr: '--on-failure takes deny, ask, allow, not "maybe".\n',
    });
  });

  test('too long a wait is a failure', async () => {
    expect((await here(['--timeout', '0.001'], call)).stdout).toContain('it took more than 0.001 seconds');
  });

  test('where the folder for sockets is open to others, the hook judges itself', async () => {
    writeFileSync(transcript, written.prompt('run'));
    const open = join(folder, 'open');
    const uid = process.getuid?.() ?? 0;
    mkdirSync(join(open, `contextscope-gate-${uid}`), { recursive: true });
    chmodSync(join(open, `contextscope-gate-${uid}`), 0o755);
    const removes = call.replace('"ls"', '"rm -rf /"');
    expect((await gate([], removes, { XDG_RUNTIME_DIR: open })).stdout).toContain('removes too much');
    expect(readdirSync(join(open, `contextscope-gate-${uid}`))).toEqual([]);
  }, 30_000);

  test('the folder for sockets is for the user alone', async () => {
    await gate([], call);
    await gate([], end);
    const [name = ''] = readdirSync(runtime);
    expect(statSync(join(runtime, name)).mode & 0o777).toBe(0o700);
  }, 30_000);
});

describe('the process in the background', () => {
  const socket = join(runtime, 'test.sock');
  const input = hookInput('claude-code.pre-tool-use', transcript, { tool_input: { command: 'rm -rf /' } });
  const call = (...args: string[]) => bodyOf({ folder, args: ['policy.yaml', ...args], input }) ?? '';
  afterEach(() => rmSync(socket, { force: true }));

  test('takes the place of one that was killed, and leaves one that answers', async () => {
    writeFileSync(transcript, written.prompt('run'));
    const killed = spawn(process.execPath, ['-e', `require('net').createServer().listen(${JSON.stringify(socket)})`]);
    await vi.waitFor(() => statSync(socket), 20_000);
    killed.kill('SIGKILL');
    await new Promise((resolve) => killed.once('close', resolve));
    const background = await startBackground(socket);
    expect(await startBackground(socket)).toBeNull();
    expect(await askAt(socket, call())).toContain('"deny"');
    background?.close();
    await background?.closed;
    expect(await askAt(socket, call())).toBeUndefined();
  }, 30_000);

  test('judges each policy of a session by itself', async () => {
    writeFileSync(transcript, written.prompt('run'));
    writeFileSync(join(folder, 'other.yaml'), 'capabilities: {Bash: {before: [{assert: "input.command == \'ls\'"}]}}');
    const background = await startBackground(socket);
    const other = bodyOf({ folder, args: ['other.yaml'], input }) ?? '';
    expect(await askAt(socket, other)).toContain('does not hold');
    expect(await askAt(socket, call())).toContain('removes too much');
    background?.close();
  });

  test.each(['', 'no body', `${folder}\n\n${input}`, call('--on-failure', 'maybe'), call('--in-process')])(
    'refuses %j, which the hook itself handles',
    async (body) => {
      const background = await startBackground(socket);
      await expect(askAt(socket, body)).rejects.toThrow('gave no answer');
      background?.close();
    },
  );

  test('no server, no delay: decisions wait until one answers', async () => {
    const gone = await liveServer();
    gone.close();
    const background = await startBackground(socket);
    expect(await askAt(socket, call('--to', gone.address, '--log', log))).toContain('"deny"');
    // The user sees it once, where the agent continues.
    const passes = bodyOf({
      folder,
      args: ['policy.yaml', '--to', gone.address, '--log', log],
      input: input.replace('rm -rf /', 'ls'),
    });
    const message = { systemMessage: expect.stringContaining('No Contextscope answers at') };
    await expect.poll(async () => JSON.parse((await askAt(socket, passes ?? '')) || '{}')).toEqual(message);
    expect(await askAt(socket, passes ?? '')).toBe('');
    background?.close();
  });
});

describe('the script of the shell', () => {
  const call = (command: string) => hookInput('claude-code.pre-tool-use', transcript, { tool_input: { command } });
  const removes = call('rm -rf /');
  const asked = (input: string, env: NodeJS.ProcessEnv = {}, args: readonly string[] = []) =>
    gate(args, input, env, 'contextscope-gate');
  const socket = () => {
    const build = /^build=(\w+)$/m.exec(readFileSync(quick(), 'utf8'))?.[1];
    return join(runtime, `contextscope-gate-${process.getuid?.()}`, `abc123.${build}`);
  };
  /** A folder with these commands alone. */
  const commandsIn = (name: string, commands: readonly string[]) => {
    const own = join(folder, name);
    mkdirSync(own);
    for (const command of commands) {
      const found = (process.env['PATH'] ?? '').split(delimiter).map((place) => join(place, command));
      const file = found.find((path) => statSync(path, { throwIfNoEntry: false }) !== undefined);
      if (file !== undefined) symlinkSync(file, join(own, command));
    }
    return own;
  };
  const shell = ['sh', 'cat', 'id', 'ls', 'dirname', 'readlink'];
  let withoutNode: string;
  let withoutCurl: string;
  beforeAll(() => {
    withoutNode = commandsIn('without-node', [...shell, 'curl']);
    withoutCurl = commandsIn('without-curl', shell);
    symlinkSync(process.execPath, join(withoutCurl, 'node'));
    mkdirSync(join(runtime, `contextscope-gate-${process.getuid?.()}`), { recursive: true, mode: 0o700 });
    writeFileSync(transcript, written.prompt('run'));
  });
  afterEach(() => asked(end));

  /** Something else at the place of the process in the background. */
  async function withServer(answer: (connection: Socket) => void, run: () => Promise<void>): Promise<void> {
    const connections: Socket[] = [];
    const server = createServer((connection) => {
      connections.push(connection.on('error', () => undefined));
      answer(connection);
    });
    await new Promise<void>((resolve) => server.listen(socket(), resolve));
    try {
      await run();
    } finally {
      for (const connection of connections) connection.destroy();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  test('needs no Node while a process in the background answers, whose policy may change', async () => {
    expect((await asked(removes)).stdout).toContain('removes too much');
    const path = { PATH: withoutNode };
    const before = readFileSync(policy, 'utf8');
    expect(await asked(call('ls'), path)).toEqual({ status: 0, stdout: '', stderr: '' });
    expect((await asked(removes, path)).stdout).toContain('removes too much');
    writeFileSync(policy, before.replace('"rm -rf"', '"ls"'));
    expect((await asked(call('ls'), path)).stdout).toContain('removes too much');
    writeFileSync(policy, before);
    expect((await asked(call('ls'), path)).stdout).toBe('');
  }, 30_000);

  test('without Node and without a process in the background, it blocks, or lets the agent continue as chosen', async () => {
    const path = { PATH: withoutNode };
    const reason = 'Contextscope could not judge this: Node could not be started, or was ended.\n';
    expect(await asked(removes, path)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining(reason),
    });
    expect((await asked(removes, path, ['--on-failure', 'allow'])).status).toBe(1);
  });

  test('without curl, Node asks', async () => {
    const path = { PATH: withoutCurl };
    for (const _ of [1, 2]) expect((await asked(removes, path)).stdout).toContain('removes too much');
    expect((await asked(call('ls'), path)).stdout).toBe('');
  }, 30_000);

  test('the socket of a process that was killed is replaced', async () => {
    const listen = `require('net').createServer().listen(${JSON.stringify(socket())})`;
    const killed = spawn(process.execPath, ['-e', listen]);
    await vi.waitFor(() => statSync(socket()), 20_000);
    killed.kill('SIGKILL');
    await new Promise((resolve) => killed.once('close', resolve));
    expect((await asked(removes)).stdout).toContain('removes too much');
  }, 30_000);

  test.each([
    ['nothing', ''],
    ['no HTTP', 'pass'],
    ['half an answer', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{'],
    ['a refusal', 'HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n'],
  ])(
    'a process that ends after %s lets nothing through',
    async (_, answer) => {
      await withServer(
        (connection) => connection.once('data', () => connection.end(answer)),
        async () => {
          const { stdout } = await asked(call('ls'));
          expect(stdout).toContain('"deny"');
          expect(stdout).toContain('the process in the background gave no answer');
        },
      );
    },
    30_000,
  );

  test.each(starts)(
    'a process that never answers lets nothing through by %s',
    async (start) => {
      await withServer(
        () => undefined,
        async () => {
          const { stdout } = await gate(['--timeout', '0.1'], call('ls'), {}, start);
          expect(stdout).toContain('it took more than 0.1 seconds');
        },
      );
    },
    30_000,
  );

  const foreign = [
    ['is open to others', (place: string) => chmodSync(place, 0o755)],
    // Only the superuser can make such a folder.
    ...(process.getuid?.() === 0 ? [['is of another user', (place: string) => chownSync(place, 1, 1)] as const] : []),
  ] as const;
  test.each(foreign)(
    'a socket in a folder that %s is not asked',
    async (_, change) => {
      const open = mkdtempSync(join(folder, 'o'));
      const place = join(open, `contextscope-gate-${process.getuid?.()}`);
      mkdirSync(place, { mode: 0o700 });
      let isAsked = false;
      const build = socket().split('.').at(-1);
      const server = createServer(() => (isAsked = true));
      await new Promise<void>((resolve) => server.listen(join(place, `abc123.${build}`), resolve));
      try {
        change(place);
        expect((await asked(removes, { XDG_RUNTIME_DIR: open })).stdout).toContain('removes too much');
        expect(isAsked).toBe(false);
      } finally {
        server.close();
      }
    },
    30_000,
  );

  test('is found through links, and takes quotes, spaces and long texts as they are', async () => {
    const link = join(folder, 'link');
    symlinkSync('contextscope-gate', link);
    const odd = 'echo "a\\n\\tb" \'c\' $(d) `e` %s ü \n rm -rf / ';
    for (const command of [odd, `${odd}${'x'.repeat(2_000_000)}`, odd]) {
      const child = spawn(link, [policy], { env: { ...process.env, XDG_RUNTIME_DIR: runtime } });
      child.stdin.end(call(command));
      const answer = JSON.parse(await text(child.stdout)) as { hookSpecificOutput: object };
      expect(answer.hookSpecificOutput).toMatchObject({
        permissionDecisionReason: `Contextscope stopped this call: ${command} removes too much`,
      });
    }
  }, 60_000);
});

test('the command explains its options', async () => {
  const { stdout, status } = await runHere(['gate', '--help']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/--on-failure deny\|ask\|allow .*\(deny\)/);
});
