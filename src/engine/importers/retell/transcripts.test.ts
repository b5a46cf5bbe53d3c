import { expect, test } from 'vitest';
import { toldCall as told } from '../voice-transcript/testing.ts';

const call = { call_id: 'r', agent_id: 'a', call_status: 'ended', start_timestamp: 1_760_000_000_000 };

test('a call of which only the transcript as one text was kept is divided where a line names a speaker', () => {
  const { importer, spoken, codes } = told(
    JSON.stringify({ ...call, transcript: 'Agent: Hello.\nHow can I help?\nUser: Tell the agent: cancel.\n' }),
  );
  expect(importer).toBe('retell');
  expect(spoken).toEqual(['Hello.\nHow can I help?', 'Tell the agent: cancel.']);
  expect(codes).toContain('retell/transcript-text');
});

test('whom the call was transferred to is neither the caller nor the agent, and the report says what is left out', () => {
  const entries = [
    { role: 'user', content: 'A human, please.' },
    { role: 'transfer_target', content: 'Smith speaking.' },
  ];
  const { turns, codes } = told(JSON.stringify({ ...call, transcript_object: entries }));
  expect(turns).toEqual(['input']);
  expect(codes).toContain('retell/transfer-target');
});
