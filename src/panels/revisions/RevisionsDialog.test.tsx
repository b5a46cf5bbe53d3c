import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addRevision, type Revision } from '../../services/keeping/revisions.ts';
import { keepingInMemory } from '../../services/keeping/testing.ts';
import { giveDialogs } from '../../ui/testing.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { didWords, RevisionsDialog } from './RevisionsDialog.tsx';

beforeEach(giveDialogs);
afterEach(endPanels);

const revision = (expression: string, part: Partial<Revision> = {}): Revision => ({
  at: Date.UTC(2026, 0, 5, 12),
  expression,
  hook: 'turn',
  match: null,
  session: 'Refunds',
  eligible: 4,
  fire: 1,
  error: 0,
  unknown: 0,
  ...part,
});

async function showing(revisions: readonly Revision[]) {
  const keeping = keepingInMemory();
  for (const one of revisions) await addRevision(keeping, '', one);
  return showPanel(<RevisionsDialog onClose={() => {}} />, {
    text: refundsOf(40),
    view: { ownRule: { expression: 'a < 3', hook: 'turn', match: null } },
    keeping,
  });
}

test('each revision shows what it did, and can be restored, which can be undone', async () => {
  const store = await showing([
    revision('a < 1', { at: 1 }),
    revision('a < 2', { at: 2, fire: 3, error: 1, unknown: 2 }),
    revision('a < 3', { at: 3, hook: 'middleware.before', match: 'refund', eligible: 0, fire: 0 }),
    revision('a < 3', { at: 4 }),
  ]);
  const list = await screen.findByRole('list', { name: 'Revisions, the latest first' });
  const items = within(list).getAllByRole('listitem');
  expect(items.map((item) => item.querySelector('code')?.textContent)).toEqual(['a < 3', 'a < 3', 'a < 2', 'a < 1']);
  expect(items[0]?.textContent).toContain('in the editor');
  expect(items[1]?.textContent).toContain('no eligible turn');
  expect(items[2]?.textContent).toContain('fires at 3 of 4, 2 more · 1 error · 2 unknown');
  await userEvent.click(
    within(list)
      .getAllByRole('button', { name: /^Restore the rule of/ })
      .at(-1) ?? list,
  );
  expect(store.getState().ownRule?.expression).toBe('a < 1');
  expect(store.getState().actions.undo()).toMatch(/^restore the rule of/);
  expect(store.getState().ownRule?.expression).toBe('a < 3');
});

test('without a revision it says what will be there', async () => {
  await showing([]);
  expect(await screen.findByText('There is no revision yet.')).toBeTruthy();
});

test('the same rule again is the same revision, with what it does now', async () => {
  const keeping = keepingInMemory();
  await addRevision(keeping, 'w', revision('a', { at: 1 }));
  await addRevision(keeping, 'w', revision('a', { at: 2, session: 'Another', fire: 2 }));
  expect((await keeping.get('revisions', 'w'))?.value.revisions).toEqual([
    revision('a', { at: 2, session: 'Another', fire: 2 }),
  ]);
  for (let at = 0; at < 400; at++) await addRevision(keeping, 'w', revision(`a < ${at}`, { at }));
  const { revisions = [] } = (await keeping.get('revisions', 'w'))?.value ?? {};
  expect(revisions).toHaveLength(300);
  expect(revisions.at(-1)?.expression).toBe('a < 399');
});

test('a change is counted only between revisions that were judged alike', () => {
  expect(didWords(revision('b', { fire: 2 }), revision('a'))).toBe('fires at 2 of 4, 1 more');
  expect(didWords(revision('b', { fire: 0 }), revision('a'))).toBe('fires at 0 of 4, 1 fewer');
  expect(didWords(revision('b', { fire: 2, session: 'Other' }), revision('a'))).toBe('fires at 2 of 4');
});
