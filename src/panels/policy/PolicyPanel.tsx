import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { replayPolicyQuery, runTestsQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { closePolicy } from '../../state/closing.ts';
import { useNoticeActions, useNoticeStore } from '../../state/useNotices.ts';
import { useDecisions, useOptionalSession, useSession } from '../../state/useSession.ts';
import type { PolicyTab } from '../../state/view/policy.ts';
import { useView, useViewActions, useViewStore } from '../../state/useView.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { CopyAsItIs } from '../CopyAsItIs.tsx';
import type { Span } from '../../ui/editor/codeEditor.ts';
import { Region } from '../../ui/Region.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type Tab, Tabs } from '../../ui/Tabs.tsx';
import { Scrolling } from '../../ui/Scrolling.tsx';
import { useSettled } from '../../ui/useSettled.ts';
import { ProblemError } from '../../worker/connect.ts';
import type { TestOutline, PolicyProblemRow } from '../../worker/policy-protocol.ts';
import { divergenceText, functionSentences } from '../replayWords.ts';
import { useSaveAsItIs } from '../textsOut.ts';
import { type ShownPolicy, usePolicy } from '../usePolicy.ts';
import { toggleWatch } from '../watchLive.ts';
import { ManifestText } from './ManifestText.tsx';
import styles from './Policy.module.css';
import { RuleList } from './RuleList.tsx';
import { TestList } from './TestList.tsx';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { Sentence } from '../../ui/Sentence.tsx';

/** The open manifest: its rules, its text, its problems and its tests. */
export function PolicyPanel() {
  const policy = usePolicy();
  return policy === null ? null : <Open policy={policy} />;
}

function Open({ policy }: { readonly policy: ShownPolicy }) {
  const session = useOptionalSession()?.outline.ref ?? null;
  const engine = useEngine();
  const { editPolicy, showPolicyTab } = useViewActions();
  const { notify } = useNoticeActions();
  const chosen = useView(({ policyRule }) => policyRule?.id ?? null);
  const tab = useView(({ policyTab }) => policyTab);
  const given = useView((view) => view.givenTexts);
  const [place, setPlace] = useState<Span | null>(null);
  // Keep the editor mounted once it was opened, with its undo history.
  const [hasText, setHasText] = useState(false);
  if (tab === 'text' && !hasText) setHasText(true);

  const { outline, failure } = policy;
  const hasTests = outline !== null && outline.tests.length > 0;
  const runs = useQuery({
    ...runTestsQuery(engine, { session, text: policy.text, given }),
    enabled: hasTests && failure === null,
  });

  const goTo = ({ start, end }: Span) => {
    setPlace({ start, end });
    showPolicyTab('text');
  };
  const remove = async (test: TestOutline) => {
    try {
      editPolicy((await engine.removeTest({ text: policy.text, at: test.range.start })).text);
    } catch (cause) {
      if (!(cause instanceof ProblemError)) throw cause;
      notify(cause.problem.message, { tone: 'failure' });
    }
  };
  const open = (part: { readonly range: Span }) => goTo(part.range);

  return (
    <Region name="Policy" title={titleOf(policy)} actions={<Actions policy={policy} />}>
      <Tabs label="Parts of the policy" tabs={tabsOf(policy, runs.data)} selected={tab} onSelect={showPolicyTab}>
        {hasText && (
          <div className={styles.text} hidden={tab !== 'text'}>
            <ManifestText policy={policy} place={place} />
          </div>
        )}
        {tab === 'rules' &&
          (outline === null ? (
            failure === null && <Skeleton lines={5} label="Reading the policy" />
          ) : (
            <div className={styles.list}>
              <RuleList outline={outline} chosen={chosen} onOpen={open} />
              {session !== null && failure === null && <ReplayNotes text={policy.text} />}
            </div>
          ))}
        {(tab === 'problems' || (tab === 'rules' && outline === null && failure !== null)) && (
          <ProblemList problems={outline?.problems ?? []} failure={failure} onOpen={open} />
        )}
        {tab === 'tests' && outline !== null && (
          <TestList outline={outline} runs={runs.data} onOpen={open} onRemove={(test) => void remove(test)} />
        )}
      </Tabs>
    </Region>
  );
}

const titleOf = ({ outline, name }: ShownPolicy) => (
  <span title={name}>
    Policy <span className={styles.quiet}>{outline?.agent.name ?? name}</span>
  </span>
);

function tabsOf(
  { outline, failure }: ShownPolicy,
  runs: readonly { readonly passed: boolean }[] | undefined,
): readonly Tab<PolicyTab>[] {
  const problems = failure === null ? (outline?.problems.length ?? 0) : 1;
  const tests = outline?.tests.length ?? 0;
  const failed = tests === 0 ? 0 : (runs?.filter(({ passed }) => !passed).length ?? 0);
  return [
    { id: 'rules', title: 'Rules', badge: <Badge count={outline?.rules.length ?? 0} /> },
    { id: 'text', title: 'YAML' },
    { id: 'problems', title: 'Problems', badge: <Badge count={problems} isBad={problems > 0} /> },
    {
      id: 'tests',
      title: 'Tests',
      badge: failed === 0 ? <Badge count={tests} /> : <Badge count={failed} isBad words={`failed of ${tests}`} />,
    },
  ];
}

interface BadgeProps {
  readonly count: number;
  readonly isBad?: boolean;
  readonly words?: string;
}

function Badge({ count, isBad = false, words = '' }: BadgeProps) {
  if (count === 0) return null;
  return (
    <span className={styles.badge} data-bad={isBad}>
      <span className="visually-hidden">, </span>
      {count}
      {words !== '' && ` ${words}`}
    </span>
  );
}

function Actions({ policy }: { readonly policy: ShownPolicy }) {
  const view = useViewStore();
  const notices = useNoticeStore();
  const isWatching = useView((state) => state.isWatching);
  const save = useSaveAsItIs();
  return (
    <>
      <IconButton
        icon="bell"
        label="Watch live sessions with this policy"
        aria-pressed={isWatching}
        onClick={() => toggleWatch(view, notices.getState().actions.notify)}
      />
      <CopyAsItIs label="Copy the policy’s text" text={policy.text} />
      <Button
        look="quiet"
        title="Save the policy’s text as a file"
        onClick={() => save({ text: policy.text, fileName: fileNameOf(policy.name), type: 'application/yaml' })}
      >
        Save as file
      </Button>
      <IconButton icon="close" label="Close the policy" onClick={() => closePolicy(view, notices)} />
    </>
  );
}

const fileNameOf = (name: string): string => (/\.(ya?ml|json)$/i.test(name) ? name : 'policy.yaml');

interface ProblemListProps {
  readonly problems: readonly PolicyProblemRow[];
  /** Why the whole text cannot be read. */
  readonly failure: string | null;
  readonly onOpen: (problem: PolicyProblemRow) => void;
}

/** The text's problems in order; each links to its line. */
function ProblemList({ problems, failure, onOpen }: ProblemListProps) {
  if (failure !== null) return <Failure message={failure} />;
  if (problems.length === 0) return <EmptyState title="This policy has no problems." />;
  return (
    <ul className={styles.items} aria-label="Problems of the policy">
      {problems.map((problem) => (
        <li key={`${problem.range.start} ${problem.code} ${problem.message}`}>
          <button type="button" className={styles.problem} onClick={() => onOpen(problem)}>
            <span className={styles.line}>line {problem.line}</span>
            <span className={styles.severity} data-severity={problem.severity}>
              {problem.severity}
            </span>
            <span className={styles.message}>
              <Sentence text={problem.message} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Milliseconds. A pause in typing, so that the ribbons are judged first. */
const settleMs = 250;

/** How the shown session would have gone under the policy. It shares its query with the timeline. */
function ReplayNotes({ text }: { readonly text: string }) {
  const { ref } = useSession();
  const settled = useSettled(text, settleMs);
  const replay = useQuery(replayPolicyQuery(useEngine(), ref, settled, useDecisions())).data;
  if (replay === undefined) return null;
  return (
    <Scrolling as="ul" className={styles.replay} aria-label="What the policy changes">
      {[divergenceText(replay), ...functionSentences(replay.functions)].map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </Scrolling>
  );
}
