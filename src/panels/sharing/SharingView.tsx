import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SharingContext } from '../../engine/systems/adk/sharing/sharing.ts';
import { sharingQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { Failure } from '../../ui/EmptyState.tsx';
import { counted } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tree } from '../../ui/Tree.tsx';
import { treeLines } from '../../ui/treeLines.ts';
import { HeldState } from './HeldState.tsx';
import styles from './SharingView.module.css';

/**
 * The contexts with the state that each has, and below them the state of the chosen context with the writer of each
 * key.
 */
export function SharingView() {
  const { ref } = useSession();
  const asked = useQuery(sharingQuery(useEngine(), { session: ref, turn: useCalmCursor(), decisions: useDecisions() }));
  const [chosen, setChosen] = useState<string | null>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());

  if (asked.isError) return <Failure message={asked.error.message} />;
  if (asked.data === undefined) return <Skeleton lines={8} label="Loading: Sharing" />;
  const { contexts, states, more } = asked.data;
  const named = (wanted: string | null) => contexts.find(({ id }) => id === wanted);
  const current = named(chosen) ?? named(asked.data.current) ?? contexts[0];
  const nameOf = (id: string | null) => states.find((state) => state.id === id)?.name ?? null;
  const held = states.filter(({ id }) => id === current?.state || id === current?.session);

  return (
    <div className={styles.sharing}>
      <div className={styles.contexts}>
        <Tree
          label="Contexts"
          lines={treeLines(contexts, ({ id }) => !closed.has(id)).map((line) => ({
            ...line,
            name: spoken(line.node, nameOf(line.node.state), nameOf(line.node.session)),
            content: (
              <ContextLine
                context={line.node}
                state={nameOf(line.node.state)}
                session={nameOf(line.node.session)}
                isSame={line.node.state !== null && line.node.state === current?.state}
              />
            ),
          }))}
          selected={current?.id ?? null}
          onSelect={setChosen}
          onToggle={(id, open) =>
            setClosed((before) =>
              open ? new Set([...before].filter((other) => other !== id)) : new Set([...before, id]),
            )
          }
        />
        {more > 0 && <p className={styles.aside}>{counted(more, 'more context')} not listed.</p>}
      </div>
      {current !== undefined && (
        <div className={styles.held}>
          {current.state === null && <p className={styles.aside}>{notOnRecord[current.kind]}</p>}
          {held.map((state) => (
            <HeldState key={state.id} state={state} contexts={contexts} onChoose={setChosen} />
          ))}
        </div>
      )}
    </div>
  );
}

const notOnRecord: { readonly [K in SharingContext['kind']]: string } = {
  context: 'The state of this context was not recorded.',
  readonly: 'The state behind this view was not recorded.',
  callback: 'The state behind this view was not recorded.',
  branch: 'Only its events were recorded. They show what reached the session, not the state of the context.',
};

function spoken({ title, branch }: SharingContext, state: string | null, session: string | null): string {
  return [
    title,
    branch === '' ? null : `branch ${branch}`,
    state === null ? null : `state ${state}`,
    session === null ? null : `session ${session}`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}

interface ContextLineProps {
  readonly context: SharingContext;
  readonly state: string | null;
  readonly session: string | null;
  /** Shares the state of the chosen context. */
  readonly isSame: boolean;
}

function ContextLine({ context: { id, title, kind, branch }, state, session, isSame }: ContextLineProps) {
  return (
    <span className={styles.line}>
      <span className={styles.title} data-kind={kind} title={title}>
        {title}
        {id !== title && kind !== 'branch' && <span className={styles.id}>{id}</span>}
      </span>
      <span className={styles.branch} title={branch}>
        {branch}
      </span>
      {session !== null && <span className={styles.session}>{session}</span>}
      <span className={styles.state} data-same={isSame}>
        {state ?? '–'}
      </span>
    </span>
  );
}
