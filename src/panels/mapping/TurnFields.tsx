import { useEffect, useRef } from 'react';
import type { Path } from '../../engine/model/path.ts';
import type { DraftLayout, Field, ListPlace, Mapping } from '../../worker/mapping-protocol.ts';
import { keyOf } from '../entryLines.ts';
import { FieldSelect } from './FieldSelect.tsx';
import styles from './Mapping.module.css';
import { fieldChoices, insideChoices, alsoChoices, listKey, listTitle } from './choices.ts';

interface TurnFieldsProps {
  readonly mapping: Mapping;
  readonly lists: readonly ListPlace[];
  /** The fields of the entries in the list of turns. */
  readonly fields: readonly Field[];
  readonly onChange: (mapping: Mapping) => void;
  readonly onList: (list: ListPlace) => void;
  readonly onLayout: (layout: DraftLayout) => void;
}

/** The list of turns, and the fields of each turn. */
export function TurnFields({ mapping, lists, fields, onChange, onList, onLayout }: TurnFieldsProps) {
  const { sessions, turns, also, inside, session, asked, text, orText, time, tokens } = mapping;
  const layout = { sessions, turns, also };
  const all = fieldChoices(fields);

  return (
    <fieldset className={styles.group}>
      <legend>Turns</legend>
      <ListSelect mapping={mapping} lists={lists} onList={onList} />
      <AlsoSelects mapping={mapping} lists={lists} onLayout={onLayout} />
      {(inside !== null || insideChoices(fields).length > 0) && (
        <FieldSelect
          label="Entries inside"
          none="none: entries are not nested"
          choices={insideChoices(fields)}
          chosen={inside}
          onChoose={(path) => onLayout({ ...layout, inside: path })}
        />
      )}
      <FieldSelect
        label="Session id"
        none="none: the list is one session"
        choices={all}
        chosen={session}
        onChoose={(path) => onChange({ ...mapping, session: path })}
      />
      <FieldSelect
        label="Text"
        none="no text"
        choices={all}
        chosen={text}
        onChoose={(path) => onChange({ ...mapping, text: path })}
      />
      {text !== null &&
        [...orText, null].map((path, at) => (
          <FieldSelect
            // Only the index identifies a field while another one is being chosen.
            key={at}
            label={at === 0 ? 'Or else' : `Or else (${at + 1})`}
            none="no other text"
            choices={all}
            chosen={path}
            onChoose={(chosen) => onChange({ ...mapping, orText: replaced(orText, at, chosen) })}
          />
        ))}
      <FieldSelect
        label="User’s message"
        none="none: it has an entry of its own"
        choices={all}
        chosen={asked}
        onChoose={(path) => onChange({ ...mapping, asked: path })}
      />
      <FieldSelect
        label="Time"
        none="not recorded"
        choices={all}
        chosen={time}
        onChoose={(path) => onChange({ ...mapping, time: path })}
      />
      <FieldSelect
        label="Prompt tokens"
        none="not recorded"
        choices={all}
        chosen={tokens.prompt}
        onChoose={(prompt) => onChange({ ...mapping, tokens: { ...tokens, prompt } })}
      />
      <FieldSelect
        label="Completion tokens"
        none="not recorded"
        choices={all}
        chosen={tokens.completion}
        onChoose={(completion) => onChange({ ...mapping, tokens: { ...tokens, completion } })}
      />
    </fieldset>
  );
}

/** Replaces the path at an index, or adds one at the end; null removes it. */
const replaced = (paths: readonly Path[], at: number, by: Path | null): readonly Path[] => [
  ...paths.slice(0, at),
  ...(by === null ? [] : [by]),
  ...paths.slice(at + 1),
];

interface ListSelectProps {
  readonly mapping: Mapping;
  readonly lists: readonly ListPlace[];
  readonly onList: (list: ListPlace) => void;
}

/** The list of turns. It comes first, because everything else depends on it. */
function ListSelect({ mapping, lists, onList }: ListSelectProps) {
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
function AlsoSelects({ mapping, lists, onLayout }: AlsoSelectsProps) {
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
