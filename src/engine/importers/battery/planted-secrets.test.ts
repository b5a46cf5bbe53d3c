import process from 'node:process';
import { expect, test } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { seed } from '../../fuzz/testing.ts';
import { hideInText } from '../../leaving/hide-in-text.ts';
import { leaveAsTest } from '../../leaving/leave.ts';
import { seededRandom } from '../../leaving/random.ts';
import { reviewOf } from '../../leaving/review.ts';
import { judgedBy, leavingOf } from '../../leaving/testing.ts';
import { defaultDecisions } from '../../model/decisions.ts';
import type { UserNote } from '../../model/user-note.ts';
import type { OpenSession } from '../../opening/open-session.ts';
import { readNow as readDocument } from '../../readers/testing.ts';
import type { Rule } from '../../rules/rule.ts';
import { foundIn, planted, secrets } from './planted/testing.ts';
import { withSecrets, type PlantedSession } from './planting/testing.ts';
import { fixtures, type Fixture } from './testing.ts';

/** Notes of the user with all secrets: in the text of a note on a turn, and in the keys of a path. */
const plantedNotes = (turns: number): readonly UserNote[] =>
  planted.flatMap(({ value }, at): readonly UserNote[] => {
    const note = { turn: at % turns, at: null };
    return [
      { ...note, id: `turn ${at}`, path: null, text: `Why is ${value} here?` },
      { ...note, id: `path ${at}`, path: ['context', 'input', value, 0], text: 'Who sent this?' },
      { ...note, id: `both ${at}`, path: ['context', `of ${value}.`], text: value },
    ];
  });

/** With all secrets in a raw recording that the header keeps, in notes of the import, and in those of the user. */
function withPlantedHeader(session: OpenSession): OpenSession {
  const raw = planted.map(({ value }, at) => ({ [`field_${at}`]: `was ${value}` }));
  const header = { ...session.session.header, raw, recording: JSON.stringify(raw) };
  const notes = planted.map(({ value }) => ({
    severity: 'info' as const,
    code: 'test/planted',
    message: `Left out: ${value}.`,
  }));
  const userNotes = plantedNotes(Math.max(1, session.history.turns.length));
  return { ...session, session: { ...session.session, header, userNotes }, notes };
}

function plantedIn({ text }: Fixture): PlantedSession | null {
  const document = readDocument(text);
  return document.ok ? withSecrets(document.value) : null;
}

/** Longer recordings take long, and have the same places. */
const short = fixtures.filter(({ text }) => text.length < 60_000);
const owners = [...new Set(fixtures.map(({ owner }) => owner))].map((owner) => ({
  owner,
  files: short.filter((file) => file.owner === owner).toSorted((a, b) => a.text.length - b.text.length),
}));

/** The first of the shortest recordings that holds nearly all secrets. */
function fullest(files: readonly Fixture[]): PlantedSession | null {
  let best: PlantedSession | null = null;
  for (const file of files.slice(0, 4)) {
    const made = plantedIn(file);
    if (made !== null && made.count > (best?.count ?? 0)) best = made;
    if (best !== null && best.count >= leastKept) break;
  }
  return best;
}

/** Of 200: a place may be too short for its last one. */
const leastKept = 195;

const rule: Rule = { expression: 'true', hook: 'turn', match: null };

/** The secrets in a session that leaves, and in a review of a rule on it: none. */
async function leakedBy(session: OpenSession): Promise<readonly string[]> {
  const left = await leavingOf(session);
  expect(left.userNotes).toBe(session.session.userNotes?.length ?? 0);
  const never: Rule = { ...rule, expression: 'false' };
  const reviewed = { rule: never, baseline: rule, decisions: defaultDecisions };
  const review = await reviewOf(left.text, reviewed, unhurried);
  expect(review.ok && review.value).toContain('### Turn ');
  return [left.text, left.title, review.ok ? review.value : ''].flatMap((text) =>
    foundIn(text).map(({ kind }) => kind),
  );
}

/** The secrets in the last two turns that leave with their notes: none. */
async function leakedByPart(session: OpenSession): Promise<readonly string[]> {
  const { turns } = session.history;
  // The one moment of a session without turns is no part of it.
  if (turns[0]?.kind === 'snapshot') return [];
  const from = Math.max(0, turns.length - 2);
  const part = await leavingOf(session, { part: { kind: 'turns', from, to: turns.length } });
  return part.userNotes === 0 ? ['no note left'] : foundIn(part.text).map(({ kind }) => kind);
}

test('200 secrets are planted', () => {
  expect(new Set(secrets.map(({ part }) => part)).size).toBe(200);
});

test.each(owners)(
  'a recording of $owner is read with nearly all secrets, and none of them leaves',
  async ({ files }) => {
    const full = fullest(files);
    expect(full?.count).toBeGreaterThanOrEqual(leastKept);
    if (full === null) return;
    const session = withPlantedHeader(full.session);
    expect(await leakedBy(session)).toEqual([]);
    expect(await leakedByPart(session)).toEqual([]);
    const cut = await leaveAsTest(session, 0, judgedBy(rule), 'seed', unhurried);
    expect(foundIn(cut.ok ? cut.value.text : '')).toEqual([]);
    const title = await hideInText(session.session.header.title, null, 'seed', unhurried);
    expect(foundIn(title.text)).toEqual([]);
  },
);

/** Of all other recordings some in each run, others with each seed; `npm run fuzz` takes all of them. */
const random = seededRandom(`recordings ${seed}`);
const others = process.env['FUZZ_COUNT'] === undefined ? short.filter(() => random(short.length) < 30) : short;

test.each(others)('of the secrets planted in $owner/fixtures/$name none leaves', async (file) => {
  const made = plantedIn(file);
  expect(made === null ? [] : await leakedBy(made.session)).toEqual([]);
});
