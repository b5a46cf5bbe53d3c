import { useQuery } from '@tanstack/react-query';
import { Fragment, useId, useLayoutEffect, useRef, useState } from 'react';
import { placeQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useSession } from '../../state/useSession.ts';
import { Failure } from '../../ui/EmptyState.tsx';
import { roving } from '../../ui/RovingList.tsx';
import { Scrolling } from '../../ui/Scrolling.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { visible } from '../../ui/visible.tsx';
import { linesOf, type RawLine } from '../rawLines.ts';
import styles from './ReportDialog.module.css';

interface PlaceProps {
  readonly place: string;
  /** Shown instead of the place, if its name is beside it. */
  readonly label?: string;
  /** The place is relative to the whole file, of which the recording may be a part. */
  readonly inWhole?: boolean;
}

/** A place in the source, which shows the lines there when pressed. */
export function Place({ place, label, inWhole = false }: PlaceProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <button
        {...roving}
        type="button"
        className={styles.place}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={label === undefined ? undefined : `${label}: ${place}`}
        title={isOpen ? 'Hide the source' : 'Show the source there'}
        onClick={() => setOpen(!isOpen)}
      >
        {label ?? <Breakable path={place} />}
      </button>
      {isOpen && (
        <div id={id} className={styles.source}>
          <Source place={place} inWhole={inWhole} />
        </div>
      )}
    </>
  );
}

function Source({ place, inWhole }: { readonly place: string; readonly inWhole: boolean }) {
  const { ref } = useSession();
  const found = useQuery(placeQuery(useEngine(), ref, place, inWhole));
  if (found.isPending) return <Skeleton lines={3} label="Loading the place" />;
  if (found.isError) return <Failure message={found.error.message} />;
  if (found.data === null)
    return (
      <p className={styles.absent}>
        This place is not in the text. In a saved session, places refer to the text it was imported from.
      </p>
    );
  return <Excerpt place={place} lines={linesOf(found.data)} />;
}

function Excerpt({ place, lines }: { readonly place: string; readonly lines: readonly RawLine[] }) {
  const list = useRef<HTMLElement>(null);

  // Scroll to the place, which may be far along a wrapped line.
  useLayoutEffect(() => {
    const { current } = list;
    const mark = current?.querySelector('mark');
    if (current == null || mark == null) return;
    current.scrollTop += mark.getBoundingClientRect().top - current.getBoundingClientRect().top - lead;
  }, []);

  return (
    <Scrolling as="ol" ref={list} className={styles.lines} aria-label={`Source at ${place}`}>
      {lines.map(({ number, start, parts }) => (
        <li key={start} className={styles.line}>
          <span className={styles.number}>{number}</span>
          <code className={styles.text}>
            {parts.map((part) =>
              part.marked ? (
                <mark key={part.start}>{visible(part.text)}</mark>
              ) : (
                <span key={part.start}>{visible(part.text)}</span>
              ),
            )}
          </code>
        </li>
      ))}
    </Scrolling>
  );
}

/** Pixels of preceding text that stay visible. */
const lead = 24;

/** A path that breaks before its dots and brackets, so that its names stay whole. */
function Breakable({ path }: { readonly path: string }) {
  return path.split(/(?=[.[])/).map((part, at) => (
    // Parts of a text have no ids, and never change their order.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {visible(part)}
    </Fragment>
  ));
}
