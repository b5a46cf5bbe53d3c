import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerTo } from '../../services/answerTo.ts';
import { callScopeQuery, runOutlineQuery, runStepsQuery, stepLineQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useSession } from '../../state/useSession.ts';
import { useView, useViewActions } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/EmptyState.tsx';
import { Region } from '../../ui/Region.tsx';
import type { WrittenCall, RunStepRow, RunOutline } from '../../worker/run-protocol.ts';
import { OwnManifest } from '../OwnManifest.tsx';
import { CallComposer } from './CallComposer.tsx';
import styles from './Run.module.css';
import { sourceOf } from './runs.ts';
import { RunTitle } from './RunTitle.tsx';
import { StepGrid } from './StepGrid.tsx';
import { StepTools } from './StepTools.tsx';
import { useRun, hasFailed } from './useRun.ts';
import type { EngineClient } from '../../worker/connect.ts';
import type { SourceId } from '../../worker/protocol.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import type { CallForm } from '../../engine/runs/console/form.ts';

/** The calls of a run: step back and forth, branch, replace a call, and write the next one. */
export function RunPanel() {
  // Edits and typed text belong to one run.
  return <OneRun key={sourceOf(useSession())} />;
}

interface Edit {
  readonly step: number;
  readonly draft: WrittenCall;
}

function OneRun() {
  const engine = useEngine();
  const queries = useQueryClient();
  const outline = useSession();
  const { ref, title } = outline;
  const source = sourceOf(outline);
  const [kept, setKept] = useState(() => draftOf(engine, source));
  const [editing, setEdited] = useState<Edit | null>(null);
  const suggestedCall = useView((view) => view.call);
  const { proposeCall } = useViewActions();
  // A call suggested by another panel takes precedence over the typed one, until the user types again.
  const draft = suggestedCall ?? kept;
  const edited = suggestedCall === null ? editing : null;
  const run = useRun();
  const head = useQuery(runOutlineQuery(engine, ref));
  const { stepCount = 0, waiting = [] } = head.data ?? {};
  const cursor = run.going ?? head.data?.cursor ?? 0;
  const [last] = useQuery(runStepsQuery(engine, ref, Math.max(0, cursor - 1), cursor)).data ?? [];
  const at = edited?.step ?? cursor;
  const scope = useQuery(callScopeQuery(engine, ref, at)).data ?? null;

  const write = (next: WrittenCall) => {
    keepDraft(engine, source, next);
    setKept(next);
    setEdited(null);
    proposeCall(null);
  };
  const lineOf = (step: number) => answerTo(queries, stepLineQuery(engine, ref, step));
  const begin = async (step: number) => {
    const line = await lineOf(step);
    proposeCall(null);
    setEdited({ step, draft: { line } });
  };

  return (
    <Region
      name="Run"
      title={<RunTitle title={title} onRename={(next) => void run.rename(next)} />}
      actions={
        <>
          <OwnManifest />
          <Button look="quiet" onClick={() => void run.saveScript()}>
            Save script
          </Button>
          <Button look="quiet" onClick={run.share}>
            Share or save…
          </Button>
        </>
      }
    >
      <div className={styles.run}>
        <StepTools
          cursor={cursor}
          stepCount={stepCount}
          onRewind={(step) => void run.rewind(step)}
          onBranch={() => void run.branch(cursor)}
          onEdit={() => void begin(cursor - 1)}
          onRemove={() => void run.edit(cursor - 1, null)}
        />
        <p className={styles.remark} role="status" aria-label="Run">
          {run.remark}
        </p>
        {run.replaying !== null && (
          <p className={styles.replaying}>
            <progress value={run.replaying.fraction} aria-label="Calls performed again" /> Performing calls again…
            <Button look="quiet" onClick={run.replaying.stop}>
              Stop
            </Button>
          </p>
        )}
        {head.isError && <Failure message={head.error.message} />}
        <StepGrid
          session={ref}
          cursor={cursor}
          stepCount={stepCount}
          edited={edited?.step ?? null}
          onRewind={(step) => void run.rewind(step)}
        />
        <StepFault step={last} />
        {edited === null && <Waiting steps={waiting} onAnswer={(form) => write({ form })} />}
        {edited === null ? (
          <CallComposer
            key="new"
            label="Call"
            session={ref}
            step={cursor}
            scope={scope}
            draft={draft}
            onDraft={write}
            onEnter={run.perform}
            onPerformed={() => write('form' in draft ? { form: { as: '', on: '', op: '', args: {} } } : { line: '' })}
            past={(back) => (back <= cursor ? lineOf(cursor - back) : null)}
          />
        ) : (
          <CallComposer
            key={`edit ${edited.step}`}
            label={`Edit step ${edited.step + 1}`}
            session={ref}
            step={edited.step}
            scope={scope}
            draft={edited.draft}
            onDraft={(next) => setEdited({ step: edited.step, draft: next })}
            onEnter={(call) => run.edit(edited.step, call)}
            onPerformed={() => setEdited(null)}
            onLeave={() => setEdited(null)}
          />
        )}
      </div>
    </Region>
  );
}

/** The unfinished call of each run, kept while a narrow page does not show the panel. */
const drafts = new WeakMap<EngineClient, Map<SourceId, WrittenCall>>();

const empty: WrittenCall = { line: '' };

const draftOf = (engine: EngineClient, run: SourceId): WrittenCall => drafts.get(engine)?.get(run) ?? empty;

function keepDraft(engine: EngineClient, run: SourceId, draft: WrittenCall) {
  const kept = drafts.get(engine) ?? new Map<SourceId, WrittenCall>();
  drafts.set(engine, kept.set(run, draft));
}

/** The full error of the current step; its row shows only the beginning. */
function StepFault({ step }: { readonly step: RunStepRow | undefined }) {
  if (step === undefined || !hasFailed(step)) return null;
  const { index, outcome, errorKind, words } = step;
  return (
    <p className={styles.stepFault}>
      Step {index + 1} was {outcome}
      {errorKind !== null && (
        <>
          {' '}
          with <code>{errorKind}</code>
        </>
      )}
      {words === '' ? '.' : ': '}
      <Sentence text={words} />
    </p>
  );
}

interface WaitingProps {
  readonly steps: RunOutline['waiting'];
  readonly onAnswer: (form: CallForm) => void;
}

/** Waiting steps shown; the others are counted. */
const maxShown = 2;

/** Steps that wait, the newest first, each with buttons for the calls that would end the wait. */
function Waiting({ steps, onAnswer }: WaitingProps) {
  if (steps.length === 0) return null;
  const newest = steps.toReversed().slice(0, maxShown);
  return (
    <ul className={styles.waiting} aria-label="Waiting">
      {newest.map(({ index, op, answers }) => (
        <li key={index} className={styles.waits}>
          <span>
            Step {index + 1} waits: <code>{op}</code>
          </span>
          <span className={styles.answers}>
            {answers.map((answer) => (
              <Button
                key={answer.op}
                onClick={() => onAnswer(answer)}
                aria-label={`Answer step ${index + 1} with ${answer.op}`}
              >
                Answer with {answer.op}…
              </Button>
            ))}
          </span>
        </li>
      ))}
      {steps.length > maxShown && <li>{steps.length - maxShown} earlier steps wait as well.</li>}
    </ul>
  );
}
