import type { TurnIndex } from '../engine/model/history.ts';
import { answerTo } from '../services/answerTo.ts';
import { findQuery, rowsQuery, sweepQuery } from '../services/engine/queries.ts';
import { shownNotes } from '../services/keeping/queries.ts';
import { turnsIn } from '../state/decisionDiff.ts';
import { zoomed } from '../state/sight.ts';
import { type Direction, firingTurns, flippedTurns, nextOf } from '../state/hits.ts';
import {
  baselineRule,
  cursorOf,
  chosenIn,
  decisionsOf,
  emptyRule,
  judgedRule,
  shownKey,
  type ShownSession,
} from '../state/useSession.ts';
import type { ViewStore } from '../state/view.ts';
import { baselineInEditor, ruleInEditor } from '../state/view/rule.ts';
import { ProblemError } from '../worker/connect.ts';
import type { Rule } from '../worker/protocol.ts';
import type { CommandContext } from './commandContext.ts';

/** The shown session and the turn at the cursor; undefined before a session is open. */
function atCursor(context: CommandContext) {
  const session = stillChosen(context);
  return session === null ? undefined : { session, cursor: cursorOf(context.view.getState().turn, session) };
}

export function moveTo(context: CommandContext, turn: TurnIndex | null) {
  const session = stillChosen(context);
  if (session === null || turn === null) return;
  context.view.getState().actions.moveCursor(Math.min(turn, session.outline.turns - 1));
}

/** Null while another session is being opened: its cursor must not go to a turn of the one that is still on the screen. */
function stillChosen({ session, view, queries }: CommandContext): ShownSession | null {
  const chosen = queries.getQueryData<ShownSession>(shownKey(view.getState().session));
  return session !== null && chosen?.outline.ref.id === session.outline.ref.id ? session : null;
}

export function moveBy(context: CommandContext, by: number) {
  const at = atCursor(context);
  if (at !== undefined) moveTo(context, at.cursor + by);
}

/** Makes the turns around the cursor wider, or narrower; null shows all. */
export function zoom(context: CommandContext, factor: number | null) {
  const at = atCursor(context);
  if (at === undefined) return;
  const { sight, actions } = context.view.getState();
  if (sight === null && (factor === null || factor > 1))
    return context.notices.getState().actions.notify('The timeline shows all turns already.');
  if (factor === null) return actions.lookAt(null);
  const { turns } = at.session.outline;
  const { from, to } = sight ?? { from: 0, to: turns };
  const anchor = Math.max(0, Math.min((at.cursor + 0.5 - from) / (to - from), 1));
  actions.lookAt(zoomed({ turns, positions: null }, sight, anchor, factor));
}

/** Says why the cursor stays where it is, so that a key never seems dead. */
function moveOrSay(context: CommandContext, turn: TurnIndex | null, otherwise: string): void {
  if (turn === null) context.notices.getState().actions.notify(otherwise);
  else moveTo(context, turn);
}

/** Moves to the nearest of some turns. Otherwise says whether none is beyond the cursor, or none in the whole session. */
function moveAlong(
  context: CommandContext,
  turns: readonly TurnIndex[],
  cursor: TurnIndex,
  direction: Direction,
  otherwise: (where: string) => string,
): void {
  const beyond = `${direction === 1 ? 'after' : 'before'} turn ${cursor}`;
  moveOrSay(context, nextOf(turns, cursor, direction), otherwise(turns.length > 0 ? beyond : 'of this session'));
}

const before = new WeakMap<ViewStore, Promise<void>>();

/**
 * Keys may come faster than the engine answers: each move starts from the result of the one before. A move for a
 * session that is no longer shown has no effect.
 */
function inOrder(context: CommandContext, move: () => Promise<void>): Promise<void> {
  const { view } = context;
  const { session } = view.getState();
  const then = (before.get(view) ?? Promise.resolve()).then(async () => {
    if (view.getState().session === session) await move();
  });
  // The caller of a failed move receives the failure; the next move runs all the same.
  before.set(
    view,
    then.catch(() => undefined),
  );
  return then;
}

/**
 * A hit is a turn of the chosen cell of decisions, or one that the filter selects; without either, a turn where the
 * rule fires.
 */
export const toHit = (context: CommandContext, direction: Direction) => inOrder(context, () => hit(context, direction));

export const toFlip = (context: CommandContext, direction: Direction) =>
  inOrder(context, () => flip(context, direction));

export const toParent = (context: CommandContext) => inOrder(context, () => parent(context));

export const toChild = (context: CommandContext) => inOrder(context, () => child(context));

async function hit(context: CommandContext, direction: Direction) {
  const at = atCursor(context);
  if (at === undefined) return;
  const { filter, walk } = context.view.getState();
  const { draft, compared } = rulesOf(context, at.session);
  if (walk !== null && compared !== null) {
    const [baseline, now] = await Promise.all([compared, draft].map((rule) => sweepOf(context, at.session, rule)));
    if (baseline === undefined || now === undefined) return;
    const turns = turnsIn(baseline.codes, now.codes, walk);
    return moveAlong(context, turns, at.cursor, direction, (where) => `No turn ${where} is in this cell.`);
  }
  if (filter.trim() === '') {
    if (isNoRule(draft)) return moveOrSay(context, null, noRuleYet);
    const turns = firingTurns((await sweepOf(context, at.session, draft)).codes);
    return moveAlong(context, turns, at.cursor, direction, (where) => `The rule fires at no turn ${where}.`);
  }
  // The filter's box shows what is wrong with it; here an invalid filter finds nothing.
  const found = await answerTo(
    context.queries,
    findQuery(context.engine, at.session.outline.ref, filter.trim(), decisionsAt(context, at.session)),
  ).catch(ignoreProblem);
  if (found === undefined) return;
  const { turns } = shownNotes(context.queries, at.session.outline.ref)?.withNotes(found) ?? found;
  moveAlong(context, turns, at.cursor, direction, (where) => `No turn ${where} matches.`);
}

async function flip(context: CommandContext, direction: Direction) {
  const at = atCursor(context);
  if (at === undefined) return;
  const { draft, compared } = rulesOf(context, at.session);
  if (isNoRule(draft)) return moveOrSay(context, null, noRuleYet);
  const { codes } = await sweepOf(context, at.session, draft);
  const other = compared === null ? null : (await sweepOf(context, at.session, compared)).codes;
  const what = compared === null ? 'changes' : 'differs from the baseline';
  moveAlong(context, flippedTurns(codes, other), at.cursor, direction, (where) => `No verdict ${where} ${what}.`);
}

const isNoRule = ({ expression }: Rule): boolean => expression.trim() === '';
const noRuleYet = 'There is no rule yet. Press e to write one.';

function rulesOf({ view }: CommandContext, { starter }: ShownSession) {
  const state = view.getState();
  const draft = judgedRule(ruleInEditor(state) ?? starter ?? emptyRule, state.trial);
  return { draft, compared: baselineRule(baselineInEditor(state), starter, draft) };
}

const sweepOf = (context: CommandContext, session: ShownSession, rule: Rule) =>
  answerTo(context.queries, sweepQuery(context.engine, session.outline.ref, rule, decisionsAt(context, session)));

const decisionsAt = ({ view, declared }: CommandContext, session: ShownSession) =>
  decisionsOf(session, chosenIn(view.getState()), declared);

async function parent(context: CommandContext) {
  const node = await nodeAtCursor(context);
  if (node?.firstTurn == null) return;
  if (node.parent === null) return moveOrSay(context, null, 'This context has no parent.');
  // The turn that started the child context is the one just before it.
  moveTo(context, Math.max(0, node.firstTurn - 1));
}

async function child(context: CommandContext) {
  const at = atCursor(context);
  const node = await nodeAtCursor(context);
  if (at === undefined || node === undefined) return;
  const starts = at.session.outline.nodes
    .filter((other) => other.parent === node.id && other.firstTurn !== null)
    .map((other) => other.firstTurn ?? 0)
    .toSorted((a, b) => a - b);
  moveOrSay(context, nextOf(starts, at.cursor, 1) ?? starts[0] ?? null, 'No context is derived from this one.');
}

async function nodeAtCursor(context: CommandContext) {
  const at = atCursor(context);
  if (at === undefined) return undefined;
  const { outline } = at.session;
  const [row] = await answerTo(context.queries, rowsQuery(context.engine, outline.ref, at.cursor, at.cursor + 1));
  return outline.nodes.find((node) => node.id === row?.node);
}

function ignoreProblem(cause: unknown): undefined {
  if (!(cause instanceof ProblemError)) throw cause;
}
