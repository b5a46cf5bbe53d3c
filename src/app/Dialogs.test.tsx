import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { inProcessEngine } from '../services/engine/testing.ts';
import { EngineContext } from '../services/engine/useEngine.ts';
import { keepingInMemory } from '../services/keeping/testing.ts';
import { KeepingContext } from '../services/keeping/useKeeping.ts';
import { createNoticeStore, type DialogId } from '../state/notices.ts';
import { NoticeContext } from '../state/useNotices.ts';
import { SessionContext, type ShownSession } from '../state/useSession.ts';
import { ViewContext } from '../state/useView.ts';
import { createViewStore } from '../state/view.ts';
import { giveDialogs, giveMedia } from '../ui/testing.ts';
import { Dialogs } from './Dialogs.tsx';
import { pageOf } from './page.ts';

beforeAll(() => {
  giveDialogs();
  giveMedia();
  // jsdom has no layout and so no scrollIntoView.
  Element.prototype.scrollIntoView ??= () => {};
});

const scripts = {
  decisions: () => import('../panels/decision-diff/DecisionDialog.tsx'),
  'new-test': () => import('../panels/policy/NewTestDialog.tsx'),
} as const;

const endings: (() => void)[] = [];
afterEach(() => {
  cleanup();
  for (const end of endings.splice(0)) end();
});

/** The page's dialogs alone, with the errors that React reports. */
function dialogsOn(session: ShownSession | null) {
  const engine = inProcessEngine();
  const queries = new QueryClient();
  const view = createViewStore();
  const notices = createNoticeStore();
  const keeping = keepingInMemory();
  const caught: unknown[] = [];
  render(
    <EngineContext value={engine.client}>
      <QueryClientProvider client={queries}>
        <ViewContext value={view}>
          <NoticeContext value={notices}>
            <KeepingContext value={keeping}>
              <SessionContext value={session}>
                <Dialogs
                  context={{
                    engine: engine.client,
                    queries,
                    view,
                    notices,
                    keeping,
                    session,
                    page: pageOf(document),
                    declared: [],
                  }}
                />
              </SessionContext>
            </KeepingContext>
          </NoticeContext>
        </ViewContext>
      </QueryClientProvider>
    </EngineContext>,
    { onCaughtError: (bug) => caught.push(bug) },
  );
  endings.push(() => {
    queries.clear();
    engine.dispose();
  });
  const { showDialog } = notices.getState().actions;
  return { notices, caught, showDialog };
}

for (const id of ['keys', 'palette', 'settings', 'report', 'start-run'] as const satisfies DialogId[]) {
  test(`the dialog ${id} needs no session`, async () => {
    const { caught, showDialog } = dialogsOn(null);
    act(() => showDialog(id));
    await screen.findByRole('dialog');
    expect(caught).toEqual([]);
  });
}

for (const id of ['decisions', 'new-test'] as const satisfies DialogId[]) {
  test(`the dialog ${id} waits for a session`, async () => {
    const { caught, showDialog } = dialogsOn(null);
    await act(async () => {
      showDialog(id);
      await scripts[id]();
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(caught).toEqual([]);
  });
}

test('a crash of a dialog is reported in its place, and the page continues when it is closed', async () => {
  const { notices, caught, showDialog } = dialogsOn({ outline: {} } as ShownSession);
  await act(async () => showDialog('report'));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('stopped because of a bug in Contextscope');
  expect(caught).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(notices.getState().dialog).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
});
