import type { Path } from '../../engine/model/path.ts';
import type { DraftLayout, Field, ListPlace, Mapping } from '../../worker/mapping-protocol.ts';
import { fieldChoices, insideChoices } from './choices.ts';
import { FieldSelect } from './FieldSelect.tsx';
import { AlsoSelects, ListSelect } from './LayoutSelects.tsx';
import styles from './Mapping.module.css';

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
        label="Question beside it"
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
