import { ok } from '../../base/result.ts';
import { preview } from '../../engine/cel/index.ts';
import { changesBetween, type ValueChanges } from '../../engine/model/changes.ts';
import { asDoubles } from '../../engine/model/all-double.ts';
import { contextAt } from '../../engine/model/context-view.ts';
import type { Decisions } from '../../engine/model/decisions.ts';
import type { TurnIndex } from '../../engine/model/history.ts';
import { isSame } from '../../engine/model/equal.ts';
import { toJsonWithin } from '../../engine/model/json.ts';
import type { Path } from '../../engine/model/path.ts';
import { elementAt, entry, isList, isMap, keysOf, valueAt, type Value } from '../../engine/model/value.ts';
import type { OpenSession } from '../../engine/opening/open-session.ts';
import { linesAround, pageOf } from '../../engine/readers/lines.ts';
import { rangesOfTurn, turnAtOffset } from '../../engine/opening/turn-sources.ts';
import type { Changes, RawExcerpt, StateEntry, ValuePreview } from '../protocol.ts';
import type { Methods } from '../serve.ts';
import { asked, type OpenSources } from './open-sources.ts';

/** The context state at a turn: opened branch by branch, compared with the turn before, and its source text. */
export function stateMethods(
  sources: OpenSources,
): Pick<Methods, 'state' | 'pathHistory' | 'changes' | 'valueText' | 'raw' | 'turnAtOffset'> {
  return {
    state: asked(sources, (session, { turn, root, path, decisions }) =>
      ok(
        childrenAt(
          rootAt(session, root, turn, decisions),
          turn > 0 ? rootAt(session, root, turn - 1, decisions, nodeAt(session, turn)) : undefined,
          path,
        ),
      ),
    ),
    pathHistory: asked(sources, async (session, input, pace) => {
      const { pathHistory } = await import('./path-history.ts');
      return ok(await pathHistory(session, input, pace));
    }),
    changes: asked(sources, (session, { turn, decisions }) => ok(changesAt(session, turn, decisions))),
    valueText: asked(sources, (session, { turn, path: [root, ...path], decisions, limit }) => {
      const value = valueAt(rootNamed(session, root, turn, decisions), path);
      return ok(value === undefined ? nowhere : toJsonWithin(value, 2, limit ?? Infinity));
    }),
    raw: asked(sources, (session, { turn, from }) => ok(rawAt(session, turn, from))),
    turnAtOffset: asked(sources, (session, { offset }) => ok({ turn: turnAtOffset(session, offset) })),
  };
}

const nowhere = { text: '', cut: false } as const;

/** The derived context of a turn: some contexts have a history of their own. */
const nodeAt = ({ history }: OpenSession, turn: TurnIndex) => history.turns[turn]?.node;

/** The value as a rule sees it: with all numbers as doubles when that was decided. */
export function rootAt(
  session: OpenSession,
  root: 'context' | 'system',
  turn: TurnIndex,
  decisions: Decisions,
  node = nodeAt(session, turn),
): Value {
  const { history, system } = session;
  const state =
    root === 'context'
      ? contextAt(history, turn, decisions, node)
      : system.stateAt(session.session, history, turn, decisions);
  return decisions.jsonNumbers === 'as-written' ? state : asDoubles(state);
}

/** Finds a root by its name in rules; a path with any other first name has no value. */
function rootNamed(session: OpenSession, name: Path[number] | undefined, turn: TurnIndex, decisions: Decisions): Value {
  if (name === 'context') return rootAt(session, 'context', turn, decisions);
  return name === session.system.root ? rootAt(session, 'system', turn, decisions) : noState;
}

const noState: Value = {};

/** Number of characters that fit in a row of a tree. */
const previewLength = 200;
/** A branch with more children than this is shown in part: no user scrolls through 100 000 rows of a tree. */
const maxChildren = 2000;

const previewOf = (value: Value | undefined): ValuePreview | null =>
  value === undefined ? null : preview(value, previewLength);

export function childrenAt(root: Value, before: Value | undefined, path: Path): readonly StateEntry[] {
  const value = valueAt(root, path);
  if (value === undefined) return [];
  const old = before === undefined ? undefined : valueAt(before, path);
  return childrenOf(value).map(([key, child]) => {
    const was = old === undefined ? undefined : childOf(old, key);
    return {
      key,
      path: [...path, key],
      preview: preview(child, previewLength),
      size: sizeOf(child),
      changed: was === undefined ? before !== undefined : !isSame(was, child),
    };
  });
}

function childrenOf(value: Value): readonly (readonly [string | number, Value])[] {
  const children: [string | number, Value][] = [];
  if (isList(value)) {
    for (let i = 0; i < value.length && i < maxChildren; i++) children.push([i, elementAt(value, i) ?? null]);
  } else if (isMap(value)) {
    for (const key of keysOf(value).slice(0, maxChildren)) {
      const child = value instanceof Map ? value.get(key) : entry(value, String(key));
      if (child !== undefined) children.push([String(key), child]);
    }
  }
  return children;
}

function childOf(value: Value, key: string | number): Value | undefined {
  return valueAt(value, [key]);
}

function sizeOf(value: Value): number | null {
  if (isList(value)) return value.length;
  return isMap(value) ? keysOf(value).length : null;
}

function changesAt(session: OpenSession, turn: TurnIndex, decisions: Decisions): Changes {
  const before = rootAt(session, 'context', turn - 1, decisions, nodeAt(session, turn));
  return previewed(changesBetween(before, rootAt(session, 'context', turn, decisions), ['context']));
}

/** Values are sent as far as a row shows them. */
export function previewed({ changes, isCut }: ValueChanges): Changes {
  const shown = changes.map(({ path, before, after }) => ({
    path,
    before: previewOf(before),
    after: previewOf(after),
  }));
  return { changes: shown, isCut };
}

/** Lines shown around a turn's own source. */
const margin = 4;
/** A turn's source may be one line of 10 MB: the text of one reply is cut, and the range with it. */
const maxExcerpt = 40_000;

function rawAt(session: OpenSession, turn: TurnIndex, from: number | null): RawExcerpt {
  const { lines } = session;
  const ranges = rangesOfTurn(session, turn);
  const shown =
    from === null ? linesAround(lines, ranges, margin, maxExcerpt) : pageOf(lines, ranges, from, maxExcerpt);
  return {
    ...shown,
    length: lines.text.length,
    ranges: ranges.map(({ start, end }) => ({ start, end, line: lines.lineOf(start) })),
  };
}
