import { useQuery } from '@tanstack/react-query';
import type { TurnIndex } from '../../engine/model/history.ts';
import type { OtherValue, OtherValues, NearMiss } from '../../engine/rules/what-if/what-if.ts';
import { flipsQuery, missesQuery, sweepQuery, wouldAllowQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useLastAnswer } from '../../services/useLastAnswers.ts';
import { useView } from '../../state/useView.ts';
import { useNoticeActions } from '../../state/useNotices.ts';
import { useSession, useDecisions, useJudgedRule } from '../../state/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { Sentence } from '../../ui/Sentence.tsx';
import { counted } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { visible } from '../../ui/visible.tsx';
import type { Explanation } from '../../worker/protocol.ts';
import { givenAt } from '../givenTools.ts';
import { OwnManifest } from '../OwnManifest.tsx';
import { TurnLink } from '../TurnLink.tsx';
import styles from './Deeper.module.css';
import { Fixes } from './Fixes.tsx';
import { PartCode, PartText } from './PartText.tsx';
import { Preview, ReadValue, WrittenAt } from './Value.tsx';
import why from './Why.module.css';
import { allowedText, allowHeading, flipHeading } from './words.ts';

interface DeeperProps {
  readonly turn: TurnIndex;
  readonly explanation: Explanation;
  /** Whether the reasons belong to an earlier text of the rule: then the earlier answers stay, and no others are fetched. */
  readonly isStale: boolean;
}

/**
 * The parts after the reasons: gaps in the recording, changes that would turn the verdict, fixes for a failing rule,
 * and nearest misses.
 */
export function Deeper({ turn, explanation: { verdict, parts }, isStale }: DeeperProps) {
  const { yields } = useJudgedRule();
  return (
    <>
      {verdict === 'unknown' && <NotGiven parts={parts} />}
      {verdict !== 'n/a' && <GapNote turn={turn} parts={parts} />}
      {verdict === 'error' && <Fixes turn={turn} isStale={isStale} />}
      {(verdict === 'pass' || verdict === 'fire') && (
        <div className={styles.room}>
          <Flips turn={turn} isStale={isStale} />
        </div>
      )}
      {verdict === 'value' && yields === 'allow' && (
        <div className={styles.room}>
          <Allowing turn={turn} isStale={isStale} />
        </div>
      )}
      {verdict !== 'fire' && yields !== 'allow' && <Misses turn={turn} isStale={isStale} />}
      <OwnManifest />
    </>
  );
}

/** The way on from an unknown verdict, where a person can give what the recording lacks. */
function NotGiven({ parts }: Pick<GapNoteProps, 'parts'>) {
  const tool = givenAt(useJudgedRule().hook);
  const { showDialog } = useNoticeActions();
  if (tool === null || !parts.some(({ outcome, text }) => outcome === 'unknown' && tool.helps(text))) return null;
  return (
    <p className={styles.given}>
      {tool.about}
      <Button aria-haspopup="dialog" onClick={() => showDialog(tool.kind)}>
        {tool.button}
      </Button>
    </p>
  );
}

/** Roots whose values belong to the turn itself and not to its history. */
const ofTheMoment = new Set<unknown>(['input', 'output', 'now']);

interface GapNoteProps {
  readonly turn: TurnIndex;
  readonly parts: Explanation['parts'];
}

/** Warns that a verdict reads history across a gap, where the recording has no turns to count. */
function GapNote({ turn, parts }: GapNoteProps) {
  const { notes } = useSession();
  const before = notes.flatMap(({ gaps = [] }) => gaps).filter((gap) => gap <= turn);
  const [first] = before;
  const looksBack = parts.some(({ path }) => path !== null && path.length > 0 && !ofTheMoment.has(path[0]));
  if (first === undefined || !looksBack) return null;
  const others = before.length === 1 ? '' : ` and at ${before.length - 1} more places`;
  return (
    <p className={styles.note}>
      The recording has a gap before turn {first}
      {others}: of the earlier history the rule sees only the recorded part.
    </p>
  );
}

type AnswerProps = Pick<DeeperProps, 'turn' | 'isStale'>;

/** The smallest changes of values that would have turned the verdict, with the actual and the needed value. */
function Flips({ turn, isStale }: AnswerProps) {
  const { ref } = useSession();
  const rule = useJudgedRule();
  const input = { session: ref, rule, turn, decisions: useDecisions() };
  const query = useQuery({ ...flipsQuery(useEngine(), input), enabled: !isStale });
  const { answer, isEarlier } = useLastAnswer(query.data);
  if (answer === undefined && !query.isError)
    return <Skeleton lines={2} label="Looking for changes that would turn the verdict" />;
  // An expression that is not valid has no answer; the reasons above say so.
  if (answer === undefined || answer === null) return null;
  const { verdict, alternatives, notes } = answer;
  return (
    <ChangeSets
      label="Changes that would turn the verdict"
      heading={flipHeading(verdict, alternatives.length, rule)}
      sets={alternatives}
      notes={notes}
      isEarlier={isEarlier}
    />
  );
}

/** Of a rule that allows and is false: the smallest changes of values with which it would let the policy allow the call. */
function Allowing({ turn, isStale }: AnswerProps) {
  const { ref } = useSession();
  const rule = useJudgedRule();
  const decisions = useDecisions();
  const engine = useEngine();
  const text = useView((view) => view.policy?.text ?? null);
  const id = useView(({ policyRule }) => policyRule?.id ?? null);
  const isAsked = !isStale && text !== null && id !== null;
  const policy = { text: text ?? '', rule: id ?? '' };
  const query = useQuery({
    ...wouldAllowQuery(engine, { session: ref, rule, turn, decisions, policy }),
    enabled: isAsked,
  });
  const { answer, isEarlier } = useLastAnswer(query.data);
  if (answer === undefined && isAsked && !query.isError)
    return <Skeleton lines={2} label="Looking for changes by which the call would be allowed" />;
  if (answer === undefined || answer === null) return null;
  if (answer.kind === 'allowed')
    return (
      <p className={styles.note} aria-busy={isEarlier}>
        <Sentence text={allowedText(answer.by)} />
      </p>
    );
  const { alternatives, notes } = answer;
  return (
    <ChangeSets
      label="Changes by which the call would be allowed"
      heading={allowHeading(alternatives.length)}
      sets={alternatives}
      notes={notes}
      isEarlier={isEarlier}
    />
  );
}

interface ChangeSetsProps {
  readonly label: string;
  readonly heading: string;
  readonly sets: readonly OtherValues[];
  readonly notes: readonly string[];
  readonly isEarlier: boolean;
}

/** Sets of values, each of which is enough. */
function ChangeSets({ label, heading, sets, notes, isEarlier }: ChangeSetsProps) {
  return (
    <section aria-label={label} className={styles.answer} aria-busy={isEarlier}>
      <h3 className={why.heading}>{heading}</h3>
      <ul className={styles.sets}>
        {sets.map(({ values }) => (
          <li key={values.map(({ text, wanted }) => `${text} ${wanted}`).join('\n')} className={styles.set}>
            {values.map((change, at) => (
              <ChangeLine key={`${at} ${change.text}`} change={change} isFurther={at > 0} />
            ))}
          </li>
        ))}
      </ul>
      {notes.map((note) => (
        <p key={note} className={styles.note}>
          <Sentence text={note} />
        </p>
      ))}
    </section>
  );
}

/** `input.amount 1000 or less`, and below it the value it has now. */
function ChangeLine({ change, isFurther }: { readonly change: OtherValue; readonly isFurther: boolean }) {
  const { path, now, isUnknown, because, wanted, writtenAt, start, end } = change;
  return (
    <div className={styles.change}>
      <span>
        {isFurther && <span className={why.quiet}>and </span>}
        {/* A part of another rule cannot be marked in this one. */}
        {start === end ? <PartCode text={change.text} /> : <PartText part={change} />}{' '}
        <b className={styles.wanted}>{visible(wanted)}</b>
      </span>
      <span className={styles.now}>
        <span className={why.quiet}>now</span>
        <span className={why.read}>
          {now === null ? <Missing isUnknown={isUnknown} /> : <ReadValue path={path} value={now} />}
          {because !== null && <span className={styles.because}>{visible(because)}</span>}
        </span>
        <WrittenAt turn={writtenAt} />
      </span>
    </div>
  );
}

const Missing = ({ isUnknown }: Pick<OtherValue, 'isUnknown'>) => (
  <span className={why.quiet}>{isUnknown ? 'not known' : 'not there'}</span>
);

/** For a rule that fires nowhere in the session, the turns where it came closest to firing. */
function Misses({ turn, isStale }: AnswerProps) {
  const engine = useEngine();
  const { ref } = useSession();
  const rule = useJudgedRule();
  const decisions = useDecisions();
  const sweep = useQuery(sweepQuery(engine, ref, rule, decisions));
  const isJudged = !isStale && !sweep.isPlaceholderData && sweep.data?.problem === null;
  const counts = isJudged ? sweep.data?.counts : undefined;
  const isAsked = counts !== undefined && counts.fire === 0 && counts.pass > 0;
  const query = useQuery({ ...missesQuery(engine, { session: ref, rule, decisions }), enabled: isAsked });
  const hasNone = counts !== undefined && !isAsked;
  const { answer, isEarlier } = useLastAnswer(hasNone ? null : query.data);
  // Nothing while they are looked for: there may be none, and what is below would move for it and back.
  if (answer === undefined || answer === null || answer.alternatives.length === 0) return null;
  const { alternatives: nearest, turns, isWhole } = answer;
  return (
    <section aria-label="Nearest misses" className={styles.answer} aria-busy={isEarlier}>
      <h3 className={why.heading}>
        The rule fires nowhere; nearest to it, of {isWhole ? '' : 'the first '}
        {counted(turns, 'passing turn')}:
      </h3>
      <ol className={styles.misses}>
        {nearest.map((miss) => (
          <MissLine key={miss.turn} miss={miss} isHere={miss.turn === turn} />
        ))}
      </ol>
    </section>
  );
}

function MissLine({ miss: { turn, clauses, values }, isHere }: { readonly miss: NearMiss; readonly isHere: boolean }) {
  return (
    <li className={styles.miss}>
      <TurnLink turn={turn} isHere={isHere} />
      <span className={styles.missed}>
        {values === null
          ? `${clauses} ${clauses === 1 ? 'clause' : 'clauses'} away`
          : values.map(({ text, now, isUnknown, wanted }, at) => (
              <span key={`${at} ${text}`} className={styles.missing}>
                <PartCode text={text} /> {now === null ? <Missing isUnknown={isUnknown} /> : <Preview value={now} />}{' '}
                <span>
                  <span className={why.quiet} aria-hidden="true">
                    →{' '}
                  </span>
                  <b className={styles.wanted}>{visible(wanted)}</b>
                </span>
              </span>
            ))}
      </span>
    </li>
  );
}
