import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { use, useEffect, useRef } from 'react';
import { isErrorStopping } from '../../engine/model/decisions.ts';
import { sessionQuery, sweepQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { DeclaredContext, decisionsOf, emptyRule } from '../../state/useSession.ts';
import { useView } from '../../state/useView.ts';
import type { SessionOutline, SourceId, Sweep } from '../../worker/protocol.ts';
import { brief, count, counted } from '../../ui/format.ts';
import { roving } from '../../ui/RovingList.tsx';
import { CutTitle } from '../../ui/CutTitle.tsx';
import { SessionMap } from './SessionMap.tsx';
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

/** One session: its title, its length, and where and how often the rule in the editor fires in it. */
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
      data-compact={compact}
      aria-current={current ? 'true' : undefined}
      title={`${title}\n${about}`}
      onClick={onChoose}
    >
      <Row title={title} outline={outline} compact={compact} />
    </button>
  );
}

interface RowProps {
  readonly title: string;
  /** Undefined until the session is open. */
  readonly outline: SessionOutline | undefined;
  readonly compact: boolean;
}

function Row({ title, outline, compact }: RowProps) {
  return (
    <>
      <CutTitle title={title} className={styles.title} />
      {outline === undefined ? (
        !compact && <span className={styles.meta}>…</span>
      ) : (
        <JudgedFacts outline={outline} compact={compact} />
      )}
    </>
  );
}

interface JudgedFactsProps {
  readonly outline: SessionOutline;
  readonly compact: boolean;
}

/** The session's length, and where and how often the rule in the editor fires in it. */
function JudgedFacts({ outline, compact }: JudgedFactsProps) {
  const rule = useSettledRule();
  const chosen = useView((view) => view.decisions);
  const decisions = decisionsOf({ outline }, chosen, use(DeclaredContext));
  const sweep = useQuery({
    ...sweepQuery(useEngine(), outline.ref, rule ?? emptyRule, decisions),
    enabled: rule !== null,
    placeholderData: keepPreviousData,
  }).data;
  const errorsToo = rule !== null && isErrorStopping(rule.hook, decisions);
  const length = outline.kinds.snapshot > 0 ? 'snapshot' : counted(outline.turns, 'turn');
  return (
    <>
      {!compact && <span className={styles.meta}>{`${length}, ${outline.system}`}</span>}
      <SessionMap outline={outline} sweep={sweep} />
      {sweep !== undefined && <Fires sweep={sweep} fires={sweep.counts.fire + (errorsToo ? sweep.counts.error : 0)} />}
    </>
  );
}

/** `fires` counts the errors as well where they count as failed. Where nothing is judged, there is no number. */
function Fires({ sweep, fires }: { readonly sweep: Sweep; readonly fires: number }) {
  const said = firesInWords(sweep, fires);
  const isJudged = sweep.problem === null && sweep.counts.eligible > 0;
  return (
    <span className={styles.fires} title={said} data-none={fires === 0}>
      {isJudged && <span aria-hidden="true">{fires < 1000 ? fires : brief(fires)}</span>}
      <span className="visually-hidden">{said}</span>
    </span>
  );
}

const firesInWords = ({ counts, problem }: Sweep, fires: number) =>
  problem !== null
    ? 'the rule does not run here'
    : counts.eligible === 0
      ? 'no eligible turn'
      : `fires at ${count(fires)} of ${count(counts.eligible)} eligible`;
