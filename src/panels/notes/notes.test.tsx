import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { longestNote, type UserNote } from '../../engine/model/user-note.ts';
import { keepingInMemory } from '../../services/keeping/testing.ts';
import { useNoticeActions, useNotices } from '../../state/useNotices.ts';
import type { NoteInWriting } from '../../state/notices.ts';
import { giveDialogs } from '../../ui/testing.ts';
import { FocusedValue } from '../FocusedValue.tsx';
import { NoteList } from '../NoteList.tsx';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { useUserNotes } from '../useUserNotes.ts';
import { NoteDialog } from './NoteDialog.tsx';
import { NotesDialog } from './NotesDialog.tsx';

beforeEach(giveDialogs);
afterEach(endPanels);

const path = ['context', 'input', 0, '__proto__'] as const;
const onTurn: NoteInWriting = { turn: 2, path: null, isOnPath: false, note: null };

/** The dialogs that the page opens, a button that begins a note, and what the page says. */
function Page({ begin }: { readonly begin: NoteInWriting }) {
  const { dialog, message } = { dialog: useNotices((all) => all.dialog), message: useNotices((all) => all.message) };
  const { writeNote, closeDialog, showDialog } = useNoticeActions();
  return (
    <>
      <button type="button" onClick={() => writeNote(begin)}>
        begin
      </button>
      <button type="button" onClick={() => showDialog('notes')}>
        list
      </button>
      <p role="status">{message?.text}</p>
      {message?.offer && (
        <button type="button" onClick={message.offer.run}>
          {message.offer.title}
        </button>
      )}
      {dialog === 'note' && <NoteDialog onClose={closeDialog} />}
      {dialog === 'notes' && <NotesDialog onClose={closeDialog} />}
      <AllNotes />
    </>
  );
}

/** As the transcript has them below a turn. */
function AllNotes() {
  const notes = useUserNotes();
  return notes === null ? <p>no answer yet</p> : <NoteList notes={notes.notes} />;
}

const box = () => screen.findByRole('textbox', { name: 'Note' });
const shownTexts = () =>
  within(screen.getByRole('list', { name: /^Notes?$/ }))
    .queryAllByRole('listitem')
    .map((item) => item.querySelector('p')?.textContent);

async function showing(begin: NoteInWriting = onTurn) {
  const keeping = keepingInMemory();
  const user = userEvent.setup();
  const store = await showPanel(<Page begin={begin} />, { text: refundsOf(40, 2000), keeping });
  await screen.findByRole('list', { name: /^Notes?$/ });
  const write = async (text: string) => {
    await user.click(screen.getByRole('button', { name: 'begin' }));
    await user.clear(await box());
    if (text !== '') await user.type(await box(), text);
    await user.keyboard('{Control>}{Enter}{/Control}');
  };
  return { keeping, user, store, write };
}

test('a note is written, changed, removed, and each step can be undone and redone', async () => {
  const { store, write, user } = await showing();
  const { undo, redo } = store.getState().actions;
  await write('  Too much. ');
  await expect.poll(shownTexts).toEqual(['Too much.']);
  expect(screen.getByRole('status').textContent).toBe('The note on turn 2 is kept.');
  await write('Much too much.');
  await expect.poll(shownTexts).toEqual(['Much too much.']);
  expect(undo()).toBe('change the note on turn 2');
  await expect.poll(shownTexts).toEqual(['Too much.']);
  expect(redo()).toBe('change the note on turn 2');
  await expect.poll(shownTexts).toEqual(['Much too much.']);
  await user.click(screen.getByRole('button', { name: 'Remove the note on turn 2' }));
  await expect.poll(shownTexts).toEqual([]);
  expect(undo()).toBe('remove the note on turn 2');
  await expect.poll(shownTexts).toEqual(['Much too much.']);
  undo();
  undo();
  await expect.poll(shownTexts).toEqual([]);
  expect(undo()).toBeNull();
});

test('emptying a note removes it, and an empty one is none', async () => {
  const { keeping, write } = await showing();
  await write('   ');
  await write('Something');
  await expect.poll(shownTexts).toEqual(['Something']);
  await write('');
  await expect.poll(shownTexts).toEqual([]);
  expect(await keeping.list('note')).toEqual([]);
});

test('a path is chosen where one is focused, and both places have a note of their own', async () => {
  const { user } = await showing({ turn: 1, path, isOnPath: true, note: null });
  await user.click(screen.getByRole('button', { name: 'begin' }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'context.input[0].__proto__ after turn 1' }).checked).toBe(
    true,
  );
  await user.type(await box(), 'On the path');
  await user.click(screen.getByRole('radio', { name: 'turn 1' }));
  expect((await box()).textContent).toBe('');
  await user.type(await box(), 'On the turn');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(shownTexts).toEqual(['On the turn']);
  await user.click(screen.getByRole('button', { name: 'begin' }));
  await user.type(await box(), 'On the path');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await expect.poll(shownTexts).toEqual(['On the turn', 'On the path']);
  expect(screen.getByRole('button', { name: 'Go to context.input[0].__proto__, turn 1' })).toBeTruthy();
});

test('what was typed is not lost when the dialog closes', async () => {
  const { user } = await showing();
  await user.click(screen.getByRole('button', { name: 'begin' }));
  await user.type(await box(), 'half a thought');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('status').textContent).toBe('Your note was not saved.');
  await user.click(screen.getByRole('button', { name: 'Continue writing' }));
  expect((await box()).textContent).toBe('half a thought');
});

test('a note that the device has no room for stays in the dialog', async () => {
  const { user, keeping } = await showing();
  keeping.put = async () => ({ code: 'keeping/full', message: 'This device has no room for more.' });
  await user.click(screen.getByRole('button', { name: 'begin' }));
  await user.type(await box(), 'too late');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('no room');
  expect((await box()).textContent).toBe('too late');
});

test('hostile text is shown as text, folded where it is long', async () => {
  const { user, keeping, store } = await showing();
  const put = (id: string, text: string, at: UserNote['path'] = null) =>
    keeping.put('note', id, {
      session: sessionOf,
      title: 't',
      turn: 0,
      path: at === null ? null : [...at],
      text,
      at: null,
    });
  await user.click(screen.getByRole('button', { name: 'begin' }));
  await user.type(await box(), 'x');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(shownTexts).toEqual(['x']);
  const [written] = await keeping.list('note');
  const sessionOf = written?.value.session ?? '';
  await keeping.remove('note', [written?.id ?? '']);
  await put('a', '<img src=x onerror=alert(1)> a\u202Eb', path);
  await put('b', 'y'.repeat(longestNote));
  await user.click(screen.getByRole('button', { name: 'list' }));
  const dialog = await screen.findByRole('dialog', { name: 'Notes of this session' });
  await expect.poll(() => within(dialog).getAllByRole('listitem').length).toBe(2);
  expect(document.querySelector('img')).toBeNull();
  expect(dialog.querySelector('[data-code="U+202E"]')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Show the whole note' }));
  expect(within(dialog).getByRole('button', { name: 'Show less' })).toBeTruthy();
  // The list leads to each of them.
  await user.click(within(dialog).getByRole('button', { name: 'Go to context.input[0].__proto__, turn 0' }));
  expect(store.getState()).toMatchObject({ turn: 0, path, tab: 'state' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the list is searched, and says which notes are on turns that are not there', async () => {
  const { user, keeping, write } = await showing();
  await write('first');
  await expect.poll(shownTexts).toEqual(['first']);
  const session = (await keeping.list('note'))[0]?.value.session ?? '';
  for (let turn = 1; turn < 10; turn++)
    await keeping.put('note', `n${turn}`, { session, title: 't', turn, path: null, text: `note ${turn}`, at: null });
  await user.click(screen.getByRole('button', { name: 'list' }));
  const dialog = await screen.findByRole('dialog', { name: 'Notes of this session' });
  const said = within(dialog).getByRole('status', { name: 'Notes' });
  await expect.poll(() => said.textContent).toBe('10 notes. This session does not have the turns of 5 notes');
  await user.type(within(dialog).getByRole('textbox', { name: 'Search the notes' }), 'NOTE 7');
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(1);
  expect(within(dialog).getByRole('mark').textContent).toBe('note 7');
});

test('without a note the list says how to write one', async () => {
  const { user } = await showing();
  await user.click(screen.getByRole('button', { name: 'list' }));
  expect((await screen.findByRole('dialog')).textContent).toContain('There is no note yet.');
});

test('the focused path shows its notes of all turns, and begins one', async () => {
  const user = userEvent.setup();
  await showPanel(
    <>
      <Page begin={{ turn: 1, path: ['context', 'input'], isOnPath: true, note: null }} />
      <FocusedValue path={['context', 'input']} turn={0} />
    </>,
    { text: refundsOf(40) },
  );
  await screen.findByRole('list', { name: 'Notes' });
  await user.click(screen.getByRole('button', { name: 'begin' }));
  await user.type(await box(), 'later');
  await user.keyboard('{Control>}{Enter}{/Control}');
  const focused = screen.getByRole('group', { name: 'Focused value' });
  expect(await within(focused).findByText('later')).toBeTruthy();
  expect(within(focused).getByRole('button', { name: 'Go to context.input, turn 1' })).toBeTruthy();
  await user.click(within(focused).getByRole('button', { name: 'Write a note on this path' }));
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'context.input after turn 0' }).checked).toBe(true);
});
