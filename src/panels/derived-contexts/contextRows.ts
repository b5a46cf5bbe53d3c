import { countVerdicts, type VerdictCounts } from '../../engine/model/verdict.ts';
import { brief, count, counted } from '../../ui/format.ts';
import type { ContextUse, NodeOutline, TurnColumns } from '../../worker/protocol.ts';

/** The turns of one context; on the line of a closed context, also those of the contexts below it. */
export interface ContextRow {
  /** The verdicts of its turns, in their order; null without a rule. */
  readonly codes: Uint8Array | null;
  readonly counts: VerdictCounts | null;
  readonly turns: number;
  readonly calls: number;
  readonly tokens: ContextTokens;
  /** The functions that it called, most often first. */
  readonly functions: readonly { readonly key: string; readonly calls: number }[];
}

/** The tokens of the model calls on a line: `isWhole` where their sum is known, else at least those that are recorded. */
export type ContextTokens = ContextUse['tokens'] & { readonly isWhole: boolean };

interface Recorded {
  readonly columns: TurnColumns;
  readonly uses: readonly ContextUse[];
  readonly codes: Uint8Array | null;
  /** The token sum of the whole session; null where it is unknown. */
  readonly total: number | null;
}

/**
 * A row for each line of the tree. `lineOf` has, for the place of each context, the place of the context on whose line
 * it is counted, or -1.
 */
export function contextRows(
  { columns, uses, codes, total }: Recorded,
  lineOf: readonly number[],
): readonly ContextRow[] {
  const turns = lineOf.map(() => 0);
  for (const place of columns.nodes) {
    const line = lineOf[place] ?? -1;
    if (line < 0) continue;
    turns[line] = (turns[line] ?? 0) + 1;
  }
  const verdicts = codes === null ? null : turns.map((many) => ({ codes: new Uint8Array(many), filled: 0 }));
  if (codes !== null && verdicts !== null)
    for (const [turn, place] of columns.nodes.entries()) {
      const own = verdicts[lineOf[place] ?? -1];
      if (own !== undefined) own.codes[own.filled++] = codes[turn] ?? 0;
    }
  const functions = lineOf.map(() => new Map<string, number>());
  const tokens = lineOf.map(() => ({ recorded: 0, calls: 0, uncounted: 0 }));
  for (const [place, use] of uses.entries()) {
    const ofLine = functions[lineOf[place] ?? -1];
    for (const { key, calls } of use.functions) ofLine?.set(key, (ofLine.get(key) ?? 0) + calls);
    const sums = tokens[lineOf[place] ?? -1];
    if (sums === undefined) continue;
    sums.recorded += use.tokens.recorded;
    sums.calls += use.tokens.calls;
    sums.uncounted += use.tokens.uncounted;
  }
  return lineOf.map((_, line): ContextRow => {
    const own = verdicts?.[line]?.codes ?? null;
    const called = Array.from(functions[line] ?? [], ([key, calls]) => ({ key, calls }));
    return {
      codes: own,
      counts: own === null ? null : countVerdicts(own),
      turns: turns[line] ?? 0,
      calls: called.reduce((sum, { calls }) => sum + calls, 0),
      tokens: tokensOn(tokens[line] ?? noTokens, turns[line] === columns.nodes.length ? total : undefined),
      functions: called.toSorted((a, b) => b.calls - a.calls),
    };
  });
}

export const noTokens: ContextUse['tokens'] = { recorded: 0, calls: 0, uncounted: 0 };

/** A line with every turn has the sum that rules see, which the recording may state apart from its calls. */
function tokensOn(own: ContextUse['tokens'], total: number | null | undefined): ContextTokens {
  if (total === undefined) return { ...own, isWhole: own.uncounted === 0 };
  return total === null ? { ...own, isWhole: false } : { ...own, recorded: total, isWhole: true };
}

/** Null for none. `18 912+` where calls without a number make the sum unknown; a long number is short in its column. */
export function tokenWords({
  recorded,
  calls,
  uncounted,
  isWhole,
}: ContextTokens): { readonly short: string; readonly about: string } | null {
  const short = recorded < 100_000 ? count(recorded) : brief(recorded);
  if (isWhole) return recorded === 0 ? null : { short, about: counted(recorded, 'token') };
  const why =
    uncounted === 0
      ? 'the recording lacks the sum'
      : `${count(uncounted)} of ${counted(calls, 'model call')} ${uncounted === 1 ? 'has' : 'have'} no number`;
  return recorded === 0
    ? { short: 'unknown', about: `tokens unknown (${why})` }
    : { short: `${short}+`, about: `at least ${counted(recorded, 'token')} (${why})` };
}

/**
 * For each context, the place of the context whose line counts it: its own line, or the closed line that hides it. -1 if
 * a search hides it.
 */
export function countedOn(
  nodes: readonly NodeOutline[],
  lines: readonly { readonly id: string; readonly open: boolean | null }[],
): readonly number[] {
  const places = new Map(nodes.map(({ id }, place) => [id, place]));
  const shown = new Map(lines.map(({ id, open }) => [id, open]));
  const known = new Map<string, number>();
  return nodes.map(({ id }) => {
    const way: string[] = [];
    let at: string | null = id;
    // A forged file may have a cycle.
    while (at !== null && !shown.has(at) && !known.has(at) && way.length <= nodes.length) {
      way.push(at);
      const place = places.get(at);
      at = place === undefined ? null : (nodes[place]?.parent ?? null);
    }
    const isOwn = at === id && shown.has(id);
    const counts = at !== null && (isOwn || shown.get(at) === false);
    const line = at === null ? -1 : (known.get(at) ?? (counts ? (places.get(at) ?? -1) : -1));
    for (const hidden of way) known.set(hidden, line);
    return line;
  });
}
