import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

/** A Langfuse trace with a model call; `output` is its response. */
const trace = (output: unknown) => ({
  trace: { id: 't', name: 'ask', timestamp: '2026-01-01T00:00:00Z' },
  observations: [
    {
      id: 'g',
      traceId: 't',
      type: 'GENERATION',
      name: 'model',
      startTime: '2026-01-01T00:00:00Z',
      input: [{ role: 'user', content: 'are you there?' }],
      output,
    },
  ],
});

test('a model call without a recorded answer has no text: its label is a remark', () => {
  const opened = openNow(JSON.stringify(trace(null)));
  const session = opened.ok ? openEntry(opened.value, 0, systemOf) : opened;
  if (!session.ok) throw new Error(session.problem.message);
  const turn = session.value.history.turns[1];
  expect(turn).toMatchObject({ kind: 'llm', label: '[no answer recorded]', isRemark: true, answers: false });
  const modelEvent = session.value.session.events.find((event) => JSON.stringify(event).includes('model-called'));
  expect(modelEvent).toMatchObject({ remark: '[no answer recorded]' });
  expect(modelEvent).not.toHaveProperty('text');
});

test('a model’s text is no remark, even in brackets', () => {
  const opened = openNow(JSON.stringify(trace({ role: 'assistant', content: '[yes]' })));
  const session = opened.ok ? openEntry(opened.value, 0, systemOf) : opened;
  const turn = session.ok ? session.value.history.turns[1] : undefined;
  expect(turn).toMatchObject({ label: '[yes]', isRemark: false, answers: true });
});
