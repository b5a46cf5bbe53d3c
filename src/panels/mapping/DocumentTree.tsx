import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { Path } from '../../engine/model/path.ts';
import { draftChildrenQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { count } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tree } from '../../ui/Tree.tsx';
import { visible } from '../../ui/visible.tsx';
import type { StateEntry } from '../../worker/protocol.ts';
import { entryLines, keyOf, pathOf } from '../entryLines.ts';
import styles from './Mapping.module.css';

interface DocumentTreeProps {
  readonly draft: string;
  /** Initially open branches. */
  readonly open: readonly Path[];
  readonly selected: Path | null;
  /** `hasParts`: the value is a list, or a record whose values may be entries by id. */
  readonly onSelect: (path: Path, hasParts: boolean) => void;
}

/** The document as a tree: each value with its type and size. */
export function DocumentTree({ draft, open: atFirst, selected, onSelect }: DocumentTreeProps) {
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
