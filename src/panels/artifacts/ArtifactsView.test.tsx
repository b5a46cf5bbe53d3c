import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveElementsSize } from '../../ui/testing.ts';
import { endPanels, showPanel } from '../testing.tsx';
import { ArtifactsView } from './ArtifactsView.tsx';

let restore = () => {};
beforeEach(() => {
  restore = giveElementsSize({ width: 480, height: 480 });
});
afterEach(() => {
  endPanels();
  restore();
});

const said = (id: string, role: string, text: string) => ({ message_id: id, role, parts: [{ text }] });
const chunk = (artifact: object, append = false, last_chunk = false) => ({
  type: 'artifact-emitted',
  task: 't',
  artifact,
  append,
  last_chunk,
});

/** Turns: 0 the question, 1 progress, 2 the end. */
const text = JSON.stringify({
  format: 'contextscope/session',
  version: 1,
  system: 'a2a',
  header: { title: 'a report' },
  events: [
    { type: 'task-submitted', task: 't', context: 'c', message: said('m1', 'user', 'Write') },
    { type: 'turn-started', task: 't' },
    chunk({ artifact_id: 'report', name: 'Report', metadata: { lang: 'en' }, parts: [{ text: 'Chapter one. ' }] }),
    { type: 'status-sent', task: 't', message: said('p1', 'agent', 'On it') },
    chunk({ artifact_id: 'report', parts: [{ text: 'Chapter two.' }] }, true, true),
    chunk({ artifact_id: 'table', parts: [{ data: { rows: [1, 2] } }, { raw: 'aGVsbG8=', filename: 'a.csv' }] }),
    { type: 'turn-ended', task: 't', by: 'complete', state: 'completed' },
  ],
});

const artifactRows = () =>
  within(screen.getByRole('grid', { name: 'Artifacts' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('gridcell')
        .map((cell) => cell.textContent),
    );

test('each turn shows the content so far, and marks the content added at that turn', async () => {
  await showPanel(<ArtifactsView />, { text, view: { turn: 1 } });
  const list = await screen.findByRole('grid', { name: 'Artifacts' });
  await userEvent.click(await within(list).findByText('Report'));
  expect(artifactRows()).toEqual([
    ['Report +1', 't', '', '25', 'finished'],
    ['table +1', 't', '', '19', 'open'],
  ]);
  const report = screen.getByRole('region', { name: 'Artifact Report' });
  const words = await within(report).findByText('Chapter one.', { exact: false });
  expect(words.textContent).toBe('Chapter one. (added at turn 1) Chapter two.');
  expect(within(words).getByText('Chapter two.', { selector: 'mark' })).toBeDefined();
  expect(within(report).getByText(/The stream has shown 2 parts, storage has 1/)).toBeDefined();
  expect(within(report).getByText(/"lang": "en"/)).toBeDefined();
});

test('the artifact that grew last is shown at first; data is shown as JSON, a file by its name, type and size', async () => {
  await showPanel(<ArtifactsView />, { text, view: { turn: 2 } });
  const table = await screen.findByRole('region', { name: 'Artifact table' });
  expect((await within(table).findByRole('region', { name: 'Data' })).textContent).toContain('"rows": [');
  expect(within(table).getByRole('region', { name: 'File' }).textContent).toBe('file, 5 Ba.csv');
  expect(within(table).getByText(/left open: its task has ended/)).toBeDefined();
});

test('chunks are listed with their turns, and choosing one moves the cursor there', async () => {
  const view = await showPanel(<ArtifactsView />, { text, view: { turn: 2 } });
  await userEvent.click(await within(await screen.findByRole('grid', { name: 'Artifacts' })).findByText('Report'));
  await userEvent.click(await screen.findByRole('radio', { name: '2 chunks' }));
  const chunks = await screen.findByRole('grid', { name: 'Chunks' });
  await within(chunks).findByText('Chapter two.');
  const rows = within(chunks).getAllByRole('row').slice(1);
  expect(rows.map((row) => row.textContent)).toEqual(['10begins+13Chapter one. ', '21append+12lastChapter two.']);
  await userEvent.click(within(chunks).getByText('Chapter one.', { exact: false }));
  expect(view.getState().turn).toBe(0);
});

test('links lead to turns and to the place in the state', async () => {
  const view = await showPanel(<ArtifactsView />, { text, view: { turn: 2 } });
  const table = await screen.findByRole('region', { name: 'Artifact table' });
  await userEvent.click(within(table).getByRole('button', { name: 'ctx.tasks.t.artifacts[1]' }));
  expect(view.getState().path).toEqual(['ctx', 'tasks', 't', 'artifacts', 1]);
  await userEvent.click(within(table).getAllByRole('button', { name: 'Go to turn 1' })[0] as HTMLElement);
  expect(view.getState().turn).toBe(1);
});

test('before the first artifact a message is shown', async () => {
  await showPanel(<ArtifactsView />, {
    text: text.replaceAll('artifact-emitted', 'artifacts-written'),
    view: { turn: 0 },
  });
  expect(await screen.findByText('No artifact was made up to this turn.')).toBeDefined();
});
