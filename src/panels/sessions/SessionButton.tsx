import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, use, useEffect, useMemo, useRef } from 'react';
import { isErrorStopping } from '../../engine/model/decisions.ts';
import { worstOfParts } from '../../engine/model/verdict.ts';
import { sessionQuery, sweepQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { DeclaredContext, decisionsOf, emptyRule } from '../../state/useSession.ts';
import { useView } from '../../state/useView.ts';
import type { SessionOutline, SourceId, Sweep } from '../../worker/protocol.ts';
import { count, counted } from '../../ui/format.ts';
import { roving } from '../../ui/RovingList.tsx';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import { CutTitle } from '../../ui/CutTitle.tsx';
import { SmallRibbon, useVerdictInk } from '../SmallRibbon.tsx';
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
  const name = <CutTitle title={title} className={styles.title} />;
  if (outline === undefined)
    return (
      <>
        <span className={styles.line}>{name}</span>
        {!compact && <span className={styles.meta}>…</span>}
      </>
    );
  const length = outline.kinds.snapshot > 0 ? 'snapshot' : counted(outline.turns, 'turn');
  return <JudgedRow outline={outline} name={name} about={compact ? null : `${length}, ${outline.system}`} />;
}

interface JudgedRowProps {
  readonly outline: SessionOutline;
  readonly name: ReactNode;
  /** Null for a row of one line. */
  readonly about: string | null;
}

/** Width of the ribbons in CSS pixels. */
const ribbonWidth = { ofTwoLines: 88, ofOneLine: 48 };

/** How often the rule in the editor fires in the session, and where. */
function JudgedRow({ outline, name, about }: JudgedRowProps) {
  const rule = useSettledRule();
  const chosen = useView((view) => view.decisions);
  const decisions = decisionsOf({ outline }, chosen, use(DeclaredContext));
  const sweep = useQuery({
    ...sweepQuery(useEngine(), outline.ref, rule ?? emptyRule, decisions),
    enabled: rule !== null,
    placeholderData: keepPreviousData,
  }).data;
  const errorsToo = rule !== null && isErrorStopping(rule.hook, decisions);
  const ribbon = sweep !== undefined && sweep.counts.eligible > 0 && (
    <Ribbon codes={sweep.codes} room={about === null ? ribbonWidth.ofOneLine : ribbonWidth.ofTwoLines} />
  );
  return (
    <>
      <span className={styles.line}>
        {name}
        {about === null && ribbon}
        {sweep !== undefined && (
          <Fires sweep={sweep} fires={sweep.counts.fire + (errorsToo ? sweep.counts.error : 0)} />
        )}
      </span>
      {about !== null && (
        <span className={styles.line}>
          <span className={styles.meta}>{about}</span>
          {ribbon}
        </span>
      )}
    </>
  );
}

function Ribbon({ codes, room }: { readonly codes: Uint8Array; readonly room: number }) {
  const cells = useMemo(() => worstOfParts(codes, Math.min(codes.length, room)), [codes, room]);
  return (
    <span className={styles.ribbon} style={{ width: room }}>
      <SmallRibbon cells={cells} room={room} height={12} maxCellWidth={4} ink={useVerdictInk()} />
    </span>
  );
}

/** `fires` counts the errors as well where they count as failed. */
function Fires({ sweep, fires }: { readonly sweep: Sweep; readonly fires: number }) {
  const said = firesInWords(sweep, fires);
  return (
    <span className={styles.fires} title={said} data-none={fires === 0}>
      {fires > 0 && <VerdictMark mark="fire" />}
      <span aria-hidden="true">{sweep.problem !== null || sweep.counts.eligible === 0 ? '–' : count(fires)}</span>
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
