import { useQueries, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Path } from '../../engine/model/path.ts';
import { stateQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useLastAnswers } from '../../services/useLastAnswers.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import type { StateEntry } from '../../worker/protocol.ts';
import { ChoiceRow } from '../../ui/ChoiceRow.tsx';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tree } from '../../ui/Tree.tsx';
import { visible } from '../../ui/visible.tsx';
import { useTurnWords } from '../useTurnWords.ts';
import styles from './InspectorPanel.module.css';
import { entryLines, keyOf, pathOf } from '../entryLines.ts';
import { ValueText } from '../ValueText.tsx';
import { isBookkeeping } from './bookkeeping.ts';

const FocusedValue = lazy(async () => ({ default: (await import('../FocusedValue.tsx')).FocusedValue }));

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
      <div className={styles.fill}>
        <StateTree key={`${ref.id} ${root}`} root={root} rootName={rootName} />
      </div>
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
  // Branches that changed at the first turn shown, until the user opens or closes one.
  const first = useChangedBranches(root);
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

  const toggle = (id: string, opening: boolean) => {
    const before = opened ?? new Set(first);
    setOpened(opening ? new Set(before).add(id) : without(before, id));
    setShut(opening ? without(shut, id) : new Set(shut).add(id));
  };

  if (top?.isError === true) return <Failure message={top.error.message} />;
  if (answers.get(keyOf([])) === undefined || first === null) return <Skeleton lines={8} label="Loading the state" />;
  if (lines.length === 0) return <EmptyState title="The state is empty at this turn." />;
  return (
    <Tree
      label="State"
      busy={isPending}
      lines={lines.map(({ node: entry, ...line }) => ({
        ...line,
        name: `${entry.key}: ${entry.preview.text}${entry.changed ? ', changed' : ''}`,
        content: <Line entry={entry} />,
      }))}
      selected={inside === null ? null : keyOf(inside)}
      onSelect={(id) => focusPath([rootName, ...pathOf(id)])}
      onToggle={toggle}
    />
  );
}

const without = (keys: ReadonlySet<string>, key: string) => new Set([...keys].filter((other) => other !== key));

function Line({ entry }: { readonly entry: StateEntry }) {
  return (
    <span className={styles.entry} data-changed={entry.changed}>
      <span className={styles.key}>{visible(String(entry.key))}</span>
      <span className={styles.value}>
        <ValueText preview={entry.preview} />
      </span>
      {entry.size !== null && <span className={styles.size}>{entry.size}</span>}
    </span>
  );
}

/**
 * The branches to open at first: those that changed at the first turn shown, two levels deep. They stay open when the
 * cursor moves or the session grows, so that nothing jumps. Null until they are known.
 */
function useChangedBranches(root: 'context' | 'system'): readonly string[] | null {
  const engine = useEngine();
  const { ref } = useSession();
  const decisions = useDecisions();
  const cursor = useCalmCursor();
  const [turn] = useState(cursor);
  const [known, setKnown] = useState<readonly string[] | null>(null);
  const asked = known === null;
  const top = useQuery({ ...stateQuery(engine, ref, turn, root, [], decisions), enabled: asked });
  const outer = asked ? changedBranches(top.data ?? []) : [];
  const inner = useQueries({
    queries: outer.map(({ path }) => stateQuery(engine, ref, turn, root, path, decisions)),
  });
  if (known !== null) return known;

  // If a query failed there is nothing to open; the tree shows why.
  if (top.isPending || inner.some((answer) => answer.isPending)) return null;
  const found = [...outer, ...inner.flatMap((answer) => changedBranches(answer.data ?? []))];
  const keys = found.map(({ path }) => keyOf(path));
  setKnown(keys);
  return keys;
}

/** The branches that must be open for a path to be visible. */
export const openedBy = (path: Path | null): readonly string[] =>
  path === null ? [] : path.slice(0, -1).map((_, index) => keyOf(path.slice(0, index + 1)));

/** A longer list would push its neighbours out of view if it opened automatically. */
const longestList = 8;

/** The changed entries that are worth opening. */
export const changedBranches = (entries: readonly StateEntry[]): readonly StateEntry[] =>
  entries.filter(
    ({ path, changed, size, preview }) =>
      changed && size !== null && size > 0 && !isBookkeeping(path) && (preview.type === 'map' || size <= longestList),
  );
