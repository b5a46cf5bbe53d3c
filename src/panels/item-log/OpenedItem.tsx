import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ItemField, ItemPart } from '../../engine/systems/noetic/views/item-detail.ts';
import type { LoggedItem } from '../../engine/systems/noetic/views/logged-items.ts';
import { itemLogQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { Button } from '../../ui/Button.tsx';
import { counted } from '../../ui/format.ts';
import { Scrolling } from '../../ui/Scrolling.tsx';
import { visible } from '../../ui/visible.tsx';
import { PlaceLink } from '../PlaceLink.tsx';
import { TurnLink } from '../TurnLink.tsx';
import styles from './ItemLogView.module.css';
import type { LogQuery } from './ItemTable.tsx';

/** One item with all its fields and content parts. A very long text shows its beginning first. */
export function OpenedItem({ query, row }: { readonly query: LogQuery; readonly row: number }) {
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
