import { spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openEntry } from '../../engine/opening/open-session.ts';
import { openText } from '../../engine/opening/open-text.ts';
import { systemOf } from '../../engine/systems/systems.ts';
import { bundledProgram, runHere } from '../cli/testing.ts';
import { liveServer, textIn } from '../live/testing.ts';
import { askAt } from './ask-background.ts';
import { startBackground } from './background.ts';
import { choicesFor, hookInput, written } from './testing.ts';

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

/** The program as an agent starts it. */
async function gate(args: readonly string[], input: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const child = spawn(process.execPath, [bundle, 'gate', policy, ...args], {
    env: { ...process.env, XDG_RUNTIME_DIR: runtime, ...env },
  });
  // A program that refuses its arguments does not read what it is given.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  return { status, stdout, stderr };
}

const sockets = () =>
  readdirSync(runtime).flatMap((name) => readdirSync(join(runtime, name)).map((file) => join(runtime, name, file)));

const end = hookInput('claude-code.stop', transcript, { hook_event_name: 'SessionEnd' });

describe('a scripted agent with the bundled program as its hook', () => {
  test('is stopped where the policy says so, and the decisions are in the log, at the server and in its own transcript', async () => {
    const server = await liveServer();
    const args = ['--log', log, '--to', server.address];
    const decisions: string[] = [];
    const hook = async (fixture: string, changes: object) => {
      const { stdout, stderr, status } = await gate(args, hookInput(`claude-code.${fixture}`, transcript, changes));
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
      await gate(args, end);
      server.close();
    }
    await vi.waitFor(() => expect(sockets()).toEqual([]), 10_000);
  }, 60_000);

  test('two calls at the same time are both answered, also when no process is in the background yet', async () => {
    writeFileSync(transcript, written.prompt('run'));
    const call = (id: string) =>
      gate(
        [],
        hookInput('claude-code.pre-tool-use', transcript, { tool_use_id: id, tool_input: { command: 'rm -rf x' } }),
      );
    const answers = await Promise.all([call('a'), call('b')]);
    await gate([], end);
    for (const { stdout } of answers) expect(stdout).toContain('"deny"');
  }, 60_000);

  test('a session that begins is read before the first call', async () => {
    const start = hookInput('claude-code.stop', transcript, { hook_event_name: 'SessionStart', source: 'resume' });
    expect(await gate([], start)).toEqual({ status: 0, stdout: '', stderr: '' });
    await vi.waitFor(() => expect(sockets()).toHaveLength(1), 30_000);
    await gate([], end);
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
  const call = Buffer.from(hookInput('claude-code.pre-tool-use', transcript, { tool_input: { command: 'rm -rf /' } }));
  afterEach(() => rmSync(socket, { force: true }));

  test('takes the place of one that was killed, and leaves one that answers', async () => {
    writeFileSync(transcript, written.prompt('run'));
    const killed = spawn(process.execPath, ['-e', `require('net').createServer().listen(${JSON.stringify(socket)})`]);
    await vi.waitFor(() => statSync(socket), 20_000);
    killed.kill('SIGKILL');
    await new Promise((resolve) => killed.once('close', resolve));
    const background = await startBackground(socket, choicesFor(policy));
    expect(await startBackground(socket, choicesFor(policy))).toBeNull();
    expect(await askAt(socket, call)).toMatchObject({ kind: 'deny' });
    background?.close();
    await background?.closed;
    expect(await askAt(socket, call)).toBeUndefined();
  }, 30_000);

  test('no server, no delay: decisions wait until one answers', async () => {
    const gone = await liveServer();
    gone.close();
    const background = await startBackground(socket, choicesFor(policy, { to: `${gone.address}/`, log }));
    expect(await askAt(socket, call)).toMatchObject({ kind: 'deny' });
    background?.close();
  });
});

test('the command explains its options', async () => {
  const { stdout, status } = await runHere(['gate', '--help']);
  expect(status).toBe(0);
  expect(stdout).toMatch(/--on-failure deny\|ask\|allow .*\(deny\)/);
});
