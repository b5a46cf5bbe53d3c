import type { DraftLayout, Field, KindTest, ListPlace, Mapping } from '../../worker/mapping-protocol.ts';
import { CallFields } from './CallFields.tsx';
import { KindFields } from './KindFields.tsx';
import { ResultFields } from './ResultFields.tsx';
import { TurnFields } from './TurnFields.tsx';

interface MappingFieldsProps {
  readonly mapping: Mapping;
  readonly lists: readonly ListPlace[];
  /** Of the entries of the list of turns. */
  readonly fields: readonly Field[];
  /** What the values of those fields most likely mean. */
  readonly guesses: readonly KindTest[];
  readonly onChange: (mapping: Mapping) => void;
  readonly onList: (list: ListPlace) => void;
  /** Where the entries stand: what fits them is guessed anew. */
  readonly onLayout: (layout: DraftLayout) => void;
}

/** Each part of a turn, and the field it stands in. */
export function MappingFields({ mapping, lists, fields, guesses, onChange, onList, onLayout }: MappingFieldsProps) {
  return (
    <>
      <TurnFields {...{ mapping, lists, fields, onChange, onList, onLayout }} />
      <KindFields
        kind={mapping.kind}
        fields={fields}
        guesses={guesses}
        onChange={(kind) => onChange({ ...mapping, kind })}
      />
      <CallFields calls={mapping.calls} fields={fields} onChange={(calls) => onChange({ ...mapping, calls })} />
      <ResultFields
        results={mapping.results}
        fields={fields}
        onChange={(results) => onChange({ ...mapping, results })}
      />
    </>
  );
}
