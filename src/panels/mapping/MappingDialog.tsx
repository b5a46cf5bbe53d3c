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
  /** Shows the text itself, to mend it and try again. */
  readonly onText: () => void;
}

/** A text that can be read and that no importer knows: what is in it, and how to make a session of it. */
export function MappingDialog({ refused, onClose, onOpen, onText }: MappingDialogProps) {
  const engine = useEngine();
  // The engine keeps the text under this name: texts are too long for keys of answers.
  const [draft] = useState(() => `draft ${performance.now()}`);
  const read = useQuery({
    queryKey: ['readDraft', draft],
    queryFn: ({ signal }) => engine.readDraft({ draft, text: refused.text }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });

  const isHopeless = read.data?.lists.length === 0;
  const isUnknown = refused.problem.code === 'import/unknown-kind';

  return (
    <Dialog title={`What is in ${refused.name}`} size="full" onClose={onClose}>
      <div className={styles.dialog}>
        <p className={styles.sentence} role="alert">
          {isUnknown
            ? `No importer knows this text. ${isHopeless ? 'Nothing in it looks like the turns of a recording: is it the right file?' : 'Say where everything stands in it, and it opens.'}`
            : refused.problem.message}
        </p>
        <div className={styles.top}>
          <Button onClick={onText}>The text itself</Button>
          {isUnknown && (
            <details className={styles.aside} open={isHopeless}>
              <summary>What was seen, and what opens by itself</summary>
              <p>{visible(refused.problem.message)}</p>
              <Scrolling as="ul" className={styles.known} aria-label="What opens by itself">
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
