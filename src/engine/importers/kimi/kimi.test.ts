import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

test('tokens of a compaction count in the total and for no turn, which the report mentions', () => {
  const usage = (inputOther: number, output: number) => ({
    inputOther,
    output,
    inputCacheRead: 0,
    inputCacheCreation: 0,
  });
  const step = (uuid: string, spent: object) => [
    { type: 'context.append_loop_event', event: { type: 'step.begin', uuid } },
    {
      type: 'context.append_loop_event',
      event: { type: 'content.part', stepUuid: uuid, part: { type: 'text', text: uuid } },
    },
    { type: 'context.append_loop_event', event: { type: 'step.end', uuid, usage: spent } },
    { type: 'usage.record', usage: spent, usageScope: 'turn' },
  ];
  const journal = [
    {
      type: 'turn.prompt',
      input: [{ type: 'text', text: 'hello' }],
      origin: { kind: 'user' },
      time: 1_785_612_812_819,
    },
    ...step('s1', usage(10, 1)),
    { type: 'usage.record', usage: usage(100, 20), usageScope: 'session' },
    ...step('s2', usage(5, 2)),
  ];
  const read = openNow(journal.map((line) => JSON.stringify(line)).join('\n'));
  if (!read.ok) throw new Error(read.problem.message);
  const session = openEntry(read.value, 0, systemOf);
  if (!session.ok) throw new Error(session.problem.message);
  const { history, notes } = session.value;
  expect(history.tokens.at(-1)).toMatchObject({ prompt: 115, completion: 23 });
  expect(notes.map(({ code }) => code)).toContain('kimi/beside');
});
