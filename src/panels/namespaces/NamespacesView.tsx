import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { namespacesQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tree } from '../../ui/Tree.tsx';
import { FocusedValue } from '../FocusedValue.tsx';
import { atTurn } from '../words.ts';
import { LineContent, lineName } from './LineContent.tsx';
import { idOf, namespaceLines, type NamespaceItem } from './namespaceLines.ts';
import styles from './Namespaces.module.css';
import type { Path } from '../../engine/model/path.ts';
import { Button } from '../../ui/Button.tsx';
import type { Control, Namespaces } from '../../engine/systems/voice/views/namespaces.ts';
import { useTurnWords } from '../useTurnWords.ts';
import { count } from '../../ui/format.ts';
import { MiddleCut } from '../../ui/MiddleCut.tsx';
import { useRoving } from '../../ui/useRoving.ts';

/** Page sizes: keys, writes and refused writes fetched at first and by each “show more”. */
const step = { keys: 100, writes: 30, refused: 20 } as const;

/**
 * The six namespaces of a voice call after the turn at the cursor: their keys, with the writer and turn of each value.
 */
export function NamespacesView() {
  const { ref, root } = useSession();
  const turn = useCalmCursor();
  const { isSnapshot } = useTurnWords();
  const focus = useView((view) => view.path);
  const { focusPath, moveCursor } = useViewActions();
  const [keys, setKeys] = useState<number>(step.keys);
  const [refused, setRefused] = useState<number>(step.refused);
  /** Keys whose writes are shown, with the number of writes shown. */
  const [opened, setOpened] = useState<ReadonlyMap<string, number>>(new Map());
  /** Branches that the user has switched from their initial state, open or closed. */
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const result = useQuery(
    namespacesQuery(useEngine(), {
      session: ref,
      turn,
      decisions: useDecisions(),
      keys,
      refused,
      // The ids were made by `idOf`.
      opened: Array.from(opened, ([id, writes]) => ({ path: JSON.parse(id) as readonly string[], writes })),
    }),
  );

  if (result.isError) return <Failure message={result.error.message} />;
  if (result.data === undefined) return <Skeleton lines={12} label="Loading: Namespaces" />;
  const { control, spaces, refused: refusals } = result.data;
  if (spaces.every(({ size, written, aside }) => size === 0 && written === 0 && aside.count === 0)) {
    return <EmptyState title={`The content of the call’s context ${atTurn(turn)} was not recorded.`} />;
  }

  const isOpen = (id: string, item: NamespaceItem) =>
    isTrail(item) ? opened.has(id) : turned.has(id) !== isOpenAtFirst(item);
  const lines = namespaceLines(spaces, isOpen);
  const byId = new Map(lines.map((line) => [line.id, line]));

  const toggle = (id: string, open: boolean) => {
    const item = byId.get(id)?.node.item;
    if (item === undefined) return;
    if (!isTrail(item)) return setTurned((before) => toggled(before, id));
    setOpened((before) => {
      const after = new Map(before);
      if (open) after.set(id, step.writes);
      else after.delete(id);
      return after;
    });
  };
  const select = (id: string) => {
    const item = byId.get(id)?.node.item;
    if (item?.kind === 'space') focusPath([root, item.space.id]);
    else if (item?.kind === 'place') focusPath([root, ...item.place.path]);
    else if (item?.kind === 'write') {
      focusPath([root, ...item.of.path]);
      if (item.write.turn >= 0) moveCursor(item.write.turn);
    } else if (item?.kind === 'more' && item.what === 'keys') setKeys((before) => before * 4);
    else if (item?.kind === 'more') {
      setOpened((before) => new Map(before).set(item.of, 4 * (before.get(item.of) ?? step.writes)));
    }
  };

  const isHere = focus !== null && focus[0] === root && focus.length > 1;
  return (
    <div className={styles.column}>
      <ControlStrip control={control} turn={turn} />
      <div className={styles.fill}>
        <Tree
          label="Namespaces"
          lines={lines.map(({ node: { item }, ...line }) => ({
            ...line,
            name: lineName(item, isSnapshot),
            content: <LineContent item={item} />,
          }))}
          selected={isHere ? idOf(focus.slice(1)) : null}
          onSelect={select}
          onToggle={toggle}
        />
      </div>
      <RefusedWrites refused={refusals} onMore={() => setRefused((before) => before * 4)} />
      {isHere && <FocusedValue path={focus} turn={turn} actions={<InState path={focus} />} />}
    </div>
  );
}

/** Whether the line is a key with a list of writes. */
const isTrail = (item: NamespaceItem): boolean => item.kind === 'place' && item.place.places === null;

/** The history is closed at first: it is long and repeats the other namespaces. */
const isOpenAtFirst = (item: NamespaceItem): boolean => item.kind !== 'space' || item.space.id !== 'history';

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(ids);
  if (!after.delete(id)) after.add(id);
  return after;
}

/** A link from a key to its path in the state. */
function InState({ path }: { readonly path: Path }) {
  const { focusPath, openTab, showRoot } = useViewActions();
  const show = () => {
    showRoot('system');
    focusPath(path);
    openTab('state');
  };
  return (
    <Button look="quiet" onClick={show}>
      In the state
    </Button>
  );
}

/** The agent that has control, since when, and a requested handoff. */
function ControlStrip({ control, turn }: { readonly control: Control; readonly turn: number }) {
  const { agent, isRecorded, since, pending } = control;
  const { after, isSnapshot } = useTurnWords();
  return (
    <div className={styles.strip}>
      <span className={styles.control}>
        {agent === null ? (
          <>{isRecorded ? 'no agent has control' : 'the agent that has control was not recorded'}</>
        ) : (
          <>
            <span className={styles.agent}>{agent}</span> has control
            {since !== null && since >= 0 && <Since words="since turn" turn={since} />}
            {(since === null || since < 0) && !isSnapshot && ' from the start'}
          </>
        )}
        {pending !== null && (
          <>
            {' · '}handoff to <span className={styles.agent}>{pending.agent}</span> requested
            {pending.turn >= 0 && <Since words="at turn" turn={pending.turn} />}
            {pending.turn < 0 && !isSnapshot && ' before turn 0'}
          </>
        )}
      </span>
      <span className={styles.aside}>{after(turn)}</span>
    </div>
  );
}

function Since({ words, turn }: { readonly words: string; readonly turn: number }) {
  const { moveCursor } = useViewActions();
  return (
    <>
      {' '}
      <button type="button" className={styles.link} onClick={() => moveCursor(turn)}>
        {words} {turn}
      </button>
    </>
  );
}

interface RefusedWritesProps {
  readonly refused: Namespaces['refused'];
  readonly onMore: () => void;
}

/** Writes that changed nothing, the latest first, each with the reason. Arrow keys move between the turns. */
function RefusedWrites({ refused: { rows, total }, onMore }: RefusedWritesProps) {
  const { moveCursor } = useViewActions();
  const { list, item } = useRoving<HTMLUListElement>(rows.length);
  if (total === 0) return null;
  return (
    // Open at first; later the user's choice stays, because React sets only attributes that change.
    <details className={styles.refused} open>
      <summary className={styles.heading}>
        Refused writes <span className={styles.size}>{count(total)}</span>
      </summary>
      <ul ref={list} aria-label="Refused writes">
        {rows.map(({ turn, path, reason, by, here }, index) => (
          <li key={total - index} className={styles.refusal} data-here={here}>
            <button
              type="button"
              className={styles.turn}
              aria-label={turn < 0 ? 'Go to turn 0, before which it was' : `Go to turn ${turn}`}
              onClick={() => moveCursor(turn)}
              {...item(index)}
            >
              {turn < 0 ? 'start' : turn}
            </button>
            <span className={styles.reason}>
              {path !== null && (
                <code className={styles.refusedPath}>
                  <MiddleCut text={path} limit={60} />
                </code>
              )}
              <MiddleCut text={reason} limit={200} /> <span className={styles.aside}>{by}</span>
            </span>
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <Button look="quiet" onClick={onMore}>
          {count(total - rows.length)} earlier: show some
        </Button>
      )}
    </details>
  );
}
