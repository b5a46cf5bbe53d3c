import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const says = (content: string, timestamp: number) => ({ role: 'assistant', content, timestamp });
const sees = (content: string, timestamp: number) => ({ role: 'user', content, timestamp });

test('commands that version 1 of mini-swe-agent wrote into its texts are calls, and the next message is their result', () => {
  const messages = [
    { role: 'system', content: 'You are helpful' },
    sees('Mend it', 1_754_000_000),
    says('THOUGHT: look\n\n```bash\nls -la\n```', 1_754_000_001),
    sees('<returncode>0</returncode>\n<output>\na.txt\n</output>', 1_754_000_002),
    says('Two at once\n```bash\na\n```\n```bash\nb\n```', 1_754_000_003),
    sees('Please always provide EXACTLY ONE action', 1_754_000_004),
    says('```bash\nmake\n```', 1_754_000_005),
    sees('<returncode>2</returncode>\n<output>\nno rule\n</output>', 1_754_000_006),
    says('```bash\nrm x\n```', 1_754_000_007),
    sees('Command not executed. The user rejected your command with the following message: no', 1_754_000_008),
  ];
  const opened = openNow(JSON.stringify({ info: {}, messages, trajectory_format: 'mini-swe-agent-1' }));
  if (!opened.ok) throw new Error(opened.problem.message);
  const session = openEntry(opened.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { turns, invocations } = session.value.history;
  expect(turns.map(({ kind }) => kind).join(' ')).toBe('input llm capability llm input llm capability llm capability');
  expect(invocations.map(({ input, outcome, output }) => [input, outcome, output])).toEqual([
    [{ command: 'ls -la' }, 'successful', 'a.txt'],
    [{ command: 'make' }, 'errored', 'no rule'],
    [{ command: 'rm x' }, 'restricted', null],
  ]);
  expect(turns[2]?.at).toBe('2025-07-31T22:13:22Z');
});
