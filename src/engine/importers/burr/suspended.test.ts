import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

/** In the form of `burr/tracking/common/models.py` of Apache Burr. */
test('an action that was suspended waits, and attributes of an action without a span are noted', () => {
  const start_time = '2026-01-01T00:00:00.000000';
  const lines = [
    { type: 'begin_entry', start_time, action: 'ask', inputs: { prompt: 'Refund 40?' }, sequence_id: 0 },
    { type: 'attribute', key: 'score', action_sequence_id: 0, span_id: null, value: 1, tags: {} },
    {
      type: 'suspend_entry',
      suspend_time: '2026-01-01T00:00:01.000000',
      action: 'ask',
      sequence_id: 0,
      channel: 'approval',
      metadata: {},
      suspension_id: 's1',
    },
  ];
  const { opened, session } = firstSession(lines.map((line) => JSON.stringify(line)).join('\n'));
  expect(opened.importer.id).toBe('burr');
  expect(session.history.invocations.map((one) => [one.function, one.input, one.outcome])).toEqual([
    ['ask', { prompt: 'Refund 40?' }, 'pending'],
  ]);
  expect(session.notes.map(({ code }) => code)).toContain('burr/attributes');
});
