import { IconButton } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import type { PolicyOutline, TestOutline, TestRun } from '../../worker/policy-protocol.ts';
import styles from './Policy.module.css';

interface TestListProps {
  readonly outline: PolicyOutline;
  /** In the order of the tests; undefined while they run for the first time. */
  readonly runs: readonly TestRun[] | undefined;
  readonly onOpen: (test: TestOutline) => void;
  readonly onRemove: (test: TestOutline) => void;
}

/** The policy's tests with their current results. */
export function TestList({ outline, runs, onOpen, onRemove }: TestListProps) {
  if (outline.tests.length === 0)
    return (
      <EmptyState title="This policy has no tests yet.">
        <p>
          Go to a turn and press <Kbd keys="T" />: the result of the rule in the editor, or of the whole policy, is
          stored there as a test. It fails here when an edit changes the result.
        </p>
      </EmptyState>
    );
  return (
    <ul className={styles.items} aria-label="Tests of the policy">
      {outline.tests.map((test, index) => (
        <li key={test.range.start} className={styles.test}>
          <Outcome run={runs?.[index]} />
          <button type="button" className={styles.testName} title={`line ${test.line}`} onClick={() => onOpen(test)}>
            <span className={styles.title}>{test.name}</span>
            <span className={styles.quiet}>
              {titleOf(outline, test)} should {expectation(test)}
            </span>
          </button>
          <Got run={runs?.[index]} />
          <IconButton icon="close" label={`Remove the test ${test.name}`} onClick={() => onRemove(test)} />
        </li>
      ))}
    </ul>
  );
}

const titleOf = ({ rules }: PolicyOutline, { rule: id }: TestOutline): string =>
  id === null ? 'the policy' : (rules.find((rule) => rule.id === id)?.title ?? id);

const expectation = ({ expect }: TestOutline): string =>
  expect === 'fire' || expect === 'pass' || expect === 'block' || expect === 'lock' ? expect : `be ${expect}`;

function Outcome({ run }: { readonly run: TestRun | undefined }) {
  if (run === undefined) return <span className={styles.outcome}>…</span>;
  return (
    <span className={styles.outcome} data-passed={run.passed}>
      <Icon name={run.passed ? 'done' : 'close'} />
      {run.passed ? 'passed' : 'failed'}
    </span>
  );
}

function Got({ run }: { readonly run: TestRun | undefined }) {
  if (run === undefined || run.passed) return null;
  const got = run.got === null ? '' : `the result was ${run.got}`;
  return (
    <span className={styles.got} title={run.message ?? undefined}>
      {[got, run.message].filter(Boolean).join(': ')}
    </span>
  );
}
