import { useEffect, useRef } from 'react';
import type { Path } from '../../engine/model/path.ts';
import type { DraftLayout, ListPlace, Mapping } from '../../worker/mapping-protocol.ts';
import { alsoChoices, listKey, listTitle } from './choices.ts';
import { keyOf } from '../entryLines.ts';
import { FieldSelect } from './FieldSelect.tsx';
import styles from './Mapping.module.css';

interface ListSelectProps {
  readonly mapping: Mapping;
  readonly lists: readonly ListPlace[];
  readonly onList: (list: ListPlace) => void;
}

/** The list of turns. It comes first, because everything else depends on it. */
export function ListSelect({ mapping, lists, onList }: ListSelectProps) {
  const key = listKey(mapping);
  const isKnown = lists.some((list) => listKey(list) === key);
  const select = useRef<HTMLSelectElement>(null);

  // The dialog opened before the text was read and focused its first button: move the focus here.
  useEffect(() => select.current?.focus(), []);

  return (
    <label className={styles.field}>
      <span>List of turns</span>
      <select
        ref={select}
        className={styles.select}
        value={key}
        onChange={({ target }) => {
          const list = lists.find((one) => listKey(one) === target.value);
          if (list !== undefined) onList(list);
        }}
      >
        {!isKnown && <option value={key}>{namedInTree(mapping.sessions, mapping.turns)}</option>}
        {lists.map((list) => (
          <option key={listKey(list)} value={listKey(list)}>
            {listTitle(list)}
          </option>
        ))}
      </select>
    </label>
  );
}

const namedInTree = (sessions: Path | null, turns: Path) =>
  sessions === null ? keyOf(turns) : `${keyOf(sessions)} each ${keyOf(turns)}`;

interface AlsoSelectsProps {
  readonly mapping: Mapping;
  readonly lists: readonly ListPlace[];
  readonly onLayout: (layout: DraftLayout) => void;
}

/** Further lists whose entries are turns, such as events beside messages. The last select adds one. */
export function AlsoSelects({ mapping, lists, onLayout }: AlsoSelectsProps) {
  const { sessions, turns, also } = mapping;
  const choices = alsoChoices(lists, mapping);
  const change = (at: number, path: Path | null) =>
    onLayout({
      sessions,
      turns,
      also: [...also.slice(0, at), ...(path === null ? [] : [path]), ...also.slice(at + 1)],
    });
  return [...also, ...(choices.length > 0 ? [null] : [])].map((path, at) => (
    <FieldSelect
      // Only the index identifies a list while another one is being chosen.
      key={at}
      label={at === 0 ? 'And by time from' : 'And from'}
      none={at === 0 ? 'no other list' : 'no further list'}
      choices={path === null ? choices : [{ id: keyOf(path), title: titleIn(lists, mapping, path) }, ...choices]}
      chosen={path}
      onChoose={(chosen) => change(at, chosen)}
    />
  ));
}

/** The title of a chosen list. */
const titleIn = (lists: readonly ListPlace[], mapping: Mapping, path: Path): string =>
  alsoChoices(lists, { ...mapping, also: [] }).find(({ id }) => id === keyOf(path))?.title ?? keyOf(path);
