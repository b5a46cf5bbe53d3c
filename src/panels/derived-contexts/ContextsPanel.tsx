import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useMemo, useRef } from 'react';
import { worstOfParts } from '../../engine/model/verdict.ts';
import { contextsQuery, tokensQuery, turnColumnsQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useJudgedRule, useSession } from '../../state/useSession.ts';
import { CutTitle } from '../../ui/CutTitle.tsx';
import { Failure } from '../../ui/EmptyState.tsx';
import { count, counted } from '../../ui/format.ts';
import { Region } from '../../ui/Region.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tree } from '../../ui/Tree.tsx';
import { useNarrow } from '../../ui/useNarrow.ts';
import { visible } from '../../ui/visible.tsx';
import type { ContextUse, NodeOutline, Rule } from '../../worker/protocol.ts';
import { SmallRibbon, useVerdictInk } from '../SmallRibbon.tsx';
import { useShown } from '../useShown.ts';
import { useWidth } from '../useTrack.ts';
import { actsInWords } from '../words.ts';
import { isLarge, TreeButtons, TreeSearch, useContextTree } from './ContextTree.tsx';
import { type ContextRow, contextRows, countedOn, noTokens, tokenWords } from './contextRows.ts';
import styles from './ContextsPanel.module.css';

/** The derived contexts, each with the verdicts of its own turns, what it called, and what it shares with its parent. */
export function ContextsPanel() {
  const { ref } = useSession();
  return <Contexts key={ref.id} />;
}

function Contexts() {
  const { ref, turns, recorded } = useSession();
  const engine = useEngine();
  const tree = useContextTree();
  const { nodes, lines, states } = tree;
  const shown = useShown(useJudgedRule());
  const columns = useQuery(turnColumnsQuery(engine, ref));
  const uses = useQuery(contextsQuery(engine, ref));
  const sums = useQuery(tokensQuery(engine, ref, turns - 1));
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const label = useNarrow() ? 'Derived contexts' : 'Contexts';

  const codes = shown.sweep?.codes ?? null;
  const lineOf = useMemo(() => countedOn(nodes, lines), [nodes, lines]);
  const rows = useMemo(
    () =>
      columns.data === undefined || uses.data === undefined || sums.data === undefined
        ? null
        : contextRows({ columns: columns.data, uses: uses.data, codes, total: sums.data.total }, lineOf),
    [columns.data, uses.data, sums.data, codes, lineOf],
  );
  const places = useMemo(() => new Map(nodes.map(({ id }, at) => [id, at])), [nodes]);
  const hasTokens = recorded.tokens > 0;
  const layout = useMemo(() => {
    const depth = lines.reduce((most, { level }) => Math.max(most, level), 1);
    return layoutOf(width, { hasTokens, depth });
  }, [width, hasTokens, lines]);
  const { errorStops, rule } = shown;
  // A move of the cursor draws none of the lines again.
  const drawn = useMemo(
    () =>
      lines.map(({ node, ...line }) => {
        const at = places.get(node.id) ?? 0;
        const row = rows?.[at] ?? noTurns;
        const cells: Cells = {
          node,
          row,
          stops: (row.counts?.fire ?? 0) + (errorStops ? (row.counts?.error ?? 0) : 0),
          tokens: hasTokens ? tokenWords(row.tokens) : null,
          shares: sharesOf(node, uses.data?.[at], states),
        };
        return {
          ...line,
          name: spoken(cells, rule, line.open === false),
          content: <ContextCells {...cells} shown={layout.shown} />,
        };
      }),
    [lines, places, rows, rule, errorStops, hasTokens, uses.data, states, layout.shown],
  );
  const failure = columns.error ?? uses.error ?? sums.error;
  if (failure !== null) return <Failure message={failure.message} />;

  return (
    <Region name="Contexts" inTabs {...(isLarge(nodes) && { actions: <TreeButtons tree={tree} /> })}>
      {/* The type of style has no custom properties. */}
      <div ref={place} className={styles.contexts} style={{ '--tracks': layout.tracks } as CSSProperties}>
        <TreeSearch tree={tree} />
        <div className={styles.head} aria-hidden="true">
          {layout.shown.map((id) => (
            <span key={id} data-column={id}>
              {titles[id]}
            </span>
          ))}
        </div>
        {rows === null ? (
          <Skeleton lines={4} label="Loading contexts" />
        ) : (
          <Tree label={label} lines={drawn} selected={tree.here} onSelect={tree.choose} onToggle={tree.toggle} />
        )}
        {nodes.length === 1 && (
          <p className={styles.single}>No context was derived in this session. A sub-agent would have a line here.</p>
        )}
      </div>
    </Region>
  );
}

type ColumnId = 'context' | 'ribbon' | 'stops' | 'turns' | 'calls' | 'tokens' | 'names' | 'shares';

const titles: { readonly [C in ColumnId]: string } = {
  context: 'Context',
  ribbon: 'Draft',
  stops: '',
  turns: 'Turns',
  calls: 'Calls',
  tokens: 'Tokens',
  names: 'Called',
  shares: 'Shares with parent',
};

const ribbonWidth = 96;

/** Widths in CSS pixels; that of the context is the least without its indent. */
const sizes: { readonly [C in ColumnId]: number } = {
  context: 96,
  ribbon: ribbonWidth,
  stops: 52,
  turns: 40,
  calls: 40,
  tokens: 52,
  names: 96,
  shares: 96,
};
const gap = 8;
const edges = 32;
const indent = { each: 12, most: 8 };

/** The columns that there is room for: the first of these are left out first. The name of a line says the same. */
const leftOut: readonly ColumnId[] = ['names', 'shares', 'tokens', 'calls', 'turns'];

function layoutOf(
  width: number,
  { hasTokens, depth }: { readonly hasTokens: boolean; readonly depth: number },
): { readonly shown: readonly ColumnId[]; readonly tracks: string } {
  const shown = (Object.keys(titles) as readonly ColumnId[]).filter(
    (id) => (id !== 'tokens' || hasTokens) && (id !== 'shares' || depth > 1),
  ); // the keys of the table are its columns
  const indented = indent.each * Math.min(depth - 1, indent.most);
  const needed = (ids: readonly ColumnId[]) => ids.reduce((sum, id) => sum + sizes[id] + gap, edges + indented);
  const fitting = leftOut.reduce((ids, out) => (needed(ids) <= width ? ids : ids.filter((id) => id !== out)), shown);
  // The columns of words share the remaining width. Only the first may depend on a line's indent.
  const spare = Math.max(0, width - needed(fitting));
  const wider = { names: Math.min(200, Math.floor(spare / 3)), shares: Math.min(100, Math.floor(spare / 4)) };
  const widthOf = (id: ColumnId) => sizes[id] + (id === 'names' || id === 'shares' ? wider[id] : 0);
  const tracks = fitting.map((id) => (id === 'context' ? 'minmax(0, 1fr)' : `${widthOf(id)}px`));
  return { shown: fitting, tracks: tracks.join(' ') };
}

interface Cells {
  readonly node: NodeOutline;
  readonly row: ContextRow;
  /** The turns that the rule stops. */
  readonly stops: number;
  /** Null in a session without any, and for a context that used none. */
  readonly tokens: ReturnType<typeof tokenWords>;
  /** Null for the root. */
  readonly shares: { readonly short: string; readonly about: string } | null;
}

const noTurns: ContextRow = {
  codes: null,
  counts: null,
  turns: 0,
  calls: 0,
  tokens: { ...noTokens, isWhole: true },
  functions: [],
};

function ContextCells({ shown, ...cells }: Cells & { readonly shown: readonly ColumnId[] }) {
  return (
    <span className={styles.cells}>
      {shown.map((id) => (
        <ContextCell key={id} id={id} {...cells} />
      ))}
    </span>
  );
}

function ContextCell({ id, node, row, stops, tokens, shares }: Cells & { readonly id: ColumnId }) {
  const text = {
    stops: stopsInShort(row, stops),
    turns: count(row.turns),
    calls: count(row.calls),
    tokens: tokens?.short ?? '0',
    names: namesInShort(row),
    shares: shares?.short ?? '',
  };
  if (id === 'context')
    return (
      <span className={styles.title} title={node.title}>
        <CutTitle title={node.title} tail={6} />
      </span>
    );
  if (id === 'ribbon') return <Ribbon row={row} />;
  const abouts: { readonly [C in ColumnId]?: string | undefined } = {
    tokens: tokens?.about,
    names: text.names,
    shares: shares?.about,
  };
  return (
    <span data-column={id} data-fires={id === 'stops' && stops > 0} title={abouts[id]}>
      {visible(text[id])}
    </span>
  );
}

/** The verdicts of the context's own turns, worst first to be seen. */
function Ribbon({ row: { codes, counts } }: { readonly row: ContextRow }) {
  const ink = useVerdictInk();
  const cells = useMemo(
    () => (codes === null ? null : worstOfParts(codes, Math.min(codes.length, ribbonWidth))),
    [codes],
  );
  return (
    <span>
      {cells !== null && (counts?.eligible ?? 0) > 0 && (
        <SmallRibbon cells={cells} room={ribbonWidth} height={14} ink={ink} />
      )}
    </span>
  );
}

const stopsInShort = ({ counts }: ContextRow, stops: number): string =>
  counts === null ? '' : counts.eligible === 0 ? '–' : `${count(stops)} of ${count(counts.eligible)}`;

const namesInShort = ({ functions }: ContextRow): string =>
  functions.map(({ key, calls }) => (calls === 1 ? key : `${key} ×${count(calls)}`)).join(', ');

function sharesOf(
  { id, parent }: NodeOutline,
  use: ContextUse | undefined,
  states: ReadonlyMap<string, string>,
): Cells['shares'] {
  if (parent === null || use === undefined) return null;
  const state = states.get(id);
  if (!use.sharesContext)
    return { short: 'nothing', about: 'A task of its own: rules see only its own calls, messages and tokens' };
  const context = 'Rules see the same calls, messages and tokens as in its parent';
  if (state === undefined) return { short: 'task context', about: context };
  return states.get(parent) === state
    ? { short: `task context, state ${state}`, about: `${context}; both hold the state ${state}` }
    : { short: `task context; own state ${state}`, about: `${context}; its state ${state} is its own` };
}

function spoken({ node, row, stops, tokens, shares }: Cells, rule: Rule, isSum: boolean): string {
  const { counts, functions } = row;
  return [
    isSum ? `${node.title} and the contexts below` : node.title,
    ...(counts === null ? [] : [counts.eligible === 0 ? 'not judged' : actsInWords(rule, stops, counts)]),
    counted(row.turns, 'turn'),
    counted(row.calls, 'call'),
    ...(tokens === null ? [] : [tokens.about]),
    ...(functions.length > 0 ? [`called ${namesInShort(row)}`] : []),
    ...(shares === null ? [] : [`shares ${shares.short}`]),
  ].join(', ');
}
