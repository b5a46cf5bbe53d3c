import { expect, test } from 'vitest';
import { openEntry } from '../../open-text.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

function told(text: string) {
  const source = openNow(text);
  if (!source.ok) throw new Error(source.problem.message);
  const read = openEntry(source.value, 0, systemOf);
  if (!read.ok) throw new Error(read.problem.message);
  const { session, history, notes, sources, document } = read.value;
  for (const { event } of history.turns) expect(document.locate(sources.at(event) ?? ['nowhere'])).not.toBeNull();
  return {
    importer: source.value.importer.id,
    session,
    turns: history.turns.map(({ kind }) => kind),
    outcomes: history.invocations.map(({ outcome }) => outcome),
    spoken: session.events.flatMap((event) =>
      typeof event === 'object' && event !== null && 'text' in event ? [event.text] : [],
    ),
    codes: notes.map(({ code }) => code),
  };
}

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
