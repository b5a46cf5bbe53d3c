import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { verdictKinds, type VerdictKind } from '../../engine/model/verdict.ts';
import { sweepQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useNoticeActions } from '../../state/useNotices.ts';
import { useCursor, useDecisions, useRule, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceRow } from '../../ui/ChoiceRow.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { ProblemError } from '../../worker/connect.ts';
import { usePolicy } from '../usePolicy.ts';
import styles from './Policy.module.css';

/** Makes the cursor's turn a test of the rule on the bench. Enter keeps how it comes out now. */
export function NewTestDialog({ onClose }: { readonly onClose: () => void }) {
  const policy = usePolicy();
  const { ref } = useSession();
  const engine = useEngine();
  const turn = useCursor();
  const decisions = useDecisions();
  const rule = useRule();
  const { editPolicy } = useViewActions();
  const { tell } = useNoticeActions();
  const codes = useQuery(sweepQuery(engine, ref, rule, decisions)).data?.codes;
  const now = verdictKinds[codes?.[turn] ?? 0] ?? 'n/a';

  const [wanted, setWanted] = useState<VerdictKind | null>(null);
  const [written, setWritten] = useState<string | null>(null);
  const [isAdding, setAdding] = useState(false);
  const chosen = policy?.rule ?? null;
  if (policy === null || chosen === null) return null;
  const expect = wanted ?? now;
  const name = written ?? `${chosen.title} ${expect === 'fire' ? 'fires' : expect === 'pass' ? 'passes' : expect}`;

  const add = async () => {
    setAdding(true);
    try {
      const { text } = await engine.addTest({
        session: ref,
        text: policy.text,
        rule: chosen.id,
        turn,
        name: name.trim() === '' ? chosen.title : name.trim(),
        expect,
        decisions,
      });
      editPolicy(text);
      tell(`The test “${name.trim()}” stands in the policy now.`);
    } catch (cause) {
      if (!(cause instanceof ProblemError)) throw cause;
      tell(cause.problem.message, { tone: 'failure' });
    }
    onClose();
  };

  return (
    <Dialog title={`Turn ${turn} as a test of ${chosen.title}`} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isAdding) void add();
        }}
      >
        <div className={styles.choice}>
          <ChoiceRow
            label="What the rule should come to"
            choices={choicesOf(now)}
            chosen={expect}
            onChoose={setWanted}
          />
        </div>
        <div className={styles.field}>
          <span aria-hidden="true">Name</span>
          <TextField label="Name of the test" value={name} onChange={setWritten} data-autofocus />
        </div>
        <p className={styles.quiet}>
          A copy of this session goes into the policy’s text, cut down to what makes the rule come out as it does. Look
          at it before you pass the policy on.
        </p>
        <div className={styles.buttons}>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="main" disabled={isAdding} onClick={() => void add()}>
            {isAdding ? 'Cutting the session down…' : 'Add the test'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** How it is now, and the two that one may have wished for. */
function choicesOf(now: VerdictKind) {
  const others = (['fire', 'pass'] as const).filter((kind) => kind !== now);
  return [
    { id: now, title: `should ${now === 'fire' || now === 'pass' ? now : `come to ${now}`}, as now` },
    ...others.map((kind) => ({ id: kind, title: `should ${kind}` })),
  ];
}
