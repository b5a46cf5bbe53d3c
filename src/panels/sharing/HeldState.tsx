import { useId, useState } from 'react';
import type { SharedKey, SharedState, SharingContext, WriteShown } from '../../engine/systems/adk/sharing/sharing.ts';
import { useSession } from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { counted } from '../../ui/format.ts';
import { Button } from '../../ui/Button.tsx';
import { MiddleCut } from '../../ui/MiddleCut.tsx';
import { visible } from '../../ui/visible.tsx';
import styles from './SharingView.module.css';

interface HeldStateProps {
  readonly state: SharedState;
  readonly contexts: readonly SharingContext[];
  readonly onChoose: (context: string) => void;
}

/** Contexts named at most; the others are counted. */
const maxHolders = 8;

/** One state: the contexts that share it, and its keys with their values, writers and turns. */
export function HeldState({ state, contexts, onChoose }: HeldStateProps) {
  const heading = useId();
  const titles = namesOf(contexts);
  const named = state.holders.slice(0, maxHolders);
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <div className={styles.heading}>
        <h3 id={heading}>{state.of === 'contexts' ? `State ${state.name}` : `Session state ${state.name}`}</h3>
        <span className={styles.holders}>
          {state.holders.length === 1 ? 'held by ' : `shared by ${state.holders.length}: `}
          {named.map((id) => (
            <button key={id} type="button" className={styles.holder} onClick={() => onChoose(id)}>
              {titles.get(id) ?? id}
            </button>
          ))}
          {state.holders.length > named.length && `and ${state.holders.length - named.length} more`}
        </span>
      </div>
      {state.keys.length === 0 ? (
        <p className={styles.aside}>This state is empty, and nothing was written to it up to this turn.</p>
      ) : (
        <table className={styles.keys} aria-labelledby={heading}>
          <thead>
            <tr>
              <th scope="col">key</th>
              <th scope="col">value</th>
              <th scope="col">written by</th>
              <th scope="col" className={styles.number}>
                turn
              </th>
            </tr>
          </thead>
          <tbody>
            {state.keys.map((row) => (
              <KeyRow key={row.key} row={row} of={state.of} titles={titles} />
            ))}
          </tbody>
        </table>
      )}
      {state.more > 0 && <p className={styles.aside}>{counted(state.more, 'more key')}: the State tab has them all.</p>}
    </section>
  );
}

/** Titles by id; contexts with the same title get their id as well. */
function namesOf(contexts: readonly SharingContext[]): ReadonlyMap<string, string> {
  const seen = new Map<string, number>();
  for (const { title } of contexts) seen.set(title, (seen.get(title) ?? 0) + 1);
  return new Map(contexts.map(({ id, title }) => [id, (seen.get(title) ?? 0) > 1 ? `${title} (${id})` : title]));
}

interface KeyRowProps {
  readonly row: SharedKey;
  readonly of: SharedState['of'];
  readonly titles: ReadonlyMap<string, string>;
}

function KeyRow({ row: { key, value, writes, more, isNew }, of, titles }: KeyRowProps) {
  const [open, setOpen] = useState(false);
  const { root } = useSession();
  const focused = useView((view) => view.path?.at(-1));
  const { focusPath } = useViewActions();
  const [last, ...earlier] = writes;
  return (
    <>
      <tr data-new={isNew} data-focused={focused === key}>
        <th scope="row" className={styles.key}>
          <button
            type="button"
            className={styles.link}
            onClick={() => focusPath(of === 'contexts' ? [root, 'state', key] : [root, 'session', 'state', key])}
          >
            {visible(key)}
          </button>
        </th>
        <td className={styles.value}>
          {value === null ? <span className={styles.gone}>deleted</span> : <MiddleCut text={value.text} />}
        </td>
        <td className={styles.by}>
          {last !== undefined && <Writer write={last} titles={titles} />}
          {earlier.length > 0 && (
            <Button look="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? 'hide' : `${earlier.length + more} earlier`}
            </Button>
          )}
        </td>
        <td className={styles.number}>{last !== undefined && <TurnLink write={last} />}</td>
      </tr>
      {open &&
        earlier.map((write, index) => (
          <tr key={index} className={styles.earlier}>
            <td className={styles.how}>earlier</td>
            <td className={styles.value}>
              {write.value === null ? (
                <span className={styles.gone}>deleted</span>
              ) : (
                <MiddleCut text={write.value.text} />
              )}
            </td>
            <td className={styles.by}>
              <Writer write={write} titles={titles} />
            </td>
            <td className={styles.number}>
              <TurnLink write={write} />
            </td>
          </tr>
        ))}
    </>
  );
}

function Writer({
  write: { by, how },
  titles,
}: {
  readonly write: WriteShown;
  readonly titles: KeyRowProps['titles'];
}) {
  if (how === 'start') return 'the start';
  if (how === 'export') return 'exported at the end';
  return (
    <>
      {titles.get(by) ?? by}
      <span className={styles.how}>{hows[how]}</span>
    </>
  );
}

const hows = { state: 'state', delta: 'delta', copy: 'copied' } as const;

function TurnLink({ write: { turn, how } }: { readonly write: WriteShown }) {
  const { moveCursor } = useViewActions();
  if (turn < 0 || how === 'export') return '–';
  return (
    <button type="button" className={styles.link} aria-label={`Go to turn ${turn}`} onClick={() => moveCursor(turn)}>
      {turn}
    </button>
  );
}
