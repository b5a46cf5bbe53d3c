import { expect, test } from 'vitest';
import { openNow } from '../../testing.ts';

const paths = { audit_log_path: 'a/audit_log.json', transcript_path: 'a/transcript.jsonl' };

test.each([
  ['result', { record_id: '1.1.2', completed: true, num_turns: 14, ...paths }],
  ['scenario', { _current_date: '2026-03-17', reservations: {}, journeys: {}, refunds: {} }],
])('the %s file of a call has no transcript, and the message names the file that has it', (kind, file) => {
  const opened = openNow(JSON.stringify(file));
  expect(opened.ok ? '' : opened.problem.code).toBe(`eva-call/${kind}`);
  expect(opened.ok ? '' : opened.problem.message).toContain('audit_log.json');
});
