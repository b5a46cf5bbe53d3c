import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { useEngine } from '../../services/engine/useEngine.ts';
import { Button } from '../../ui/Button.tsx';
import { bytes, count, counted } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { visible } from '../../ui/visible.tsx';
import type { ChangedPlace, LeavingPage } from '../../worker/leaving-protocol.ts';
import styles from './Export.module.css';
import type { MadeLeaving } from './useLeaving.ts';

interface PreviewProps {
  readonly leaving: MadeLeaving;
  /** The change to show. */
  readonly wanted: ChangedPlace | null;
  readonly onChanges: () => void;
}

/** The text that leaves, page by page, with its stand-ins marked. */
export function Preview({ leaving: { report, input, isCurrent }, wanted, onChanges }: PreviewProps) {
  const engine = useEngine();
  const [from, setFrom] = useState<number | ChangedPlace>(wanted ?? 0);
  const page = useQuery({
    queryKey: ['leavingPage', input, from],
    queryFn: ({ signal }) => engine.leavingPage({ ...input, from }, { signal }),
    enabled: report !== undefined && isCurrent,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const shown = page.data;
  return (
    <>
      <div className={styles.bar}>
        <h3 className={styles.heading}>Exactly what leaves</h3>
        {report !== undefined && (
          <span className={styles.about}>
            {counted(report.size.turns, 'turn')}, {bytes(report.bytes)}
          </span>
        )}
        <span className={styles.room} />
        {report !== undefined && report.changedPlaces > 0 && (
          <Button look="quiet" onClick={onChanges}>
            {count(report.changedPlaces)} replaced
          </Button>
        )}
        {shown !== undefined && <Pager page={shown} onPage={setFrom} />}
      </div>
      {shown === undefined ? (
        <div className={styles.text}>
          <Skeleton lines={12} label="Preparing the preview" />
        </div>
      ) : (
        <PageText
          key={`${shown.start} ${shown.wanted?.start}`}
          page={shown}
          isCurrent={isCurrent && !page.isPlaceholderData}
        />
      )}
    </>
  );
}

/** Characters of a page, as the engine sends them. */
const pageLength = 16_000;

function Pager({
  page: { start, text, characters },
  onPage,
}: {
  readonly page: LeavingPage;
  readonly onPage: (from: number) => void;
}) {
  if (characters <= text.length) return null;
  const end = start + text.length;
  return (
    <span className={styles.pager}>
      <Button
        look="quiet"
        aria-label="Previous part"
        disabled={start === 0}
        onClick={() => onPage(Math.max(0, start - pageLength))}
      >
        ‹
      </Button>
      <span className={styles.about}>
        {Math.floor((start / characters) * 100)}–{Math.ceil((end / characters) * 100)} %
      </span>
      <Button look="quiet" aria-label="Next part" disabled={end >= characters} onClick={() => onPage(end)}>
        ›
      </Button>
    </span>
  );
}

function PageText({ page, isCurrent }: { readonly page: LeavingPage; readonly isCurrent: boolean }) {
  const box = useRef<HTMLPreElement>(null);
  // Scrolling is outside of React.
  useEffect(() => {
    const wanted = box.current?.querySelector<HTMLElement>('[data-wanted]');
    if (wanted != null && box.current !== null) box.current.scrollTop = wanted.offsetTop - box.current.clientHeight / 2;
  }, []);
  return (
    // A scrolling text must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre ref={box} className={styles.text} data-stale={!isCurrent} tabIndex={0} aria-label="Text that leaves">
      {marked(page)}
    </pre>
  );
}

function marked({ text, standIns, wanted }: LeavingPage): ReactNode {
  let done = 0;
  const parts = standIns.map(({ start, end }) => {
    const before = text.slice(done, start);
    done = end;
    const isWanted = wanted !== null && start <= wanted.start && wanted.start < end;
    return (
      <Fragment key={start}>
        {visible(before)}
        <mark className={styles.mark} {...(isWanted && { 'data-wanted': '' })}>
          {text.slice(start, end)}
        </mark>
      </Fragment>
    );
  });
  return [...parts, <Fragment key="rest">{visible(text.slice(done))}</Fragment>];
}
