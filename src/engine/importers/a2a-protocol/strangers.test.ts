import { expect, test } from 'vitest';
import { openEntry } from '../../opening/open-session.ts';
import { systemOf } from '../../systems/systems.ts';
import { openNow } from '../../testing.ts';

const task = { kind: 'task', id: 'T', contextId: 'C', status: { state: 'completed' }, history: [] };
const config = { taskId: 'T', pushNotificationConfig: { url: 'https://example.com/hook' } };

test('push notification settings and agent cards are counted once as settings, not as strangers', () => {
  const lines = [
    { jsonrpc: '2.0', id: 1, method: 'tasks/pushNotificationConfig/set', params: config },
    { jsonrpc: '2.0', id: 1, result: config },
    { name: 'Poet', url: 'https://example.com', skills: [], capabilities: { streaming: true } },
    { jsonrpc: '2.0', id: 2, result: task },
    { jsonrpc: '2.0', id: 3, result: { weather: { degrees: 31 } } },
  ];
  const source = openNow(lines.map((line) => JSON.stringify(line)).join('\n'));
  const session = source.ok ? openEntry(source.value, 0, systemOf) : source;
  if (!session.ok) throw new Error(session.problem.message);
  const said = new Map(session.value.notes.map(({ code, message }) => [code, message]));
  expect(said.get('a2a-protocol/settings')).toMatch(/^3 records/);
  expect(said.get('a2a-protocol/stranger')).toMatch(/^1 record without/);
});
