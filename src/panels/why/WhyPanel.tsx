import { useQuery } from '@tanstack/react-query';
import { lazy, memo, Suspense, useMemo, useState } from 'react';
import { unreachable } from '../../base/unreachable.ts';
import { errorCountedAs } from '../../engine/model/decisions.ts';
import type { TurnIndex } from '../../engine/model/history.ts';
import { formatPath, type Path } from '../../engine/model/path.ts';
import { verdictCodes } from '../../engine/model/verdict.ts';
import { readingQuery, sweepQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import {
  useCalmCursor,
  useDecisions,
  useJudgedRule,
  useRule,
  useSession,
  useIsGrowing,
} from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { Region } from '../../ui/Region.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useSettled } from '../../ui/useSettled.ts';
import { visible } from '../../ui/visible.tsx';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import type { Explanation } from '../../worker/protocol.ts';
import { readersOf } from '../readers.ts';
import { triedIn } from '../tried.ts';
import { useTurnWords } from '../useTurnWords.ts';
import { isComputing } from '../words.ts';
import { Elements } from './Elements.tsx';
import { PartText } from './PartText.tsx';
import { Proof } from './Proof.tsx';
import { PartValue, WrittenAt } from './Value.tsx';
import styles from './Why.module.css';
import { partLines, proofSteps, showsEveryPart } from './reading.ts';
import { type Explained, ExplainedContext, type Reasons, useExplanation } from './useExplanation.ts';
import { verdictTitle, eligibleText } from './words.ts';

/** Loaded after the reasons, to keep the page's first script small. */
const Pipeline = lazy(async () => ({ default: (await import('./Pipeline.tsx')).Pipeline }));
const Deeper = lazy(async () => ({ default: (await import('./Deeper.tsx')).Deeper }));

/** The reasons for the verdict at the cursor: the deciding parts first, then every part with its value. */
export function WhyPanel() {
  const { ref } = useSession();
  // A new key per session: while its reasons load, those of another session must not show.
  return <Why key={ref.id} />;
}

function Why() {
  const reasons = useExplanation();
  const turn = useCalmCursor();
  const hasPolicy = useView((view) => view.policy !== null);
  return (
    <Region name="Why" title={<Title reasons={reasons} />}>
      {(reasons.kind === 'shown' || reasons.kind === 'pending') && <RuleReading reasons={reasons} />}
      <Body reasons={reasons} />
      {hasPolicy && (
        <Suspense>
          <Pipeline turn={turn} />
        </Suspense>
      )}
    </Region>
  );
}

/**
 * The rule in plain words, above its reasons at the turn. As they do, it stays while the rule is not valid. Its room is there
 * even if there are no words, so that nothing below it moves while one types.
 */
function RuleReading({ reasons }: { readonly reasons: Reasons }) {
  const judged = useJudgedRule();
  const isStale = reasons.kind === 'shown' && reasons.problem !== null;
  const rule = reasons.kind === 'shown' ? reasons.rule : judged;
  const engine = useEngine();
  // Whether it fires or computes a value, its verdicts say: the type of most of what it reads is not known before.
  const { data: sweep, isPlaceholderData } = useQuery(sweepQuery(engine, useSession().ref, rule, useDecisions()));
  const computes = sweep !== undefined && isComputing(rule, sweep.counts);
  const isKnown = sweep !== undefined && !isPlaceholderData;
  const { data } = useQuery({ ...readingQuery(engine, { rule, computes }), enabled: isKnown });
  const parts = data ?? [];
  return (
    <div className={styles.reading} data-stale={isStale} title={parts.map(({ text }) => text).join('')}>
      <p>{parts.map(({ text, isCode }, at) => (isCode ? <code key={at}>{visible(text)}</code> : visible(text)))}</p>
    </div>
  );
}

function Title({ reasons }: { readonly reasons: Reasons }) {
  const { name } = useTurnWords();
  const rule = useJudgedRule();
  const counted = errorCountedAs(rule, useDecisions());
  if (reasons.kind === 'failed')
    return (
      <>
        <span className="visually-hidden">Why </span>no verdict
      </>
    );
  if (reasons.kind !== 'shown') return 'Why';
  const { turn, explanation, problem } = reasons;
  return (
    <>
      <span className="visually-hidden">Why </span>
      <span className={styles.title} data-stale={problem !== null}>
        <VerdictMark mark={explanation.verdict} />
        {`${name(turn)}: ${verdictTitle(explanation, counted, rule)}`}
      </span>
      {problem === null ? (
        <TriedSign />
      ) : (
        <span className={styles.stale} title={`These reasons belong to the last valid rule. ${problem}`}>
          last valid rule
        </span>
      )}
    </>
  );
}

/** Marks the reasons as those of a tried number. */
function TriedSign() {
  const { expression } = useRule();
  const trial = useView((view) => view.trial);
  const tried = useMemo(() => triedIn(expression, trial), [expression, trial]);
  if (tried === null) return null;
  return (
    <span className={styles.trying}>
      {tried.tried} tried for {tried.written}
    </span>
  );
}

function Body({ reasons }: { readonly reasons: Reasons }) {
  switch (reasons.kind) {
    case 'no-rule':
      return (
        <EmptyState title="There is no rule yet.">
          <p>Write a rule. Then the value of each of its parts at the selected turn is shown here.</p>
        </EmptyState>
      );
    case 'no-turn':
      return <EmptyState title="There is no turn yet at which the rule could run." />;
    case 'pending':
      return <Skeleton lines={5} label="Explaining" />;
    case 'failed':
      return <Failure message={reasons.problem} />;
    case 'shown':
      return <Shown {...reasons} />;
    default:
      return unreachable(reasons);
  }
}

/** Not drawn again when the verdicts arrive, which come apart from the reasons. */
const Shown = memo(function Shown({ rule, ...reasons }: Explained & { readonly problem: string | null }) {
  const { turn } = reasons;
  const explained = useMemo(() => ({ rule, turn }), [rule, turn]);
  return (
    <ExplainedContext value={explained}>
      <AtTurn {...reasons} />
    </ExplainedContext>
  );
});

const settleMs = 600;

function AtTurn({ turn, explanation, problem }: Omit<Explained, 'rule'> & { readonly problem: string | null }) {
  const focus = useView((view) => view.path);
  // Finding changes that would turn the verdict takes long: it waits until the newest turn stays for a moment.
  const { ref } = useSession();
  const isGrowing = useIsGrowing();
  const isSettled = useSettled(ref.revision, settleMs) === ref.revision || !isGrowing;
  const deeper = isSettled && (
    <Suspense fallback={<Skeleton lines={4} label="Loading" />}>
      <Deeper turn={turn} explanation={explanation} isStale={problem !== null} />
    </Suspense>
  );
  if (explanation.verdict === 'n/a') {
    return (
      <>
        <NotEligible turn={turn} />
        {deeper}
      </>
    );
  }
  const readers = focus === null ? [] : readersOf(explanation.parts, focus);
  const reading = new Set(readers.map(({ id }) => id));
  const steps = proofSteps(explanation);
  return (
    <div className={styles.reasons} data-stale={problem !== null}>
      {explanation.problem !== null && explanation.proof.length === 0 && (
        <p className={styles.problem}>
          <Sentence text={explanation.problem.message} />
        </p>
      )}
      {focus !== null && <FocusNote path={focus} readers={readers.length} />}
      <Proof label="Shortest proof" steps={steps} reading={reading} />
      {deeper}
      <EveryPart explanation={explanation} reading={reading} isOpen={!showsEveryPart(explanation, steps)} />
    </div>
  );
}

/** The number of parts of the rule that read the focused path. */
function FocusNote({ path, readers }: { readonly path: Path; readonly readers: number }) {
  const name = `\`${formatPath(path)}\``;
  const text =
    readers === 0
      ? `No part of this rule reads ${name}.`
      : `${readers === 1 ? 'One part reads' : `${readers} parts read`} ${name}:`;
  return (
    <p role="status" className={styles.focus}>
      <Sentence text={text} />
    </p>
  );
}

/** For a turn that is not eligible: where the rule runs, with links. */
function NotEligible({ turn }: { readonly turn: TurnIndex }) {
  const { ref } = useSession();
  const rule = useJudgedRule();
  const actions = useViewActions();
  const sweep = useQuery(sweepQuery(useEngine(), ref, rule, useDecisions()));
  const codes = sweep.data?.codes ?? new Uint8Array();
  const isEligible = (code: number) => code !== verdictCodes['n/a'];
  const later = codes.findIndex((code, at) => at > turn && isEligible(code));
  const nearest = later >= 0 ? later : codes.findLastIndex((code, at) => at < turn && isEligible(code));
  const hasNone = sweep.data?.problem === null && nearest < 0;

  return (
    <EmptyState title={eligibleText(rule)}>
      {nearest >= 0 && (
        <Button onClick={() => actions.moveCursor(nearest)}>
          {nearest > turn ? 'Next' : 'Last'} eligible turn: {nearest}
        </Button>
      )}
      {hasNone && <p>This session has no eligible turn.</p>}
      {hasNone && rule.match !== null && (
        <Button onClick={() => actions.does('choose every tool', () => actions.setRule({ ...rule, match: null }))}>
          Run it at every tool
        </Button>
      )}
    </EmptyState>
  );
}

/** Deepest indentation; more would leave no room for the text. */
const maxIndent = 12;
/** Rows shown at most, few enough to render at once. */
const maxLines = 400;

interface EveryPartProps {
  readonly explanation: Explanation;
  /** Ids of the parts that read the focused path. */
  readonly reading: ReadonlySet<number>;
  /** Open until the user folds it. */
  readonly isOpen: boolean;
}

/** The whole rule part by part, each with its value; parts that were not reached are muted. */
function EveryPart({ explanation, reading, isOpen }: EveryPartProps) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isShown = chosen ?? isOpen;
  return (
    <details
      className={styles.every}
      open={isShown}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isShown) setChosen(currentTarget.open);
      }}
    >
      <summary className={styles.heading}>Every part</summary>
      {isShown && <Parts explanation={explanation} reading={reading} />}
    </details>
  );
}

function Parts({ explanation, reading }: Omit<EveryPartProps, 'isOpen'>) {
  const lines = partLines(explanation);
  return (
    <ol className={styles.parts} aria-label="Every part">
      {lines.slice(0, maxLines).map(({ part, depth }, at) => (
        <li
          key={part.id}
          className={styles.line}
          data-outcome={part.outcome}
          // Its own parts repeat the text of a part that has some.
          data-cut={(lines[at + 1]?.depth ?? 0) > depth}
          data-reads={reading.has(part.id)}
          style={{ paddingLeft: 12 + Math.min(depth, maxIndent) * 12 }}
          aria-level={depth + 1}
        >
          <PartText part={part} />
          <span className={styles.read}>
            <PartValue part={part} />
          </span>
          {part.outcome !== 'unreached' && <WrittenAt turn={part.writtenAt} />}
          {part.elements !== null && <Elements part={part} elements={part.elements} isFolded />}
        </li>
      ))}
      {lines.length > maxLines && <li className={styles.quiet}>and {lines.length - maxLines} more parts</li>}
    </ol>
  );
}
