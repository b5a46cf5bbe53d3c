import { pacedSteps, portion, quiet, type Pace } from '../../base/pace.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { TurnIndex } from '../model/history.ts';
import type { Problem } from '../model/problem.ts';
import { type UserNote, withUserNotes } from '../model/user-note.ts';
import { writeSessionFile } from '../model/session-file.ts';
import { openingEntry, type OpenSession } from '../opening/open-session.ts';
import { openText } from '../opening/open-text.ts';
import { cutTo, eventsOfTurn, notesOfCut, reopened, whole, type Cut } from './cut.ts';
import { firstHit, outcomeAt, verdictsOf, type Judged } from './judged.ts';
import { pathPattern } from './places.ts';
import type { HiddenKind } from './patterns/pattern.ts';
import { foundKinds } from './patterns/registry.ts';
import { prove, type Proof } from './proof.ts';
import { allValuesRead, rulesIn, valuesRead } from './reads.ts';
import { redact, type Redacted } from './redact.ts';
import { shrinkFields, shrinkTurns, turnsAfter, type Outcome } from './shrink.ts';

/** How much of the session leaves. */
export type Part =
  | { readonly kind: 'whole' }
  /** Turns `from` up to, not with, `to`. */
  | { readonly kind: 'turns'; readonly from: TurnIndex; readonly to: TurnIndex }
  /** The smallest session with the same verdicts at these turns. */
  | { readonly kind: 'smallest'; readonly turns: readonly TurnIndex[] }
  /** The smallest session in which a rule fires, or the policy blocks. */
  | { readonly kind: 'smallest-hit' };

export interface Choice {
  readonly part: Part;
  readonly kinds: readonly HiddenKind[];
  readonly names: readonly string[];
  readonly paths: readonly string[];
  /** Leaves out the fields that no rule reads. */
  readonly onlyRead: boolean;
  /** Notes of the user, which leave with their turns. Without it, those of the session's own file do. */
  readonly userNotes?: readonly UserNote[];
}

/** The session that leaves: its text is exactly what is saved, copied or sent. */
export interface Leaving extends Omit<Redacted, 'session'> {
  readonly text: string;
  readonly title: string;
  /** How many notes of the user leave. */
  readonly userNotes: number;
  /** Numbers of the session that leaves, and of the session here. */
  readonly size: {
    readonly turns: number;
    readonly events: number;
    readonly ofTurns: number;
    readonly ofEvents: number;
  };
  /** For a part that was made for some turns: where they are in the session that leaves. */
  readonly turns: readonly TurnIndex[];
  readonly proof: Proof;
}

/**
 * Makes the session that leaves: every way out of the page and of the command line goes through here. First it is cut to the
 * chosen part, then fields are left out, then values are hidden; the rules are judged on the text that this gives.
 *
 * `seed`: random digits that never leave. The same seed gives the same stand-ins.
 */
export async function leave(
  open: OpenSession,
  choice: Choice,
  judged: Judged,
  seed: string,
  pace: Pace,
): Promise<Result<Leaving, Problem>> {
  const patterns = choice.paths
    .filter((path) => path.trim() !== '')
    .map((path) => ({ path, pattern: pathPattern(path) }));
  const unclear = patterns.find(({ pattern }) => pattern === null);
  if (unclear !== undefined) return err(unclearPath(unclear.path));
  // Leaving out turns and fields tries hundreds of sessions; the rest is done once.
  const long = choice.part.kind.startsWith('smallest') || choice.onlyRead ? 0.9 : 0;
  const parted = await part(open, choice, judged, portion(pace, 0, long));
  if (!parted.ok) return parted;
  const { cut, turns } = parted.value;
  const hidden = {
    kinds: new Set<HiddenKind>([
      ...choice.kinds,
      ...(choice.names.some((name) => name.trim() !== '') ? (['name'] as const) : []),
    ]),
    names: choice.names,
    paths: patterns.flatMap(({ pattern }) => pattern ?? []),
  };
  const userNotes = notesOfCut(open, cut, choice.userNotes ?? open.session.userNotes ?? []);
  const redacted = await redact(withUserNotes(cut.session, userNotes), hidden, seed, portion(pace, long, 1));
  const text = writeSessionFile(redacted.session);
  const again = await openAgain(open, text, pace);
  if (!again.ok) return again;
  const proof = await prove(open, again.value, cut, judged, quiet(pace));
  const causes = proof.differingTurns === 0 ? [] : await causesOf(open, cut, hidden, judged, seed, quiet(pace));
  const { session: _, ...report } = redacted;
  return ok({
    ...report,
    text,
    title: redacted.session.header.title,
    userNotes: userNotes.length,
    size: {
      turns: again.value.history.turns.length,
      events: cut.session.events.length,
      ofTurns: open.history.turns.length,
      ofEvents: open.session.events.length,
    },
    turns,
    proof: { ...proof, causes },
  });
}

/** A session for a test of a policy. */
export interface LeftAsTest {
  readonly text: string;
  readonly turn: TurnIndex;
  /** The value of `now`, so that the test can fix it; null when the recording does not hold it. */
  readonly now: string | null;
}

/**
 * The smallest session with the same outcome at a turn. Values that are recognised are hidden, except those that the outcome
 * needs.
 */
export async function leaveAsTest(
  open: OpenSession,
  turn: TurnIndex,
  judged: Judged,
  seed: string,
  pace: Pace,
): Promise<Result<LeftAsTest, Problem>> {
  const choice = { part: { kind: 'smallest', turns: [turn] }, names: [], paths: [], onlyRead: true } as const;
  const cut = await part(open, { ...choice, kinds: [] }, judged, pace);
  if (!cut.ok) return cut;
  const [at = turn] = cut.value.turns;
  const expected = await outcomeAt(open, turn, judged);
  const now = open.history.turns[turn]?.at ?? null;
  let kinds: readonly HiddenKind[] = foundKinds;
  for (const without of [null, ...foundKinds]) {
    if (without !== null) kinds = kinds.filter((kind) => kind !== without);
    const { session } = await redact(
      cut.value.cut.session,
      { kinds: new Set(kinds), names: [], paths: [] },
      seed,
      pace,
    );
    const again = reopened(open, session);
    if (again !== null && (await outcomeAt(again, at, judged)) === expected)
      return ok({ text: writeSessionFile(session), turn: at, now });
  }
  return ok({ text: writeSessionFile(cut.value.cut.session), turn: at, now });
}

interface Parted {
  readonly cut: Cut;
  readonly turns: readonly TurnIndex[];
}

async function part(
  open: OpenSession,
  { part: chosen, onlyRead }: Choice,
  judged: Judged,
  pace: Pace,
): Promise<Result<Parted, Problem>> {
  const withNotes = { ...open, session: { ...open.session, notes: open.notes } };
  switch (chosen.kind) {
    case 'whole':
      return onlyRead ? readPart(open, whole(open), judged, pace) : ok({ cut: whole(withNotes), turns: [] });
    case 'turns': {
      const cut = range(open, chosen.from, chosen.to);
      if (cut === null) return err(notAlone(chosen.from, chosen.to));
      return onlyRead ? readPart(open, cut, judged, pace) : ok({ cut, turns: [] });
    }
    case 'smallest-hit': {
      const hit = await firstHit(open, judged, quiet(pace));
      return hit === null ? err(noHit) : smallestAt(open, [hit], judged, pace);
    }
    case 'smallest':
      return smallestAt(open, chosen.turns, judged, pace);
  }
}

/** The events of some turns; with those before them that make no turn, where the system needs these. */
function range(open: OpenSession, from: TurnIndex, to: TurnIndex): Cut | null {
  const last = Math.min(to, open.history.turns.length) - 1;
  const first = open.history.turns[from]?.event;
  if (first === undefined || last < from) return null;
  const end = (eventsOfTurn(open, last).at(-1) ?? first) + 1;
  const own = Array.from({ length: end - first }, (_, at) => first + at);
  const before = new Set(open.history.turns.slice(0, from).flatMap(({ index }) => eventsOfTurn(open, index)));
  const quiet = Array.from({ length: first }, (_, index) => index).filter((index) => !before.has(index));
  return (
    [cutTo(open, own), cutTo(open, [...quiet, ...own])].find(({ session }) => reopened(open, session) !== null) ?? null
  );
}

/** Turns are left out, then fields, while the rules have the same outcome and read the same values. */
async function smallestAt(
  open: OpenSession,
  turns: readonly TurnIndex[],
  judged: Judged,
  pace: Pace,
): Promise<Result<Parted, Problem>> {
  const outcome: Outcome = (session, turn) => outcomeAt(session, turn, judged);
  const shrunk = await shrinkTurns(open, turns, outcome, portion(pace, 0, 0.4));
  if (!shrunk.ok) return shrunk;
  const cut = shrunk.value;
  const again = reopened(open, cut.session);
  const at = again === null ? null : turnsAfter(open, again, cut, turns);
  if (again === null || at === null) return ok({ cut, turns });
  const rules = rulesIn(judged, open);
  const state = async (session: OpenSession): Promise<string> => {
    const all: unknown[] = [];
    for (const turn of at) all.push(await outcome(session, turn), valuesRead(session, rules, turn, judged));
    return JSON.stringify(all);
  };
  const session = await shrinkFields(again, state, portion(pace, 0.4, 1));
  return ok({ cut: { ...cut, session }, turns: at });
}

/** Fields that no rule reads are left out while all verdicts stay. */
async function readPart(open: OpenSession, cut: Cut, judged: Judged, pace: Pace): Promise<Result<Parted, Problem>> {
  const again = reopened(open, { ...cut.session, notes: [] });
  if (again === null) return ok({ cut, turns: [] });
  const rules = rulesIn(judged, open);
  const inFull = await tellingTurns(again, judged, quiet(pace));
  const state = async (session: OpenSession): Promise<string> =>
    JSON.stringify([
      await verdictsOf(session, judged, quiet(pace)),
      await allValuesRead(session, rules, inFull, judged, quiet(pace)),
    ]);
  const session = await shrinkFields(again, state, pace);
  return ok({ cut: { ...cut, session }, turns: [] });
}

/** The first and the last turn with each verdict of each rule. */
async function tellingTurns(open: OpenSession, judged: Judged, pace: Pace): Promise<ReadonlySet<TurnIndex>> {
  const verdicts = await verdictsOf(open, judged, pace);
  return new Set(
    verdicts.flatMap((words) =>
      [...new Set(words)].flatMap((word) => (word === 'n/a' ? [] : [words.indexOf(word), words.lastIndexOf(word)])),
    ),
  );
}

/** Opens the very text, as its receiver does. */
async function openAgain({ system }: OpenSession, text: string, pace: Pace): Promise<Result<OpenSession, Problem>> {
  const opened = await openText(text);
  if (!opened.ok) return opened;
  const opening = openingEntry(opened.value, 0, () => system);
  return pacedSteps(opening, pace);
}

/** Each kind of hidden values that alone changes a verdict. */
async function causesOf(
  open: OpenSession,
  cut: Cut,
  hidden: Parameters<typeof redact>[1],
  judged: Judged,
  seed: string,
  pace: Pace,
): Promise<readonly HiddenKind[]> {
  const causes: HiddenKind[] = [];
  const kinds = [...hidden.kinds, ...(hidden.paths.length > 0 ? (['path'] as const) : [])];
  for (const kind of kinds) {
    const alone = {
      kinds: new Set([kind]),
      names: kind === 'name' ? hidden.names : [],
      paths: kind === 'path' ? hidden.paths : [],
    };
    const { session } = await redact(cut.session, alone, seed, pace);
    const again = reopened(open, session);
    if (again === null || (await prove(open, again, cut, judged, pace)).differingTurns > 0) causes.push(kind);
  }
  return causes;
}

const unclearPath = (path: string): Problem => ({
  code: 'leaving/unclear-path',
  message: `“${path}” is no path to hide. Write the name of a field, such as iban, or a path such as args.recipient.iban.`,
});

const notAlone = (from: TurnIndex, to: TurnIndex): Problem => ({
  code: 'leaving/turns-need-others',
  message: `Turns ${from} to ${to - 1} cannot be opened without the turns before them. Choose the whole session, or the smallest one with the same verdicts.`,
});

const noHit: Problem = {
  code: 'leaving/no-hit',
  message:
    'The rule fires at no turn of this session, so there is no smallest session in which it fires. Choose another part.',
};
