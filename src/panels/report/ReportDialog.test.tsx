import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { refundChat, renderPanel } from '../testing.tsx';
import { ReportDialog } from './ReportDialog.tsx';

let end = () => {};
afterEach(() => end());

test('the report says what was understood and what the recording lacks', async () => {
  const { outline, end: done } = await renderPanel(<ReportDialog onClose={() => {}} />, refundChat);
  end = done;
  const report = screen.getByRole('dialog', { name: 'Import report' });
  expect(report.textContent).toContain('5 turns');
  for (const note of outline.notes) expect(report.textContent).toContain(note.message);
});
