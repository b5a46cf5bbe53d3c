import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { portabilityOf } from '../../../engine/model/portability.ts';
import { worstOfParts, type VerdictCounts } from '../../../engine/model/verdict.ts';
import { enginesQuery, judgedByEngineQuery, rewrittenQuery, sweepQuery } from '../../../services/engine/queries.ts';
import { useEngine } from '../../../services/engine/useEngine.ts';
import { useCursor, useDecisions, useIsGrowing, useRule, useSession } from '../../../state/useSession.ts';
import { useView, useViewActions } from '../../../state/useView.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState, Failure } from '../../../ui/EmptyState.tsx';
import { count } from '../../../ui/format.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { visible } from '../../../ui/visible.tsx';
import type { JudgedByEngine, OtherEngine } from '../../../worker/engines-protocol.ts';
import { SmallRibbon, useVerdictInk } from '../../SmallRibbon.tsx';
import { useWidth } from '../../useTrack.ts';
import styles from './Engines.module.css';
import { answerWords, countWords, endedAgreement, listed, portableWords, sinceWords } from './words.ts';

interface DialogProps {
  readonly onClose: () => void;
}

/** The rule in the editor, judged by other libraries of CEL on the same turns. */
export function EnginesDialog({ onClose }: DialogProps) {
  const { expression } = useRule();
  return (
    <Dialog title="Compare engines of CEL" size="large" onClose={onClose}>
      <div className={styles.dialog}>
        {expression.trim() === '' ? (
          <EmptyState title="There is no rule yet.">
            <p>Write a rule. It is then judged here by other libraries of CEL, which agents use.</p>
          </EmptyState>
        ) : (
          <Comparison onClose={onClose} />
        )}
      </div>
    </Dialog>
  );
}

function Comparison({ onClose }: DialogProps) {
  const { session, since, compareAgain } = useCompared();
  const { ref } = session;
  const engine = useEngine();
  const rule = useRule();
  const decisions = useDecisions();
  const ours = useQuery(sweepQuery(engine, ref, rule, decisions));
  const others = useQuery(enginesQuery(engine)).data;
  const isSound = ours.data?.problem === null && !ours.isPlaceholderData;
  const asked = useMemo(() => ({ session: ref, rule, decisions }), [ref, rule, decisions]);
  const judged = useQueries({
    queries: (others ?? []).map(({ id }) => ({
      ...judgedByEngineQuery(engine, { ...asked, engine: id }),
      enabled: isSound,
    })),
  });

  const problem = ours.error ?? ours.data?.problem ?? null;
  if (problem !== null)
    return <EmptyState title="The rule cannot be judged yet.">{visible(problem.message)}</EmptyState>;
  if (ours.data === undefined || others === undefined) return <Skeleton lines={6} label="Judging every turn" />;
  const { codes, counts } = ours.data;
  return (
    <>
      <p className={styles.about}>
        Agents run different libraries of CEL, which do not agree on every rule. Each of these judges this rule at the
        same turns, in this browser.
      </p>
      <code className={styles.rule}>{rule.expression}</code>
      {since !== null && (
        <p className={styles.since}>
          <span role="status" aria-label="Since this comparison">
            {since}
          </span>{' '}
          <Button onClick={compareAgain}>Compare again</Button>
        </p>
      )}
      <Portable others={others} judged={judged} eligible={counts.eligible} />
      <ul className={styles.list} aria-label="Engines">
        <li className={styles.engine}>
          <div className={styles.head}>
            <h3 className={styles.name}>Contextscope</h3>
            <span className={styles.small}>{countWords(counts)}</span>
          </div>
          <Ribbon codes={codes} counts={counts} differs={null} onClose={onClose} />
        </li>
        {others.map((other, at) => (
          <EngineItem key={other.id} other={other} query={judged[at]} onClose={onClose} />
        ))}
      </ul>
      <Rewriting others={others} judged={judged} asked={asked} onClose={onClose} />
    </>
  );
}

/**
 * The session as it was when the comparison began. Each new record of a live session would start all engines again, before the last of
 * them has answered.
 */
function useCompared() {
  const newest = useSession();
  const [session, setSession] = useState(newest);
  if (session.ref.id !== newest.ref.id) setSession(newest);
  const engine = useEngine();
  const isGrowing = useIsGrowing();
  // A paused view keeps its session by itself.
  const isPaused = useView((view) => view.isPaused);
  const { ref } = session;
  // The worker keeps this revision, so that an engine that begins later judges the same turns.
  useEffect(() => {
    if (!isGrowing || isPaused) return undefined;
    // A worker that died since then has nothing to keep.
    engine.hold({ session: ref }).catch(() => undefined);
    return () => void engine.release({ session: ref }).catch(() => undefined);
  }, [engine, isGrowing, isPaused, ref]);
  const isChanged = session.ref.revision !== newest.ref.revision;
  return {
    session,
    since: isChanged ? sinceWords(newest.turns - session.turns) : null,
    compareAgain: () => setSession(newest),
  };
}

type Judged = readonly UseQueryResult<JudgedByEngine>[];

interface AnswersProps {
  readonly others: readonly OtherEngine[];
  readonly judged: Judged;
}

/** One sentence over all engines, once each has answered or was ended. */
function Portable({ others, judged, eligible }: AnswersProps & { readonly eligible: number }) {
  const isOver = judged.every(({ isPending }) => !isPending);
  const waiting = others.find((_, at) => judged[at]?.isPending)?.id;
  const found = portabilityOf(
    others.flatMap(({ id }, at) => {
      const { data, error } = judged[at] ?? {};
      if (data !== undefined) return [data.agreement];
      return error == null ? [] : [endedAgreement(id, error.message)];
    }),
  );
  return (
    <p className={styles.portable} role="status" aria-label="Portable">
      {isOver ? (
        <>
          <b>Portable: {found.portable}.</b> {portableWords(found)}
          {eligible === 0 && ' The rule runs at no turn of this session, so only its text was compared.'}
        </>
      ) : (
        `Judging with ${waiting ?? 'other engines'}…`
      )}
    </p>
  );
}

interface EngineItemProps extends DialogProps {
  readonly other: OtherEngine;
  readonly query: UseQueryResult<JudgedByEngine> | undefined;
}

function EngineItem({ other: { id, version, about }, query, onClose }: EngineItemProps) {
  const found = query?.data;
  const error = query?.error ?? null;
  return (
    <li className={styles.engine}>
      <div className={styles.head}>
        <h3 className={styles.name} title={about}>
          {id} <span className={styles.version}>{version}</span>
        </h3>
        {found !== undefined && <span className={styles.small}>{countWords(found.counts)}</span>}
      </div>
      {error !== null && <Failure message={error.message} />}
      {found === undefined && error === null && <Skeleton lines={1} label={`Judging with ${id}`} />}
      {found !== undefined && (
        <>
          <Ribbon codes={found.codes} counts={found.counts} differs={found.differs} onClose={onClose} />
          <p className={styles.answer} data-agrees={found.agreement.agrees}>
            {visible(answerWords(found))}
          </p>
          <Turns found={found} onClose={onClose} />
          {found.notAsked > 0 && (
            <p className={styles.small}>
              It was not asked at {count(found.notAsked)} of them: the recording lacks a value, and it has no unknown
              values.
            </p>
          )}
          {found.causes.slice(0, mostCauses).map((cause) => (
            <dl key={`${cause.within} ${cause.part.start} ${cause.part.end}`} className={styles.cause}>
              <dt>{cause.within === 'condition' ? 'Cause, in the condition' : 'Cause'}</dt>
              <dd>
                <code className={styles.code}>{cause.part.text}</code>
                {cause.bound.map(({ name, value }) => (
                  <span key={name} className={styles.small}>
                    {' '}
                    where {name} is {visible(value)}
                  </span>
                ))}
              </dd>
              <dt>Contextscope</dt>
              <dd>{visible(cause.ours)}</dd>
              <dt>{id}</dt>
              <dd>{visible(cause.theirs)}</dd>
            </dl>
          ))}
          {!found.agreement.agrees && <p className={styles.small}>{about}</p>}
        </>
      )}
    </li>
  );
}

/** Further ones are rare, and would hide the others. */
const mostCauses = 3;
/** So many turns are links; the others are in the ribbon. */
const mostLinks = 24;

/** The turns at which an engine differs, each a link that goes there. */
function Turns({ found: { differs }, onClose }: DialogProps & { readonly found: JudgedByEngine }) {
  const cursor = useCursor();
  const { moveCursor } = useViewActions();
  if (differs.length === 0) return null;
  return (
    <div className={styles.turns}>
      <span className={styles.small}>{differs.length === 1 ? 'Turn' : 'Turns'}</span>
      {differs.slice(0, mostLinks).map((turn) => (
        <Button
          key={turn}
          look="quiet"
          aria-label={turn === cursor ? `Turn ${turn}, this one` : `Go to turn ${turn}`}
          onClick={() => {
            moveCursor(turn);
            onClose();
          }}
        >
          {count(turn)}
        </Button>
      ))}
      {differs.length > mostLinks && <span className={styles.small}>and {count(differs.length - mostLinks)} more</span>}
    </div>
  );
}

interface RibbonProps extends DialogProps {
  readonly codes: Uint8Array;
  readonly counts: VerdictCounts;
  /** A click goes to the nearest of these turns, or without them to the turn that is clicked. */
  readonly differs: readonly number[] | null;
}

function Ribbon({ codes, counts, differs, onClose }: RibbonProps) {
  const place = useRef<HTMLDivElement>(null);
  const width = Math.floor(useWidth(place));
  const ink = useVerdictInk();
  const { moveCursor } = useViewActions();
  const cells = useMemo(() => worstOfParts(codes, Math.min(codes.length, Math.max(1, width))), [codes, width]);
  const goTo = (cell: number) => {
    const turn = Math.floor((cell * codes.length) / cells.length);
    const near = differs?.toSorted((a, b) => Math.abs(a - turn) - Math.abs(b - turn))[0];
    moveCursor(near ?? turn);
    onClose();
  };
  return (
    <div ref={place}>
      {counts.eligible > 0 && width > 0 && (
        <SmallRibbon cells={cells} room={width} height={20} maxCellWidth={width} ink={ink} onCell={goTo} />
      )}
    </div>
  );
}

interface RewritingProps extends AnswersProps, DialogProps {
  readonly asked: Pick<Parameters<typeof rewrittenQuery>[1], 'session' | 'rule' | 'decisions'>;
}

/** Another text of the rule that more engines agree on, where some do not. */
function Rewriting({ others, judged, asked, onClose }: RewritingProps) {
  const engine = useEngine();
  const actions = useViewActions();
  const isOver = judged.every(({ isPending }) => !isPending);
  const needsOne = judged.some(({ data }) => data?.agreement.agrees === false);
  // An engine that was ended would be ended again by each other text.
  const asking = others.flatMap(({ id }, at) => (judged[at]?.data === undefined ? [] : [id]));
  const { data, error, isPending } = useQuery({
    ...rewrittenQuery(engine, { ...asked, engines: asking }),
    enabled: isOver && needsOne,
  });
  if (!isOver || !needsOne) return null;
  if (error !== null) return <Failure message={`A rewriting was looked for. ${error.message}`} />;
  if (isPending) return <Skeleton lines={2} label="Looking for a rewriting" />;
  if (data === null)
    return (
      <p className={styles.rewriting}>
        No rewriting is known on which more engines agree. Change the part named above.
      </p>
    );
  const all = data.agrees.length === others.length;
  const use = () => {
    actions.does('use the rewriting for other engines', () =>
      actions.setRule({ ...asked.rule, expression: data.expression }),
    );
    onClose();
  };
  return (
    <section className={styles.rewriting} aria-label="Rewriting">
      <p>
        {all
          ? 'All engines agree on this rewriting at every turn:'
          : `${listed(data.agrees)} ${data.agrees.length === 1 ? 'agrees' : 'agree'} on this rewriting at every turn:`}
      </p>
      <code className={styles.code}>{data.expression}</code>
      <ul className={styles.changes}>
        {data.changes.map((change) => (
          <li key={change}>It {change}.</li>
        ))}
        {data.repairs > 0 && <li>It has a verdict at {count(data.repairs)} turns where the rule as it is fails.</li>}
      </ul>
      <Button look="main" onClick={use}>
        Use this rewriting
      </Button>
    </section>
  );
}
