import { useQueries } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Path } from '../../engine/model/path.ts';
import { draftChildrenQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tree } from '../../ui/Tree.tsx';
import { count } from '../../ui/format.ts';
import { visible } from '../../ui/visible.tsx';
import type { Draft, ListPlace, Mapping } from '../../worker/mapping-protocol.ts';
import type { StateEntry } from '../../worker/protocol.ts';
import { entryLines, keyOf, pathOf } from '../entryLines.ts';
import styles from './Mapping.module.css';
import { listKey, placeOfList } from './choices.ts';

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

interface DocumentTreeProps {
  readonly draft: string;
  /** Initially open branches. */
  readonly open: readonly Path[];
  readonly selected: Path | null;
  /** `hasParts`: the value is a list, or a record whose values may be entries by id. */
  readonly onSelect: (path: Path, hasParts: boolean) => void;
}

/** The document as a tree: each value with its type and size. */
function DocumentTree({ draft, open: atFirst, selected, onSelect }: DocumentTreeProps) {
  const engine = useEngine();
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(atFirst.map(keyOf)));
  const paths: readonly Path[] = [[], ...[...open].map(pathOf)];
  const branches = useQueries({ queries: paths.map((path) => draftChildrenQuery(engine, { draft, path })) });
  const [top] = branches;
  const lines = entryLines(new Map(paths.map((path, index) => [keyOf(path), branches[index]?.data])));

  if (top?.isError === true) return <Failure message={top.error.message} />;
  if (top?.isSuccess !== true) return <Skeleton lines={12} label="Loading the document" />;
  if (lines.length === 0) return <EmptyState title="The document is a single value, or empty." />;
  return (
    <Tree
      label="Document"
      lines={lines.map(({ node: entry, ...line }) => ({
        ...line,
        name: `${entry.key}: ${sizeInWords(entry) ?? entry.preview.text}`,
        content: <Line entry={entry} />,
      }))}
      selected={selected === null ? null : keyOf(selected)}
      onSelect={(id) => onSelect(pathOf(id), (lines.find((line) => line.id === id)?.node.size ?? 0) > 0)}
      onToggle={(id, opening) =>
        setOpen((before) => (opening ? new Set(before).add(id) : new Set([...before].filter((other) => other !== id))))
      }
    />
  );
}

function Line({ entry }: { readonly entry: StateEntry }) {
  return (
    <span className={styles.entry}>
      <span className={styles.key}>{visible(String(entry.key))}</span>
      <span className={styles.value}>{visible(entry.preview.text)}</span>
      <span className={styles.type}>{sizeInWords(entry) ?? entry.preview.type}</span>
    </span>
  );
}

function sizeInWords({ size, preview }: StateEntry): string | null {
  if (size === null) return null;
  return `${preview.type} of ${count(size)}`;
}
