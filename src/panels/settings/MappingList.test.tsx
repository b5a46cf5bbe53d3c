import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Keeping } from '../../services/keeping/keeping.ts';
import { keepMapping, keptMappings } from '../../services/keeping/mappings.ts';
import { keepingInMemory } from '../../services/keeping/testing.ts';
import { giveDialogs } from '../../ui/testing.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';

const mapping = (title: string) =>
  `${JSON.stringify(
    {
      format: 'contextscope/mapping',
      version: 2,
      title,
      sessions: null,
      turns: ['log'],
      kind: {
        tests: [{ field: ['who'], values: [{ value: 'me', kind: 'input' }], otherwise: null }],
        otherwise: 'skip',
      },
      asked: null,
      text: ['said'],
      calls: { list: [], name: null, arguments: null, id: null },
      results: { list: [], id: null, name: null, content: null, flag: null, flagSays: 'failed' },
      time: null,
      tokens: { prompt: null, completion: null },
    },
    null,
    2,
  )}\n`;

let keeping: Keeping;
beforeEach(async () => {
  giveDialogs();
  keeping = keepingInMemory();
  for (const text of ['{"format": "old"}', mapping('Ours')]) await keepMapping(keeping, text);
});
afterEach(endPanels);

const titles = async () => (await keptMappings(keeping)).map((text) => /"title": "(.*)"/.exec(text)?.[1] ?? text);
const show = () => showPanel(<SettingsDialog onClose={() => {}} />, { text: refundsOf(40), keeping });

test('stored mappings are listed with a summary, and can be renamed and removed', async () => {
  await show();
  const name = await screen.findByRole('textbox', { name: 'Name of the mapping Ours' });
  expect(screen.getByText('Turns in log, distinguished by who')).toBeTruthy();
  await userEvent.clear(name);
  await userEvent.type(name, 'Theirs{Enter}');
  await screen.findByRole('textbox', { name: 'Name of the mapping Theirs' });
  expect((await titles())[0]).toBe('Theirs');
  await userEvent.click(screen.getByRole('button', { name: 'Remove Theirs' }));
  expect(await screen.findByText('“Theirs” was removed.')).toBeTruthy();

  // An invalid one shows its problem and can be removed.
  const list = screen.getByRole('list', { name: 'Stored mappings' });
  await expect.poll(() => within(list).getAllByRole('listitem')).toHaveLength(1);
  const faulty = within(list).getByRole('listitem');
  expect(within(faulty).getByRole('alert').textContent).toMatch(/not a Contextscope mapping/);
  await userEvent.click(within(faulty).getByRole('button', { name: /Remove/ }));
  await expect.poll(titles).toEqual([]);
});

test('a mapping is imported from a file, and another file is rejected with a message', async () => {
  await show();
  const picker = screen.getByLabelText('Files of mappings');
  await userEvent.upload(picker, new File([mapping('New')], 'new.json'));
  await screen.findByRole('textbox', { name: 'Name of the mapping New' });
  expect((await titles())[0]).toBe('New');
  await userEvent.upload(picker, new File(['dear diary'], 'diary.txt'));
  expect(await screen.findByText(/^diary\.txt: .+\.$/)).toBeTruthy();
  expect(await titles()).toHaveLength(3);
});
