import { expect, test } from 'vitest';
import fixture from '../../services/keeping/kinds/fixtures/workspace.3.json' with { type: 'json' };
import type { Workspace } from '../../services/keeping/workspaces.ts';
import { createViewStore } from '../../state/view.ts';
import { isUntouched, viewOf, workspaceOf } from './workspaceOf.ts';

// A file's text is wider than the schema; `kinds.test.ts` checks it.
const workspace = fixture as unknown as Workspace;

test('a workspace comes back as it was', () => {
  const view = {
    ...createViewStore(viewOf(workspace)).getState(),
    sources: [
      {
        name: 'refunds.jsonl',
        kept: 'k1',
        opened: { source: 's2', importer: 'openai-chat', importerTitle: 'Chat', bytes: 1, sessions: [] },
      },
      {
        name: 'not kept',
        opened: { source: 's3', importer: 'openai-chat', importerTitle: 'Chat', bytes: 1, sessions: [] },
      },
    ],
  };
  expect(workspaceOf(view)).toEqual(workspace);
});

test('a choice that a newer page added is replaced by the usual one', () => {
  const layout = { ...workspace.layout, main: 'a newer view', tab: 'nothing', axis: 'tokens' };
  expect(viewOf({ ...workspace, layout, decisions: { capabilityOrder: 'random', unknown: 'x' } })).toMatchObject({
    main: 'transcript',
    tab: null,
    axis: 'turns',
    decisions: {},
  });
});

test('a page that only shows a session is no workspace to keep', () => {
  const store = createViewStore({ session: { kind: 'sample', sample: 'one', entry: 0 } });
  store.getState().actions.moveCursor(4);
  expect(isUntouched(store.getState())).toBe(true);
  store.getState().actions.setRule({ expression: 'true', hook: 'turn', match: null });
  expect(isUntouched(store.getState())).toBe(false);
});
