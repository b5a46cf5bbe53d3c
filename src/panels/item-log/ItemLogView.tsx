import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ItemKind } from '../../engine/systems/noetic/views/item-kind.ts';
import type { LoggedItems, LoggedItem } from '../../engine/systems/noetic/views/logged-items.ts';
import { itemLogQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { ChoiceRow } from '../../ui/ChoiceRow.tsx';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { count, counted } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ContextMenu } from '../ContextMenu.tsx';
import { atTurn } from '../words.ts';
import styles from './ItemLogView.module.css';
import { ItemTable, type LogQuery } from './ItemTable.tsx';
import type { ItemField, ItemPart } from '../../engine/systems/noetic/views/item-detail.ts';
import { Button } from '../../ui/Button.tsx';
import { Scrolling } from '../../ui/Scrolling.tsx';
import { visible } from '../../ui/visible.tsx';
import { PlaceLink } from '../PlaceLink.tsx';
import { TurnLink } from '../TurnLink.tsx';

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
  if (isUnrecorded)
    return `The recording has no items of ${choices.node}: it was exported without \`itemLog\`. Export that, too, to see them.`;
  if (kind === null || all === 0) return `The log of ${choices.node} is empty ${atTurn(turn)}.`;
  const title = kindTitles.find(([id]) => id === kind)?.[1] ?? kind;
  return `None of the ${counted(all, 'item')} in this log is of the kind “${title}”.`;
}

/** One item with all its fields and content parts. A very long text shows its beginning first. */
function OpenedItem({ query, row }: { readonly query: LogQuery; readonly row: number }) {
  const engine = useEngine();
  const item = useQuery(itemLogQuery(engine, { ...query, from: row, to: row + 1, open: null })).data?.rows[0];
  // The item that is shown in full. Another one starts cut again.
  const [expandedItem, setWhole] = useState<string | null>(null);
  const name = item === undefined ? '' : `${query.node} ${item.place}`;
  const open = item === undefined ? null : { place: item.place, isWhole: expandedItem === name };
  const { data } = useQuery({
    ...itemLogQuery(engine, { ...query, from: 0, to: 0, open }),
    enabled: item !== undefined,
  });
  const detail = data?.opened ?? null;
  if (item === undefined || detail?.place !== item.place) return <div className={styles.opened} />;

  const { fields, parts, partCount } = detail;
  return (
    <Scrolling as="div" className={styles.opened} aria-label={`Item ${item.place}`}>
      <div className={styles.openedBar}>
        <span className={styles.came}>
          {howCame(item)} <TurnLink turn={item.arrival.turn} />
        </span>
        {item.path !== null && <PlaceLink path={item.path} />}
      </div>
      <Fields fields={fields} />
      {parts.map((part) => (
        <Part key={part.name} part={part} />
      ))}
      {partCount > parts.length && <p className={styles.aside}>and {counted(partCount - parts.length, 'part')} more</p>}
      {parts.some(({ cut }) => cut) && expandedItem !== name && (
        <Button onClick={() => setWhole(name)}>Show the whole texts</Button>
      )}
    </Scrolling>
  );
}

function howCame({ arrival }: LoggedItem): string {
  if (arrival.turn < 0) return 'present from the';
  switch (arrival.how) {
    case 'appended':
      return 'appended in turn';
    case 'given':
      return 'given to the context in turn';
    default:
      return 'from the log it branched off, since turn';
  }
}

function Fields({ fields }: { readonly fields: readonly ItemField[] }) {
  if (fields.length === 0) return null;
  return (
    <dl className={styles.fields}>
      {fields.map(({ name, text }) => (
        <div key={name}>
          <dt>{visible(name)}</dt>
          <dd data-name={name} data-value={text}>
            {visible(text)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Part({ part: { name, type, text, fields } }: { readonly part: ItemPart }) {
  return (
    <section className={styles.part} aria-label={name}>
      <h3 className={styles.partName}>
        <code>{visible(name)}</code>
        {type !== null && <span className={styles.partType}>{type}</span>}
      </h3>
      {text !== '' && <pre className={styles.text}>{visible(text)}</pre>}
      <Fields fields={fields} />
    </section>
  );
}
