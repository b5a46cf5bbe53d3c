import { useId, useState } from 'react';
import type { Path } from '../../engine/model/path.ts';
import { Button } from '../../ui/Button.tsx';
import { visible } from '../../ui/visible.tsx';
import type { Draft, ListPlace, Mapping } from '../../worker/mapping-protocol.ts';
import { listKey, placeOfList } from './choices.ts';
import { DocumentTree } from './DocumentTree.tsx';
import styles from './Mapping.module.css';

interface DocumentPaneProps {
  readonly draft: string;
  readonly read: Draft;
  readonly mapping: Mapping;
  readonly onList: (list: Pick<ListPlace, 'sessions' | 'turns' | 'inside'>) => void;
}

/** The parsed document; any list in it can be chosen as the list of turns. */
export function DocumentPane({ draft, read, mapping, onList }: DocumentPaneProps) {
  const [selected, setSelected] = useState<{ readonly path: Path; readonly hasParts: boolean } | null>(null);
  const heading = useId();

  return (
    <section className={styles.pane} aria-labelledby={heading}>
      <h3 id={heading} className={styles.heading}>
        The document, as {read.syntax}
      </h3>
      {read.notes.map((note) => (
        <p key={`${note.code} ${note.place}`} className={styles.aside}>
          {visible(note.message)}
        </p>
      ))}
      <div className={styles.tree}>
        <DocumentTree
          draft={draft}
          open={branchesTo(read.guess)}
          selected={selected?.path ?? null}
          onSelect={(path, hasParts) => setSelected({ path, hasParts })}
        />
      </div>
      {selected?.hasParts === true && listKey(placeOfList(selected.path)) !== listKey(mapping) && (
        <Button onClick={() => onList({ ...placeOfList(selected.path), inside: null })}>
          Use the selected part as the list of turns
        </Button>
      )}
    </section>
  );
}

/** Opens the list of turns and its first entry. */
function branchesTo({ sessions, turns }: Mapping): readonly Path[] {
  const to: Path = sessions === null ? turns : [...sessions, 0, ...turns];
  const above = to.map((_, index) => to.slice(0, index + 1));
  return [...above, [...to, 0]];
}
