import { expect, it } from 'vitest';
import { defaultDecisions } from '../model/decisions.ts';
import { writeSessionFile } from '../model/session-file.ts';
import { materialise } from '../model/materialise.ts';
import { valueAt } from '../model/value.ts';
import { openEntry } from '../opening/open-session.ts';
import { openNow } from '../testing.ts';
import { systemOf } from '../systems/systems.ts';
import { scopeAt } from './hook-scope.ts';

const say = (text: string) => [{ mimeType: 'text/plain', text }];

it('shows the context of a delegated task alone at its turns, in any order of turns', () => {
  const events = [
    { type: 'input-received', message: say('go') },
    { type: 'model-called', tokens: { prompt: 5, completion: 1 } },
    { type: 'task-created', node: 'child', agent: 'helper' },
    { type: 'input-received', node: 'child', message: say('help') },
    { type: 'model-called', node: 'child', tokens: { prompt: 2, completion: 1 } },
    { type: 'output-sent', node: 'child', message: say('done') },
    { type: 'capability-invoked', function: 'helper', outcome: 'ok', task_id: 'child' },
    { type: 'model-called', tokens: { prompt: 5, completion: 1 } },
  ];
  const header = { title: 't', agent: { name: 'boss' } };
  const opened = openNow(writeSessionFile({ system: 'task', header, events, notes: [] }));
  const session = opened.ok ? openEntry(opened.value, 0, systemOf) : opened;
  if (!session.ok) throw new Error(session.problem.message);
  const scope = scopeAt(session.value, 'turn', defaultDecisions);
  const seen = [0, 1, 2, 3, 4, 5].map((turn) => {
    const context = scope.moveTo(turn).get('context') ?? null;
    return [
      valueAt(context, ['agent', 'name']),
      materialise(valueAt(context, ['_history', 'turns']) ?? null),
      valueAt(context, ['llm', 'tokens', 'total']),
    ];
  });
  expect(seen).toEqual([
    ['boss', ['input'], 0],
    ['boss', ['input', 'llm'], 6],
    ['helper', ['input'], 0],
    ['helper', ['input', 'llm'], 3],
    ['boss', ['input', 'llm', 'capability'], 6],
    ['boss', ['input', 'llm', 'capability', 'llm'], 12],
  ]);
});
