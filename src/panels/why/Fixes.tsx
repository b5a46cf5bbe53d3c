import { useQuery } from '@tanstack/react-query';
import type { TurnIndex } from '../../engine/model/history.ts';
import type { OtherRule } from '../../engine/rules/what-if/what-if.ts';
import { fixesQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useLastAnswer } from '../../services/useLastAnswers.ts';
import { useDecisions, useJudgedRule, useRule, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { VerdictMark } from '../../ui/VerdictMark.tsx';
import { visible } from '../../ui/visible.tsx';
import type { Rule } from '../../worker/protocol.ts';
import { TurnLink } from '../TurnLink.tsx';
import { verdictWords } from '../words.ts';
import styles from './Deeper.module.css';
import why from './Why.module.css';

/** Where a rule fails and how it can be changed, each change with the verdicts that it would alter. */
export function Fixes({ turn, isStale }: { readonly turn: TurnIndex; readonly isStale: boolean }) {
  const { ref } = useSession();
  const rule = useRule();
  const input = { session: ref, rule: useJudgedRule(), turn, decisions: useDecisions() };
  const query = useQuery({ ...fixesQuery(useEngine(), input), enabled: !isStale });
  const { answer, isEarlier } = useLastAnswer(query.data);
  if (answer === undefined && !query.isError) return <Skeleton lines={4} label="Looking for ways to fix it" />;
  if (answer === undefined || answer === null) return null;
  const { turns, alternatives, parts } = answer;
  return (
    <section aria-label="Ways to fix it" className={styles.answer} aria-busy={isEarlier}>
      <h3 className={why.heading}>{alternatives.length === 0 ? 'Where it fails' : 'Ways to fix it'}</h3>
      {parts.map(({ start, failing, first }) => (
        <p key={start} className={styles.note}>
          This part fails with this error at {failing} of {turns} eligible turns, first at turn{' '}
          <TurnLink turn={first} isHere={first === turn} />.
        </p>
      ))}
      <ul className={styles.fixes}>
        {alternatives.map((fix) => (
          <li key={`${fix.rule.hook} ${fix.rule.expression}`}>
            <FixButton fix={fix} rule={rule} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The changed rule, with its new parts marked. The editor can undo the change. */
function FixButton({ fix: { title, rule: fixed, moves }, rule }: { readonly fix: OtherRule; readonly rule: Rule }) {
  const actions = useViewActions();
  const { before, added, after } = rewording(rule.expression, fixed.expression);
  return (
    <button
      type="button"
      className={styles.fix}
      onClick={() => actions.does('use the fix', () => actions.setRule(fixed))}
    >
      <span className={styles.title}>
        <Sentence text={title} />
      </span>
      <code className={styles.text}>
        {visible(before)}
        <ins>{visible(added)}</ins>
        {visible(after)}
      </code>
      <span className={styles.moves}>
        {moves.map(({ from, to, count }) => (
          <span key={`${from} ${to}`} className={styles.move}>
            <VerdictMark mark={from} />
            {verdictWords[from]} → <VerdictMark mark={to} />
            {verdictWords[to]} <b>{count}</b>
          </span>
        ))}
      </span>
    </button>
  );
}

/** Cuts the new text in three: the unchanged beginning, the new part, and the unchanged end. */
export function rewording(
  old: string,
  text: string,
): { readonly before: string; readonly added: string; readonly after: string } {
  let start = 0;
  const most = Math.min(old.length, text.length);
  while (start < most && old[start] === text[start]) start++;
  let end = 0;
  while (end < most - start && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
  // A mark that begins or ends within a name would be hard to read.
  while (start > 0 && isInName(text, start)) start--;
  while (end > 0 && isInName(text, text.length - end)) end--;
  return {
    before: text.slice(0, start),
    added: text.slice(start, text.length - end),
    after: text.slice(text.length - end),
  };
}

const isInName = (text: string, at: number) => /\w/.test(text[at - 1] ?? '') && /\w/.test(text[at] ?? '');
