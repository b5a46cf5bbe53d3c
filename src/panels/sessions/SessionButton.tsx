import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use, useEffect, useRef } from 'react';
import { sessionQuery, sweepQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { DeclaredContext, decisionsOf, emptyRule } from '../../state/useSession.ts';
import { useView } from '../../state/useView.ts';
import type { SessionOutline, SourceId, Sweep } from '../../worker/protocol.ts';
import { count, counted } from '../../ui/format.ts';
import { roving } from '../../ui/RovingList.tsx';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import { CutTitle } from '../../ui/CutTitle.tsx';
import styles from './SessionsPanel.module.css';
import { useSettledRule } from './SettledRule.tsx';

interface SessionButtonProps {
  readonly title: string;
  readonly about: string;
  /** Null while the text is loading. */
  readonly source: SourceId | null;
  readonly entry: number;
  readonly current: boolean;
  /** False to show only data that is already loaded. */
  readonly load?: boolean;
  /** One line, without the session's length. */
  readonly compact?: boolean;
  /** Reached by arrow keys in a `RovingList`. */
  readonly walked?: boolean;
  readonly onChoose: () => void;
}

/** One session: its title, its length, and how often the rule in the editor fires in it. */
export function SessionButton(props: SessionButtonProps) {
  const { title, about, source, entry, current, load = true, compact = false, walked = false, onChoose } = props;
  const outline = useQuery({
    ...sessionQuery(useEngine(), source ?? '', entry),
    enabled: load && source !== null,
  }).data;
  const button = useRef<HTMLButtonElement>(null);
  // Scroll to the shown session, which may be outside the visible part of the list.
  useEffect(() => {
    if (current) button.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <button
      ref={button}
      {...(walked && roving)}
      type="button"
      className={styles.session}
      aria-current={current ? 'true' : undefined}
      title={`${title}\n${about}`}
      onClick={onChoose}
    >
      <CutTitle title={title} className={styles.title} />
      {!compact && (
        <span className={styles.meta}>
          {outline === undefined
            ? '…'
            : `${outline.kinds.snapshot > 0 ? 'snapshot' : counted(outline.turns, 'turn')}, ${outline.system}`}
        </span>
      )}
      {outline !== undefined && <Fires outline={outline} />}
    </button>
  );
}

function Fires({ outline }: { readonly outline: SessionOutline }) {
  const rule = useSettledRule();
  const chosen = useView((view) => view.decisions);
  const sweep = useQuery({
    ...sweepQuery(useEngine(), outline.ref, rule ?? emptyRule, decisionsOf({ outline }, chosen, use(DeclaredContext))),
    enabled: rule !== null,
    placeholderData: keepPreviousData,
  });
  if (sweep.data === undefined) return null;
  const said = firesInWords(sweep.data);
  return (
    <span className={styles.fires} title={said} data-none={sweep.data.counts.fire === 0}>
      {sweep.data.counts.fire > 0 && <VerdictMark mark="fire" />}
      <span aria-hidden="true">{firesInShort(sweep.data)}</span>
      <span className="visually-hidden">{said}</span>
    </span>
  );
}

const firesInShort = ({ counts, problem }: Sweep) =>
  problem !== null || counts.eligible === 0 ? '–' : count(counts.fire);

const firesInWords = ({ counts, problem }: Sweep) =>
  problem !== null
    ? 'the rule does not run here'
    : counts.eligible === 0
      ? 'no eligible turn'
      : `fires at ${count(counts.fire)} of ${count(counts.eligible)} eligible`;
