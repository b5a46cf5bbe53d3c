import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type PolicyOutcome, policyOutcomes, verdictKinds, type VerdictKind } from '../../engine/model/verdict.ts';
import { replayPolicyQuery, sweepQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useNoticeActions } from '../../state/useNotices.ts';
import { useCursor, useDecisions, useRule, useSession } from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceRow } from '../../ui/ChoiceRow.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ProblemError } from '../../worker/connect.ts';
import type { PolicyRuleOutline } from '../../worker/policy-protocol.ts';
import { type ShownPolicy, usePolicy } from '../usePolicy.ts';
import styles from './Policy.module.css';

interface NewTestDialogProps {
  readonly onClose: () => void;
}

/**
 * Makes the turn at the cursor a test of the rule in the editor, or of the whole policy. Enter expects the current
 * result.
 */
export function NewTestDialog({ onClose }: NewTestDialogProps) {
  const policy = usePolicy();
  return policy === null ? null : <TestForm policy={policy} onClose={onClose} />;
}

const subjects = [
  { id: 'rule', title: 'of this rule' },
  { id: 'policy', title: 'of the whole policy' },
] as const;

function TestForm({ policy, onClose }: NewTestDialogProps & { readonly policy: ShownPolicy }) {
  const { ref } = useSession();
  const engine = useEngine();
  const turn = useCursor();
  const decisions = useDecisions();
  const isGiving = useView((view) => Object.keys(view.givenTexts).length > 0);
  const { editPolicy } = useViewActions();
  const { notify } = useNoticeActions();
  const [wanted, setWanted] = useState<Expected | null>(null);
  const [written, setWritten] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [subject, setSubject] = useState<(typeof subjects)[number]['id']>('rule');
  const rule = subject === 'rule' ? policy.rule : null;
  const now = useNow(policy, rule);
  const expect = wanted ?? now;
  const title = rule?.title ?? 'the policy';
  const name = written ?? nameOf(title, expect);

  const add = async () => {
    setAdding(true);
    try {
      const { text } = await engine.addTest({
        session: ref,
        text: policy.text,
        rule: rule?.id ?? null,
        turn,
        name: name.trim() === '' ? title : name.trim(),
        expect,
        decisions,
      });
      editPolicy(text);
      notify(`The test “${name.trim()}” was added to the policy.`);
    } catch (cause) {
      if (!(cause instanceof ProblemError)) throw cause;
      notify(cause.problem.message, { tone: 'failure' });
    }
    onClose();
  };

  return (
    <Dialog title={`Turn ${turn} as a test of ${title}`} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isAdding) void add();
        }}
      >
        {policy.rule !== null && (
          <div className={styles.choice}>
            <ChoiceRow
              label="Subject of the test"
              choices={subjects}
              chosen={subject}
              onChoose={(id) => {
                setSubject(id);
                setWanted(null);
              }}
            />
          </div>
        )}
        <div className={styles.choice}>
          <ChoiceRow
            label="Expected result"
            choices={choicesOf(now, rule === null)}
            chosen={expect}
            onChoose={setWanted}
          />
        </div>
        <div className={styles.field}>
          <span aria-hidden="true">Name</span>
          <TextField label="Name of the test" value={name} onChange={setWritten} data-autofocus />
        </div>
        <p className={styles.quiet}>
          A copy of this session goes into the policy’s text, cut down to the turns and fields that make{' '}
          {rule === null ? 'it' : 'the rule'} give this result. Keys, addresses and numbers of people in it are
          replaced, except those that the result needs. Check it before you share the policy.
          {isGiving &&
            ' The test runs with the values and the findings table of this page. Where they are missing, its result may be unknown.'}
        </p>
        <div className={styles.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" disabled={isAdding} onClick={() => void add()}>
            {isAdding ? 'Shrinking the session…' : 'Add the test'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The current result of the rule, or without a rule of the policy, at the cursor. */
function useNow(policy: ShownPolicy, rule: PolicyRuleOutline | null): VerdictKind | PolicyOutcome {
  const { ref } = useSession();
  const engine = useEngine();
  const turn = useCursor();
  const decisions = useDecisions();
  const swept = useQuery({ ...sweepQuery(engine, ref, useRule(), decisions), enabled: rule !== null });
  const replayed = useQuery({ ...replayPolicyQuery(engine, ref, policy.text, decisions), enabled: rule === null });
  return rule === null
    ? (policyOutcomes[replayed.data?.codes[turn] ?? 0] ?? 'none')
    : (verdictKinds[swept.data?.codes[turn] ?? 0] ?? 'n/a');
}

/** The expected result of a rule or a policy. */
type Expected = VerdictKind | PolicyOutcome;

/** The current result and the other possible ones. */
function choicesOf(now: Expected, isPolicy: boolean): readonly { readonly id: Expected; readonly title: string }[] {
  const others = (isPolicy ? (['block', 'pass'] as const) : (['fire', 'pass'] as const)).filter((kind) => kind !== now);
  return [{ id: now, title: `${expectation(now)}, as now` }, ...others.map((id) => ({ id, title: expectation(id) }))];
}

const verbs: ReadonlySet<Expected> = new Set<Expected>(['fire', 'pass', 'block', 'lock']);

const expectation = (expected: Expected): string =>
  verbs.has(expected) ? `should ${expected}` : `should be ${expected}`;

const thirdPerson: { readonly [E in Expected]?: string } = {
  fire: 'fires',
  pass: 'passes',
  block: 'blocks',
  lock: 'locks',
};

/** The default name of a test. */
const nameOf = (subject: string, expected: Expected): string => `${subject} ${thirdPerson[expected] ?? expected}`;
