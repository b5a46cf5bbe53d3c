import { expect, test } from 'vitest';
import { openNow } from '../testing.ts';

const prints = {
  CrewAI: '# Agent: Researcher\n## Task: Research AI\n\n\n# Agent: Researcher\n## Final Answer: \nten bullets\n',
  DSPy: '\n\n[2025-01-01T10:00:00.123456]\n\nSystem message:\n\nYour input fields are:\n1. `question` (str)\n\n\nResponse:\n\nMe\n',
  'AI SDK': 'f:{"messageId":"m1"}\n0:"Let me "\n0:"look."\nd:{"finishReason":"stop"}\n',
};

test.for(Object.entries(prints))('what %s prints for people is named, with what to paste instead', ([by, text]) => {
  const opened = openNow(text);
  expect(opened).toMatchObject({ ok: false, problem: { code: 'reader/printed-for-people' } });
  expect(!opened.ok && opened.problem.message).toContain(by);
});

test('a recording that speaks of such prints is read', () => {
  const messages = [{ role: 'user', content: '# Agent: Researcher\n## Task: go' }];
  expect(openNow(JSON.stringify(messages)).ok).toBe(true);
});
