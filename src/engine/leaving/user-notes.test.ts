import { expect, test } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { defaultDecisions } from '../model/decisions.ts';
import type { UserNote } from '../model/user-note.ts';
import { openSessionOf } from '../rules/testing.ts';
import { firstSession } from '../testing.ts';
import { reviewOf } from './review.ts';
import { leavingOf } from './testing.ts';

const session = openSessionOf(`
  user: I am ann.meier@acme-corp.io
  refund({"amount": 30, "to": "ann.meier@acme-corp.io"}) -> {"ok": true}
  refund({"amount": 2000, "to": "bob@acme-corp.io"}) -> {"ok": true}
  agent: done
`);

const note = (turn: number, text: string, path: UserNote['path'] = null): UserNote => ({
  id: `n${turn} ${text.length}`,
  turn,
  path,
  text,
  at: null,
});

const userNotes = [
  note(0, 'Who is ann.meier@acme-corp.io?'),
  note(2, 'Too much.'),
  note(2, 'Of this one.', ['context', 'by', 'ann.meier@acme-corp.io', '__proto__']),
];

const notesIn = (text: string) => firstSession(text).session.session.userNotes;

test('notes leave with the session, with the stand-ins that the session has', async () => {
  const { text, userNotes: left } = await leavingOf(session, { userNotes });
  expect(left).toBe(3);
  expect(text).not.toContain('ann.meier');
  const notes = notesIn(text) ?? [];
  const standIn = /is (\S+)\?$/.exec(notes[0]?.text ?? '')?.[1] ?? 'none';
  expect(notes[2]?.path).toEqual(['context', 'by', standIn, '__proto__']);
  expect(text.split(standIn).length - 1).toBe(4);
  expect(notes.map(({ id, turn }) => [id, turn])).toEqual(userNotes.map(({ id, turn }) => [id, turn]));
});

test('what is shown stays in notes, too', async () => {
  const { text } = await leavingOf(session, { userNotes, kinds: [] });
  expect(notesIn(text)).toEqual(userNotes);
});

test('notes of turns that stay here do not leave, and the others move with their turns', async () => {
  const { text, userNotes: left } = await leavingOf(session, { userNotes, part: { kind: 'turns', from: 2, to: 4 } });
  expect(left).toBe(2);
  expect(notesIn(text)?.map(({ turn }) => turn)).toEqual([0, 0]);
  const rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: null } as const;
  const judged = { rules: [rule], policy: null, decisions: defaultDecisions };
  const smallest = await leavingOf(session, { userNotes, part: { kind: 'smallest-hit' } }, judged);
  expect(notesIn(smallest.text)?.map(({ turn }) => turn)).toEqual([0, 0]);
});

test('the notes of the session’s own file leave unless others are given', async () => {
  const own = { ...session, session: { ...session.session, userNotes } };
  expect((await leavingOf(own)).userNotes).toBe(3);
  expect((await leavingOf(own, { userNotes: [] })).text).not.toContain('userNotes');
});

test('a review lists them as code, whatever is in them', async () => {
  const hostile = [note(1, '```\n# Not a heading @everyone'), note(0, 'First', ['context', 'a`b'])];
  const { text } = await leavingOf(session, { userNotes: hostile });
  const rule = { expression: 'true', hook: 'turn', match: null } as const;
  const review = await reviewOf(text, { rule, baseline: null, decisions: defaultDecisions }, unhurried);
  if (!review.ok) throw new Error(review.problem.message);
  const [, part = ''] = review.value.split('## Notes\n\n');
  expect(part).toBe(
    '### Turn 0: ``context["a`b"]``\n\n```text\nFirst\n```\n\n### Turn 1\n\n````text\n```\n# Not a heading @everyone\n````\n',
  );
  const without = await leavingOf(session);
  const plain = await reviewOf(without.text, { rule, baseline: null, decisions: defaultDecisions }, unhurried);
  expect(plain.ok && plain.value).not.toContain('## Notes');
});
