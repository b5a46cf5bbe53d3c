import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Note } from '../engine/model/problem.ts';
import { inProcessEngine } from '../services/engine/testing.ts';
import { keepingInMemory } from '../services/keeping/testing.ts';
import { createNoticeStore } from '../state/notices.ts';
import { createViewStore } from '../state/view.ts';
import { fidelity, openText } from './opening.ts';

const note = (severity: Note['severity']): Note => ({ severity, code: 'some/code', message: 'Something.' });

test('the most severe notes come first, and absent kinds are not mentioned', () => {
  expect(fidelity([note('assumed'), note('lost'), note('assumed')])).toBe('1 loss, 2 assumptions.');
});

test('an import without notes is reported as such', () => {
  expect(fidelity([])).toBe('Everything was read as recorded.');
});

const call = {
  call_id: 'c-1',
  tenant_id: 't',
  workflow_id: 'w',
  user: { name: 'Ann' },
  workflow: {},
  flags: {},
  agents: {},
  params: {},
  history: [],
  current_agent: null,
};
const adk = {
  invocation_id: 'i-1',
  session_id: 's-1',
  user_id: 'u-1',
  app_name: 'trip',
  agent_name: 'root',
  branch: '',
  state: { city: 'Rome' },
  session: null,
};

const withEvents: unknown = JSON.parse(
  readFileSync(join(import.meta.dirname, '../engine/importers/adk-context/fixtures/composed-context.json'), 'utf8'),
);

test.each([
  ['a voice agent', call, 'namespaces'],
  ['langchain_adk', adk, 'sharing'],
  ['langchain_adk with its events', withEvents, 'sharing'],
])('the exported state of %s opens on the view that shows it', async (_name, exported, tab) => {
  const engine = inProcessEngine();
  const view = createViewStore();
  const deps = {
    engine: engine.client,
    queries: new QueryClient(),
    view,
    notices: createNoticeStore(),
    keeping: keepingInMemory(),
    session: null,
  };
  await openText(deps, JSON.stringify(exported), 'state.json');
  expect(view.getState()).toMatchObject({ tab, root: 'system' });
  engine.dispose();
});
