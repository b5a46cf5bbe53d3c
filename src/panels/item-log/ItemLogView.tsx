import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ItemKind } from '../../engine/systems/noetic/views/item-kind.ts';
import type { LoggedItems } from '../../engine/systems/noetic/views/logged-items.ts';
import { itemLogQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { ChoiceRow } from '../../ui/ChoiceRow.tsx';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { count, counted } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ContextMenu } from '../ContextMenu.tsx';
import { atTurn } from '../turnWords.ts';
import styles from './ItemLogView.module.css';
import { ItemTable } from './ItemTable.tsx';
import { OpenedItem } from './OpenedItem.tsx';

/** The item log of one context at the cursor, and one of its items in full. */
export function ItemLogView() {
  const { ref: session } = useSession();
  const turn = useCalmCursor();
  const decisions = useDecisions();
  const [node, setNode] = useState<string | null>(null);
  const [kind, setKind] = useState<ItemKind | null>(null);
  // The chosen row, until the cursor moves or another log is shown; then it is the turn's own row again.
  const [chosen, setChosen] = useState<{ readonly row: number; readonly in: string } | null>(null);
  const query = { session, turn, decisions, node, kind };
  const head = useQuery(itemLogQuery(useEngine(), { ...query, from: 0, to: 0, open: null }));

  if (head.isError) return <Failure message={head.error.message} />;
  if (head.data === undefined) return <Skeleton lines={8} label="Loading: Item log" />;
  const { choices, counts, total, here, tokens } = head.data;
  const shown = `${turn} ${choices.node} ${kind ?? ''}`;
  const row = chosen?.in === shown ? chosen.row : latestOf(head.data);
  const all = Object.values(counts).reduce((sum, number) => sum + number, 0);

  return (
    <div className={styles.view}>
      <div className={styles.bar}>
        <ContextMenu choices={choices} chosen={node} onChoose={setNode} />
        <span className={styles.aside} title="A quarter of each item’s JSON, as the library estimates it">
          {counted(all, 'item')}, about {counted(tokens, 'token')}
        </span>
      </div>
      <div className={styles.kinds}>
        <ChoiceRow
          label="Items of the kind"
          chosen={kind ?? 'all'}
          onChoose={(id) => setKind(id === 'all' ? null : id)}
          choices={[
            { id: 'all' as const, title: `all ${count(all)}` },
            ...kindTitles
              .filter(([id]) => counts[id] > 0 || id === kind)
              .map(([id, title]) => ({ id, title: `${title} ${count(counts[id])}` })),
          ]}
        />
      </div>
      {total === 0 ? (
        <EmptyState title={whyEmpty(head.data, kind, all, turn)} />
      ) : (
        <>
          <div className={styles.items}>
            <ItemTable
              key={`${choices.node} ${kind ?? ''}`}
              query={{ ...query, node: choices.node }}
              total={total}
              fresh={here}
              row={row}
              onRow={(index) => setChosen({ row: index, in: shown })}
            />
          </div>
          {row !== null && <OpenedItem query={{ ...query, node: choices.node }} row={row} />}
        </>
      )}
    </div>
  );
}

const kindTitles: readonly (readonly [ItemKind, string])[] = [
  ['message', 'messages'],
  ['function_call', 'calls'],
  ['function_call_output', 'outputs'],
  ['reasoning', 'reasoning'],
  ['extension', 'other'],
];

/** The item that the turn appended last, or else the last item. */
const latestOf = ({ total }: LoggedItems): number | null => (total === 0 ? null : total - 1);

function whyEmpty({ choices, isUnrecorded }: LoggedItems, kind: ItemKind | null, all: number, turn: number): string {
  if (!choices.exists) return `The context ${choices.node} had not been made ${atTurn(turn)}.`;
  if (isUnrecorded) return `The recording has no items of ${choices.node}: its log was not exported.`;
  if (kind === null || all === 0) return `The log of ${choices.node} is empty ${atTurn(turn)}.`;
  const title = kindTitles.find(([id]) => id === kind)?.[1] ?? kind;
  return `None of the ${counted(all, 'item')} in this log is of the kind “${title}”.`;
}
