import { useQueries, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { formatPath, type Path } from '../../engine/model/path.ts';
import { explainQuery, stateQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useLastAnswers } from '../../services/useLastAnswers.ts';
import { useCalmCursor, useDecisions, useJudgedRule, useSession } from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import type { StateEntry } from '../../worker/protocol.ts';
import { ChoiceRow } from '../../ui/ChoiceRow.tsx';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tree } from '../../ui/Tree.tsx';
import { visible } from '../../ui/visible.tsx';
import { useTurnWords } from '../useTurnWords.ts';
import { useUserNotes } from '../useUserNotes.ts';
import styles from './InspectorPanel.module.css';
import { entryLines, keyOf, pathOf } from '../entryLines.ts';
import { placesRead } from '../readers.ts';
import { ValueText } from '../ValueText.tsx';
import { isBookkeeping } from './bookkeeping.ts';
import { contentsOf } from './contentsOf.ts';
import { isNumber, Sparkline } from './Sparkline.tsx';

const FocusedValue = lazy(async () => ({ default: (await import('../FocusedValue.tsx')).FocusedValue }));
const PathPlot = lazy(async () => ({ default: (await import('./PathPlot.tsx')).PathPlot }));

/** The context state after the turn at the cursor, as a tree. */
export function StateView() {
  const { ref, root: systemRoot } = useSession();
  const cursor = useCalmCursor();
  const root = useView((view) => view.root);
  const focus = useView((view) => view.path);
  const { showRoot } = useViewActions();
  const rootName = root === 'context' ? 'context' : systemRoot;

  return (
    <div className={styles.column}>
      <div className={styles.strip}>
        <ChoiceRow
          label="Which state"
          chosen={root}
          onChoose={showRoot}
          choices={[
            { id: 'context', title: 'context', hint: 'What CEL sees' },
            { id: 'system', title: systemRoot, hint: 'The system’s own export' },
          ]}
        />
        <span className={styles.aside}>{useTurnWords().after(cursor)}</span>
      </div>
      <StateTree key={`${ref.id} ${root}`} root={root} rootName={rootName} />
      {focus !== null && (
        <Suspense>
          <FocusedValue path={focus} turn={cursor} />
        </Suspense>
      )}
    </div>
  );
}

interface StateTreeProps {
  readonly root: 'context' | 'system';
  /** The first segment of its paths. */
  readonly rootName: string;
}

function StateTree({ root, rootName }: StateTreeProps) {
  const engine = useEngine();
  const { ref } = useSession();
  const cursor = useCalmCursor();
  const decisions = useDecisions();
  const focus = useView((view) => view.path);
  const { focusPath } = useViewActions();
  const reads = useReadPlaces(rootName);
  // Branches that changed at the first turn shown, or that the rule reads, until the user opens or closes one.
  const first = useFirstBranches(root, reads);
  const [opened, setOpened] = useState<ReadonlySet<string> | null>(null);
  const [shut, setShut] = useState<ReadonlySet<string>>(new Set());

  const inside = focus !== null && focus[0] === rootName ? focus.slice(1) : null;
  // The focused path is visible, unless the user has closed a branch above it.
  const open = new Set([...(opened ?? first ?? []), ...openedBy(inside)].filter((key) => !shut.has(key)));
  const paths: readonly Path[] = [[], ...[...open].map(pathOf)];
  const branches = useQueries({
    queries: paths.map((path) => stateQuery(engine, ref, cursor, root, path, decisions)),
  });
  const [top] = branches;
  const { answers, isPending } = useLastAnswers(paths.map(keyOf), branches);
  const lines = entryLines(answers);
  const marked = useMemo(() => ({ at: new Set(reads?.map(keyOf)), above: new Set(reads?.flatMap(openedBy)) }), [reads]);
  const noted = useUserNotes();
  const focused = inside === null ? undefined : lines.find(({ id }) => id === keyOf(inside))?.node;

  const toggle = (id: string, opening: boolean) => {
    const before = opened ?? new Set(first);
    setOpened(opening ? new Set(before).add(id) : without(before, id));
    setShut(opening ? without(shut, id) : new Set(shut).add(id));
  };

  if (top?.isError === true) return <Failure message={top.error.message} />;
  if (answers.get(keyOf([])) === undefined || first === null) return <Skeleton lines={8} label="Loading the state" />;
  if (lines.length === 0) return <EmptyState title="The state is empty at this turn." />;
  return (
    <>
      <div className={styles.fill}>
        <Tree
          label="State"
          busy={isPending}
          lines={lines.map(({ node: entry, ...line }) => {
            // A closed branch is marked for the places inside it.
            const isMarked = marked.at.has(line.id) || (line.open === false && marked.above.has(line.id));
            const place = formatPath([rootName, ...entry.path]);
            const isNoted =
              noted !== null && (noted.byPath.has(place) || (line.open === false && noted.abovePaths.has(place)));
            const notes = [
              entry.changed ? ', changed' : '',
              isMarked ? ', read by the rule' : '',
              isNoted ? ', with a note' : '',
            ];
            return {
              ...line,
              isMarked,
              name: `${entry.key}: ${entry.preview.text}${notes.join('')}`,
              content: <Line entry={entry} root={root} isOpen={line.open === true} isNoted={isNoted} />,
            };
          })}
          selected={inside === null ? null : keyOf(inside)}
          onSelect={(id) => focusPath([rootName, ...pathOf(id)])}
          onToggle={toggle}
        />
      </div>
      {focused !== undefined && isNumber(focused) && (
        <Suspense>
          <PathPlot root={root} rootName={rootName} path={focused.path} />
        </Suspense>
      )}
    </>
  );
}

const without = (keys: ReadonlySet<string>, key: string) => new Set([...keys].filter((other) => other !== key));

interface LineProps {
  readonly entry: StateEntry;
  readonly root: 'context' | 'system';
  readonly isOpen: boolean;
  /** The user wrote a note on it or, if it is closed, on something in it. */
  readonly isNoted: boolean;
}

/** An open branch has its values in the lines below it. */
function Line({ entry, root, isOpen, isNoted }: LineProps) {
  const key = String(entry.key);
  return (
    <span className={styles.entry} data-changed={entry.changed} data-open={isOpen}>
      <span className={styles.key} title={key}>
        {visible(key)}
      </span>
      {!isOpen && (
        <span className={styles.value}>
          <ValueText preview={entry.preview} text={contentsOf(entry.preview)} />
        </span>
      )}
      {isNumber(entry) && <Sparkline root={root} path={entry.path} />}
      {isNoted && <span className={styles.noted} />}
      {entry.size !== null && <span className={styles.size}>{entry.size}</span>}
    </span>
  );
}

/** The places below a root that the rule reads at the cursor; null until they are known. */
function useReadPlaces(rootName: string): readonly Path[] | null {
  const { ref } = useSession();
  const rule = useJudgedRule();
  const turn = useCalmCursor();
  const isAsked = rule.expression.trim() !== '' && turn >= 0;
  const asked = explainQuery(useEngine(), ref, rule, turn, useDecisions());
  const { data, isPending } = useQuery({ ...asked, enabled: isAsked });
  return useMemo(() => {
    if (isAsked && isPending) return null;
    const places = data === undefined || !isAsked ? [] : placesRead(data.parts);
    return places.flatMap(([root, ...path]) => (root === rootName ? [path] : []));
  }, [data, isAsked, isPending, rootName]);
}

/**
 * The branches to open at first: those that changed at the first turn shown, two levels deep, and those around what the
 * rule reads there. They stay open when the cursor moves or the session grows, so that nothing jumps. Null until they
 * are known.
 */
function useFirstBranches(root: 'context' | 'system', reads: readonly Path[] | null): readonly string[] | null {
  const engine = useEngine();
  const { ref } = useSession();
  const decisions = useDecisions();
  const cursor = useCalmCursor();
  const [turn] = useState(cursor);
  const [known, setKnown] = useState<readonly string[]>([]);
  // Level by level; there is no next level once all are known.
  const [next, setNext] = useState<readonly Path[]>([[]]);
  const answers = useQueries({ queries: next.map((path) => stateQuery(engine, ref, turn, root, path, decisions)) });
  if (next.length === 0) return known;

  // If a query failed there is nothing to open; the tree shows why.
  if (reads === null || answers.some(({ isPending }) => isPending)) return null;
  const opening = answers.flatMap(({ data = [] }) => [
    ...new Set([...changedBranches(data).filter(({ path }) => path.length <= 2), ...branchesAbove(data, reads)]),
  ]);
  setKnown([...known, ...opening.map(({ path }) => keyOf(path))]);
  setNext(opening.map(({ path }) => path));
  return null;
}

/** The branches that must be open for a path to be visible. */
export const openedBy = (path: Path | null): readonly string[] =>
  path === null ? [] : path.slice(0, -1).map((_, index) => keyOf(path.slice(0, index + 1)));

/** A longer list would push its neighbours out of view if it opened automatically. */
const longestList = 8;

const isWorthOpening = ({ size, preview }: StateEntry) =>
  size !== null && size > 0 && (preview.type === 'map' || size <= longestList);

/** The changed entries that are worth opening. */
export const changedBranches = (entries: readonly StateEntry[]): readonly StateEntry[] =>
  entries.filter((entry) => entry.changed && !isBookkeeping(entry.path) && isWorthOpening(entry));

/** The entries that contain one of the places. */
export function branchesAbove(entries: readonly StateEntry[], places: readonly Path[]): readonly StateEntry[] {
  const above = new Set(places.flatMap(openedBy));
  return entries.filter((entry) => above.has(keyOf(entry.path)) && isWorthOpening(entry));
}
