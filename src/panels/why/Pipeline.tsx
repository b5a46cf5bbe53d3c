import { useQuery } from '@tanstack/react-query';
import type { TurnIndex } from '../../engine/model/history.ts';
import { replayedTurnQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useDecisions, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import { VerdictMark, type Mark } from '../../ui/VerdictMark.tsx';
import type { PolicyRuleOutline, ReplayedTurnDetail } from '../../worker/policy-protocol.ts';
import { type ShownPolicy, usePolicy } from '../usePolicy.ts';
import styles from './Pipeline.module.css';
import { ReadValue } from './Value.tsx';
import why from './Why.module.css';
import type { PolicyOutcome } from '../../engine/model/verdict.ts';

/** The open policy's outcome at the turn: its steps in order, and the message that the model would have received. */
export function Pipeline({ turn }: { readonly turn: TurnIndex }) {
  const policy = usePolicy();
  return policy === null ? null : <Replayed policy={policy} turn={turn} />;
}

function Replayed({ policy, turn }: { readonly policy: ShownPolicy; readonly turn: TurnIndex }) {
  const { ref } = useSession();
  const input = { session: ref, text: policy.text, turn, decisions: useDecisions() };
  const query = useQuery({ ...replayedTurnQuery(useEngine(), input), enabled: policy.failure === null });
  if (query.data === undefined || query.isPlaceholderData) return null;
  const { outcome, steps, error, changes } = query.data;
  const rules = policy.outline?.rules ?? [];
  const isOfAnswers = (id: string) => rules.some((rule) => rule.id === id && rule.hook === 'guardrail.after');
  return (
    <section aria-label="The policy at this turn">
      <h3 className={why.heading}>{policyTitles[outcome]}</h3>
      <ol className={styles.steps} aria-label="Steps of the policy">
        {steps.map((step) => (
          <StepLine key={step.id} step={step} rule={rules.find(({ id }) => id === step.id)} />
        ))}
      </ol>
      {error !== null && (
        <p className={styles.messageToModel}>
          <span className={why.quiet}>Message to the model: </span>
          {error}
        </p>
      )}
      <Changes changes={changes} isAnswer={steps.some(({ id }) => isOfAnswers(id))} />
    </section>
  );
}

interface StepLineProps {
  readonly step: ReplayedTurnDetail['steps'][number];
  /** Undefined while the policy's text is read again. */
  readonly rule: PolicyRuleOutline | undefined;
}

function StepLine({ step: { id, outcome, message, invoked }, rule }: StepLineProps) {
  const { choosePolicyRule } = useViewActions();
  const { word, mark } = stepWords[outcome];
  const title = rule?.title ?? id;
  const edited = rule?.rule ?? null;
  return (
    <li className={styles.step} data-outcome={outcome}>
      {edited === null ? (
        <span>{title}</span>
      ) : (
        <button
          type="button"
          className={why.part}
          title="Put this rule in the editor"
          onClick={() => choosePolicyRule(id, edited)}
        >
          {title}
        </button>
      )}
      <span className={why.quiet}>{rule?.kind}</span>
      <span>
        <VerdictMark mark={mark} /> {word}
      </span>
      {message !== null && (
        <span className={styles.message}>
          <Sentence text={message} />
        </span>
      )}
      {invoked !== null && (
        <span className={styles.message}>
          <span className={why.quiet}>would invoke </span>
          <code>{invoked.name}</code> <ReadValue path={null} value={invoked.args} />
          <span className={why.quiet}>
            {invoked.isRecorded ? '; the recording contains this call' : '; its result was not recorded'}
          </span>
        </span>
      )}
    </li>
  );
}

/** Input and output as changed by the policy, beside the recorded ones. */
function Changes({ changes, isAnswer }: Pick<ReplayedTurnDetail, 'changes'> & { readonly isAnswer: boolean }) {
  return changes.map(({ part, recorded, changed }) => (
    <dl key={part} className={styles.transformed}>
      <dt>{changedTitles[part]}</dt>
      <dd>
        <ReadValue path={null} value={changed} />
      </dd>
      <dt>{part === 'output' && !isAnswer ? 'recorded output' : 'recorded input'}</dt>
      <dd>
        <ReadValue path={null} value={recorded} />
      </dd>
    </dl>
  ));
}

/** The outcome of the whole policy at a turn. */
const policyTitles: { readonly [O in PolicyOutcome]: string } = {
  none: 'No step of the policy runs here',
  pass: 'The policy lets this turn pass',
  continued: 'The policy reports a failure and lets this turn continue',
  unknown: 'The policy’s outcome here is unknown',
  block: 'The policy blocks this turn',
  lock: 'The policy locks the task here',
};

type StepOutcome = ReplayedTurnDetail['steps'][number]['outcome'];

const stepWords: { readonly [O in StepOutcome]: { readonly word: string; readonly mark: Mark } } = {
  passed: { word: 'passed', mark: 'pass' },
  skipped: { word: 'skipped', mark: 'n/a' },
  failed: { word: 'failed', mark: 'fire' },
  unknown: { word: 'unknown', mark: 'unknown' },
  'not-reached': { word: 'not reached', mark: 'n/a' },
};

/** Titles of the values that bindings and transforms changed. */
const changedTitles: { readonly [P in ReplayedTurnDetail['changes'][number]['part']]: string } = {
  input: 'input after bindings and transforms',
  output: 'output after the transforms',
};
