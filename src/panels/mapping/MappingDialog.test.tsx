import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveDialogs, giveElementsSize } from '../../ui/testing.ts';
import type { Mapping } from '../../worker/mapping-protocol.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { MappingDialog } from './MappingDialog.tsx';
// Loaded beforehand, so that no query waits for it on a busy machine.
import '../../engine/importers/mapped/doubts.ts';
import '../../engine/importers/mapped/entries.ts';
import '../../engine/importers/mapped/fields.ts';
import '../../engine/importers/mapped/guess-kind.ts';
import '../../engine/importers/mapped/guess.ts';
import '../../engine/importers/mapped/index.ts';
import '../../engine/importers/mapped/lists.ts';
import '../../engine/systems/task/index.ts';

let restore = () => {};
beforeEach(() => {
  giveDialogs();
  restore = giveElementsSize({ width: 480, height: 480 });
});
afterEach(() => {
  endPanels();
  restore();
});

const text = JSON.stringify({
  log: [
    { kind: 'customer', body: 'Where is order 17?' },
    { kind: 'agent', body: 'I look.', actions: [{ ref: 'a', tool: 'look_up', args: { order: 17 } }] },
    { kind: 'action_result', ref: 'a', output: 'on its way' },
    { kind: 'aside', body: 'nobody hears this' },
  ],
  other: [{ a: 1 }],
});

async function show(of = text): Promise<readonly Mapping[]> {
  const opened: Mapping[] = [];
  const refused = {
    name: 'trace.json',
    text: of,
    problem: { code: 'import/unknown-kind', message: 'The format is unknown.' },
  };
  await showPanel(
    <MappingDialog refused={refused} onClose={() => {}} onOpen={(mapping) => opened.push(mapping)} onText={() => {}} />,
    {
      text: refundsOf(1),
    },
  );
  return opened;
}

const made = () => screen.findByRole('status', { name: 'Result of the mapping' });

test('document, mapping and turns are named regions', async () => {
  await show();
  await made();
  for (const name of ['The document, as json', 'Mapping of the fields', 'Resulting turns'])
    expect(screen.getByRole('region', { name })).toBeTruthy();
});

test('guesses are filled in, and the turns they make are shown', async () => {
  await show();
  expect((await made()).textContent).toBe('3 turns: 1 input, 1 llm, 1 capability.');
  const table = screen.getByRole('table', { name: 'The first turns' });
  expect(within(table).getByText('look_up')).toBeTruthy();
  expect(screen.getByRole('list', { name: 'What is skipped or assumed' }).textContent).toContain('“aside”');
});

test('the preview follows the choices, and Open returns the mapping', async () => {
  const opened = await show();
  await made();
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: /aside/ }), 'input');
  await expect.poll(async () => (await made()).textContent).toBe('4 turns: 2 input, 1 llm, 1 capability.');
  await userEvent.click(screen.getByRole('checkbox', { name: /Use this mapping again/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await expect.poll(() => opened.length).toBe(1);
  expect(opened[0]).toMatchObject({ title: 'trace', turns: ['log'], text: ['body'] });
});

test('another list can be chosen in the document’s tree', async () => {
  await show();
  const tree = await screen.findByRole('tree', { name: 'Document' });
  await userEvent.click(await within(tree).findByRole('treeitem', { name: 'other: list of 1' }));
  await userEvent.click(screen.getByRole('button', { name: 'Use the selected part as the list of turns' }));
  await expect.poll(async () => (await made()).textContent).toContain('1 turn:');
});

test('a text that is no mapping is rejected with a message', async () => {
  await show();
  await userEvent.click(await screen.findByRole('button', { name: 'Paste a mapping' }));
  await userEvent.click(screen.getByRole('textbox', { name: 'A mapping’s text' }));
  await userEvent.paste('dear diary');
  await userEvent.click(screen.getByRole('button', { name: 'Use it' }));
  await expect.poll(() => screen.getAllByRole('alert').length).toBe(2);
});

test('a text without a list is reported as no recording, and a mapping without a session cannot be opened', async () => {
  const opened = await show('{"name": "desk", "dependencies": {"a": "1"}}');
  expect((await screen.findByText(/Is it the right file/)).getAttribute('role')).toBe('alert');
  const known = screen.getByRole('list', { name: 'Texts that open directly' });
  expect((await within(known).findAllByRole('listitem')).length).toBeGreaterThan(60);
  await screen.findByText(/This text contains no list/);
  expect(screen.queryByRole('combobox', { name: 'List of turns' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Open' })).toHaveProperty('disabled', true);
  screen.getByRole('tree', { name: 'Document' }).focus();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(opened).toEqual([]);
  // The values of a record may be entries by id.
  await userEvent.click(screen.getByRole('treeitem', { name: /^dependencies/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Use the selected part as the list of turns' }));
  expect(await screen.findByRole('combobox', { name: 'List of turns' })).toBeTruthy();
});
