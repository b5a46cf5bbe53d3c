import { useState } from 'react';
import type { SessionRef } from '../../engine/model/session.ts';
import type { CallProblem } from '../../engine/runs/console/problems.ts';
import type { ConsoleScope } from '../../engine/runs/console/scope.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { Button } from '../../ui/Button.tsx';
import { ProblemError } from '../../worker/connect.ts';
import type { WrittenCall } from '../../worker/run-protocol.ts';
import { CallFields } from './CallFields.tsx';
import { CallLine } from './CallLine.tsx';
import styles from './Run.module.css';
import type { Entered } from './useRun.ts';

export interface CallComposerProps {
  readonly label: string;
  readonly session: SessionRef;
  /** The number of steps before the call; it may use names that they made. */
  readonly step: number;
  /** Null while it is loading. */
  readonly scope: ConsoleScope | null;
  readonly draft: WrittenCall;
  readonly onDraft: (draft: WrittenCall) => void;
  readonly onEnter: (call: WrittenCall) => Promise<Entered>;
  readonly onPerformed: () => void;
  /** The call that many steps back, or null if there is none. */
  readonly past?: (back: number) => Promise<string> | null;
  /** Set while a past call is edited: Escape calls it, and the field gets the focus at once. */
  readonly onLeave?: () => void;
}

interface Refused {
  readonly draft: WrittenCall;
  readonly problems: readonly CallProblem[];
}

/** One call, as a line or as a form; the user can switch between the two at any time. */
export function CallComposer(props: CallComposerProps) {
  const { label, session, step, scope, draft, onDraft, onEnter, onPerformed, past, onLeave } = props;
  const engine = useEngine();
  const [refused, setRefused] = useState<Refused | null>(null);
  const [performed, setPerformed] = useState(0);
  const problems = refused !== null && refused.draft === draft ? refused.problems : [];

  const enter = async () => {
    const entered = await onEnter(draft);
    if (entered.kind === 'performed') {
      onPerformed();
      setPerformed(performed + 1);
    } else if ('line' in draft && isUnfinished(entered.problems)) {
      // As in any console, an unfinished call continues on the next line, and the message says what is missing.
      const longer = { line: `${draft.line}\n` };
      onDraft(longer);
      setRefused({ draft: longer, problems: entered.problems });
    } else setRefused({ draft, problems: entered.problems });
  };
  const change = async () => {
    const { line, form, problems: found } = await engine.readCall({ session, step, call: draft });
    if ('form' in draft) onDraft({ line: isBlank(draft.form) ? '' : line });
    else if (form === null) setRefused({ draft, problems: found });
    else onDraft({ form });
  };
  const isForm = 'form' in draft;
  const toggle = (
    <Button
      look="quiet"
      title={isForm ? 'Write the call as a line' : 'Fill the call in field by field'}
      onClick={() =>
        void change().catch((cause: unknown) => {
          if (!(cause instanceof ProblemError)) throw cause;
          setRefused({ draft, problems: [cause.problem] });
        })
      }
    >
      {isForm ? 'Line' : 'Form'}
    </Button>
  );

  return (
    <div className={styles.composer} data-form={isForm ? (draft.form.op === '' ? 'empty' : 'filled') : 'none'}>
      {isForm ? (
        scope !== null && (
          <CallFields
            // A new key after each call, so that the next form starts empty.
            key={performed}
            label={label}
            session={session}
            step={step}
            scope={scope}
            form={draft.form}
            refused={problems}
            onForm={(form) => onDraft({ form })}
            onEnter={() => void enter()}
            toggle={toggle}
            {...(onLeave !== undefined && { onLeave })}
          />
        )
      ) : (
        <CallLine
          label={label}
          session={session}
          step={step}
          text={draft.line}
          problems={problems}
          onText={(line) => onDraft({ line })}
          onEnter={() => void enter()}
          toggle={toggle}
          {...(past !== undefined && { past })}
          {...(onLeave !== undefined && { onLeave })}
        />
      )}
    </div>
  );
}

const isUnfinished = ([first]: readonly CallProblem[]): boolean =>
  first?.code === 'console/unclosed' || first?.code === 'console/unfinished';

const isBlank = ({ op, as, on, args }: Extract<WrittenCall, { form: unknown }>['form']): boolean =>
  op === '' && as === '' && on === '' && Object.keys(args).length === 0;
