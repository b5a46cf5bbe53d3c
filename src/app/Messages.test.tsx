import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNoticeStore } from '../state/notices.ts';
import { NoticeContext } from '../state/useNotices.ts';
import { ViewContext } from '../state/useView.ts';
import { createViewStore } from '../state/view.ts';
import { Messages } from './Messages.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a message stays while the report that was opened from it is shown', () => {
  const notices = createNoticeStore();
  const { notify, closeDialog } = notices.getState().actions;
  notify('12 turns.', { report: true });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ViewContext value={createViewStore()}>
        <NoticeContext value={notices}>
          <Messages />
        </NoticeContext>
      </ViewContext>
    </QueryClientProvider>,
  );
  const pass = (ms: number) =>
    act(() => {
      vi.advanceTimersByTime(ms);
    });
  act(() => screen.getByRole('button', { name: 'Import report' }).click());
  expect(notices.getState().dialog).toBe('report');
  pass(60_000);
  expect(screen.getByText('12 turns.')).toBeTruthy();
  act(() => closeDialog());
  pass(8100);
  expect(screen.queryByText('12 turns.')).toBeNull();
});
