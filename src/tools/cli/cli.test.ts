import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { root } from '../setup/run.ts';
import { evaluate } from './commands/eval.ts';

const folder = mkdtempSync(join(tmpdir(), 'contextscope-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The program as a shell starts it. */
function cli(args: readonly string[], input = '') {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'src/tools/cli/main.ts', ...args],
    { cwd: root, input, encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

const chat = JSON.stringify([
  { role: 'user', content: 'refund A-1' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'refund', arguments: '{"amount": 5}' } }],
  },
  { role: 'tool', tool_call_id: 'c', content: 'done' },
  { role: 'assistant', content: 'Done.' },
]);

describe('eval in words', () => {
  const file = join(folder, 'chat.json');
  writeFileSync(file, chat);

  async function told(...args: readonly string[]): Promise<string> {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      await evaluate.run([file, ...args]);
      return write.mock.calls.map(([text]) => String(text)).join('');
    } finally {
      write.mockRestore();
    }
  }

  test('values are written as CEL writes them, whatever their type', async () => {
    expect(await told('--turn', '0', '--expr', '[9223372036854775807, 1u, b"a", type(1)]')).toContain(
      'turn 0  value  [9223372036854775807, 1u, b"a", int]',
    );
  });

  test('a variable that the hook does not have is told with the hooks that have it', async () => {
    expect(await told('--hook', 'prompt', '--expr', 'input.amount')).toContain(
      'error: `input` does not exist at prompt; it does at turn, guardrail.before,',
    );
  });

  test('a function that the session does not have is told with those it has', async () => {
    expect(await told('--hook', 'middleware.before', '--match', 'refunds', '--expr', 'true')).toContain(
      'no turn is of refunds; functions here: refund',
    );
  });

  test('an answer that no recording holds is named as the call it would come from', async () => {
    expect(await told('--hook', 'middleware.before', '--expr', 'review("u-1")')).toContain(
      'unknown  the recording does not hold review()',
    );
  });
});

test('a variable of a CEL case may be called __proto__', { timeout: 30_000 }, () => {
  const line = '{"expr": "__proto__ + 1", "vars": {"__proto__": "1"}}\n';
  expect(cli(['cel', '--lines'], line).stdout).toBe('{"value":"2","type":"int"}\n');
});

test('what cannot be read is told in one line, with status 2', { timeout: 30_000 }, () => {
  for (const args of [
    ['inspect', '/nowhere'],
    ['inspect', '-'],
  ]) {
    const { status, stdout, stderr } = cli(args, 'null');
    expect(status).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^[^\n]+\n$/);
  }
});
