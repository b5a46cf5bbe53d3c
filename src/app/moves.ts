import type { TurnIndex } from '../engine/model/history.ts';
import { answerTo } from '../services/answerTo.ts';
import { findQuery, rowsQuery, sweepQuery } from '../services/engine/queries.ts';
import { turnsIn } from '../state/decisionDiff.ts';
import { type Direction, nextFire, nextFlip, nextOf } from '../state/hits.ts';
import { comparedRule, cursorOf, decisionsOf, emptyRule, judgedRule, type ShownSession } from '../state/useSession.ts';
import type { ViewStore } from '../state/view.ts';
import { ProblemError } from '../worker/connect.ts';
import type { Rule } from '../worker/protocol.ts';
import type { Bench } from './bench.ts';

/** The session and the turn that the panels show; undefined before there is one. */
const atCursor = ({ session, view }: Bench) =>
  session === null ? undefined : { session, cursor: cursorOf(view.getState().turn, session) };

export function moveTo(bench: Bench, turn: TurnIndex | null) {
  if (bench.session === null || turn === null) return;
  bench.view.getState().actions.moveCursor(Math.min(turn, bench.session.outline.turns - 1));
}

export function moveBy(bench: Bench, by: number) {
  const at = atCursor(bench);
  if (at !== undefined) moveTo(bench, at.cursor + by);
}

const before = new WeakMap<ViewStore, Promise<void>>();

/**
 * Keys come faster than the engine answers: each move begins where the one before it led. What was meant for a session
 * that has gone from the screen meanwhile moves nothing.
 */
function inOrder(bench: Bench, move: () => Promise<void>): Promise<void> {
  const { view } = bench;
  const { session } = view.getState();
  const then = (before.get(view) ?? Promise.resolve()).then(async () => {
    if (view.getState().session === session) await move();
  });
  // Whoever made a move hears that it failed; the next one is made all the same.
  before.set(
    view,
    then.catch(() => undefined),
  );
  return then;
}

/** A hit is a turn of the cell that is walked through, or one that the filter picks; without either, one where the rule fires. */
export const toHit = (bench: Bench, direction: Direction) => inOrder(bench, () => hit(bench, direction));

export const toFlip = (bench: Bench, direction: Direction) => inOrder(bench, () => flip(bench, direction));

export const toParent = (bench: Bench) => inOrder(bench, () => parent(bench));

export const toChild = (bench: Bench) => inOrder(bench, () => child(bench));

async function hit(bench: Bench, direction: Direction) {
  const at = atCursor(bench);
  if (at === undefined) return;
  const { filter, walk } = bench.view.getState();
  const { draft, compared } = rulesOf(bench, at.session);
  if (walk !== null && compared !== null) {
    const [saved, now] = await Promise.all([compared, draft].map((rule) => sweepOf(bench, at.session, rule)));
    if (saved === undefined || now === undefined) return;
    return moveTo(bench, nextOf(turnsIn(saved.codes, now.codes, walk), at.cursor, direction));
  }
  if (filter.trim() === '') {
    const sweep = await sweepOf(bench, at.session, draft);
    return moveTo(bench, nextFire(sweep.codes, at.cursor, direction));
  }
  // A filter that is wrong says so beside its box; here it simply finds nothing.
  const found = await answerTo(
    bench.queries,
    findQuery(bench.engine, at.session.outline.ref, filter.trim(), decisionsAt(bench, at.session)),
  ).catch(ignoreProblem);
  if (found !== undefined) moveTo(bench, nextOf(found.turns, at.cursor, direction));
}

async function flip(bench: Bench, direction: Direction) {
  const at = atCursor(bench);
  if (at === undefined) return;
  const { draft, compared } = rulesOf(bench, at.session);
  const { codes } = await sweepOf(bench, at.session, draft);
  const other = compared === null ? null : (await sweepOf(bench, at.session, compared)).codes;
  moveTo(bench, nextFlip(codes, other, at.cursor, direction));
}

function rulesOf({ view }: Bench, { starter }: ShownSession) {
  const { rule, saved, trial } = view.getState();
  const draft = judgedRule(rule ?? starter ?? emptyRule, trial);
  return { draft, compared: comparedRule(saved, starter, draft) };
}

const sweepOf = (bench: Bench, session: ShownSession, rule: Rule) =>
  answerTo(bench.queries, sweepQuery(bench.engine, session.outline.ref, rule, decisionsAt(bench, session)));

const decisionsAt = ({ view, declared }: Bench, session: ShownSession) =>
  decisionsOf(session, view.getState().decisions, declared);

async function parent(bench: Bench) {
  const node = await nodeAtCursor(bench);
  if (node?.firstTurn == null || node.parent === null) return;
  // The turn that called for the child is the one just before it.
  moveTo(bench, Math.max(0, node.firstTurn - 1));
}

async function child(bench: Bench) {
  const at = atCursor(bench);
  const node = await nodeAtCursor(bench);
  if (at === undefined || node === undefined) return;
  const starts = at.session.outline.nodes
    .filter((other) => other.parent === node.id && other.firstTurn !== null)
    .map((other) => other.firstTurn ?? 0)
    .toSorted((a, b) => a - b);
  moveTo(bench, nextOf(starts, at.cursor, 1) ?? starts[0] ?? null);
}

async function nodeAtCursor(bench: Bench) {
  const at = atCursor(bench);
  if (at === undefined) return undefined;
  const { outline } = at.session;
  const [row] = await answerTo(bench.queries, rowsQuery(bench.engine, outline.ref, at.cursor, at.cursor + 1));
  return outline.nodes.find((node) => node.id === row?.node);
}

function ignoreProblem(cause: unknown): undefined {
  if (!(cause instanceof ProblemError)) throw cause;
}
