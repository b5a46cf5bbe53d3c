import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveDialogs } from '../../ui/testing.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { ReportDialog } from './ReportDialog.tsx';

beforeEach(giveDialogs);
afterEach(endPanels);

test('the report says what was understood and what the recording lacks', async () => {
  await showPanel(<ReportDialog onClose={() => {}} />, { text: refundsOf(2400, 40) });
  const report = screen.getByRole('dialog', { name: 'Import report' });
  expect(report.textContent).toContain('5 turns (1 input, 2 llm, 2 capability)');
  expect(screen.getAllByRole('listitem').length).toBeGreaterThan(0);
});
