import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useEngine } from '../../services/engine/useEngine.ts';
import type { RefusedText } from '../../state/notices.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Failure } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Scrolling } from '../../ui/Scrolling.tsx';
import { visible } from '../../ui/visible.tsx';
import type { Mapping } from '../../worker/mapping-protocol.ts';
import { MappingEditor } from './MappingEditor.tsx';
import styles from './Mapping.module.css';

interface MappingDialogProps {
  readonly refused: RefusedText;
  readonly onClose: () => void;
  readonly onOpen: (mapping: Mapping) => void;
  /** Shows the text itself, to correct it and try again. */
  readonly onText: () => void;
}

/** A readable text in an unknown format: its content, and a mapping that makes a session of it. */
export function MappingDialog({ refused, onClose, onOpen, onText }: MappingDialogProps) {
  const engine = useEngine();
  // The engine stores the text under this name, because texts are too long for query keys.
  const [draft] = useState(() => `draft ${performance.now()}`);
  const read = useQuery({
    queryKey: ['readDraft', draft],
    queryFn: ({ signal }) => engine.readDraft({ draft, text: refused.text }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

  const isHopeless = read.data?.lists.length === 0;
  const nearest = refused.problem.nearest === undefined ? '' : `${refused.problem.nearest} `;
  const isUnknown = refused.problem.code === 'import/unknown-kind';

  return (
    <Dialog title={`Map the fields of ${refused.name}`} size="full" onClose={onClose}>
      <div className={styles.dialog}>
        <p className={styles.sentence} role="alert">
          {isUnknown
            ? `Format not recognised. ${nearest}${isHopeless ? 'Nothing in it looks like the turns of a recording. Is it the right file?' : 'Map its fields to open it.'}`
            : refused.problem.message}
        </p>
        <div className={styles.top}>
          <Button onClick={onText}>The text itself</Button>
          {isUnknown && (
            <details className={styles.aside} open={isHopeless}>
              <summary>Content found, and formats that open directly</summary>
              <p>{visible(refused.problem.message)}</p>
              <Scrolling as="ul" className={styles.known} aria-label="Texts that open directly">
                {read.data?.known.map((title) => (
                  <li key={title}>{title}</li>
                ))}
              </Scrolling>
            </details>
          )}
        </div>
        {read.isPending && <Skeleton lines={12} label="Reading the text" />}
        {read.isError && <Failure message={read.error.message} />}
        {read.isSuccess && <MappingEditor draft={draft} read={read.data} name={refused.name} onOpen={onOpen} />}
      </div>
    </Dialog>
  );
}
