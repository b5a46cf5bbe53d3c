import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, use, useEffect, useRef } from 'react';
import { isErrorStopping } from '../../engine/model/decisions.ts';
import { sessionQuery, sweepQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { DeclaredContext, decisionsOf, emptyRule, useChosen } from '../../state/useSession.ts';
import type { Rule, SessionOutline, SourceId, Sweep } from '../../worker/protocol.ts';
import { shortCount } from '../../ui/format.ts';
import { roving } from '../../ui/RovingList.tsx';
import { CutTitle } from '../../ui/CutTitle.tsx';
import { factsInWords, firesInWords, listed } from './listed.ts';
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
  /** False to show only data that is already loaded: the title alone, until the session was shown once. */
  readonly load?: boolean;
  /** Reached by arrow keys in a `RovingList`. */
  readonly walked?: boolean;
  readonly onChoose: () => void;
}

/** One session: its title, its length, and where and how often the rule in the editor fires in it. */
export function SessionButton(props: SessionButtonProps) {
  const { title, about, source, entry, current, load = true, walked = false, onChoose } = props;
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
      {outline === undefined ? (
        load && <span className={styles.meta}>…</span>
      ) : (
        <JudgedFacts button={button} title={title} outline={outline} />
      )}
    </button>
  );
}

interface JudgedFactsProps {
  readonly button: RefObject<HTMLElement | null>;
  readonly title: string;
  readonly outline: SessionOutline;
}

/** The session's length, and where and how often the rule in the editor fires in it. */
function JudgedFacts({ button, title, outline }: JudgedFactsProps) {
  const rule = useSettledRule();
  const judged = rule ?? emptyRule;
  const chosen = useChosen();
  const decisions = decisionsOf({ outline }, chosen, use(DeclaredContext));
  const { data: sweep, isPlaceholderData } = useQuery({
    ...sweepQuery(useEngine(), outline.ref, judged, decisions),
    enabled: rule !== null,
    placeholderData: keepPreviousData,
  });
  const errorsToo = rule !== null && isErrorStopping(rule, decisions);
  const fires = sweep === undefined ? 0 : sweep.counts.fire + (errorsToo ? sweep.counts.error : 0);
  // For the picture of the list, which looks for the buttons in the page. A layout effect would run before the ref is set.
  useEffect(() => {
    const own = isPlaceholderData ? undefined : sweep;
    if (button.current !== null) listed.set(button.current, { title, outline, rule, sweep: own, fires });
  }, [button, title, outline, rule, sweep, isPlaceholderData, fires]);
  return (
    <>
      <span className={styles.meta}>{factsInWords(outline)}</span>
      <SessionMap outline={outline} sweep={sweep} />
      {sweep !== undefined && <Fires rule={judged} sweep={sweep} fires={fires} />}
    </>
  );
}

/** `fires` counts the errors as well where they count as failed. Where nothing is judged, there is no number. */
function Fires({ rule, sweep, fires }: { readonly rule: Rule; readonly sweep: Sweep; readonly fires: number }) {
  const said = firesInWords(rule, sweep, fires);
  const isJudged = sweep.problem === null && sweep.counts.eligible > 0;
  return (
    <span className={styles.fires} title={said} data-none={fires === 0}>
      {isJudged && <span aria-hidden="true">{shortCount(fires)}</span>}
      <span className="visually-hidden">{said}</span>
    </span>
  );
}
