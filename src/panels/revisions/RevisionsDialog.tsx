import { once } from '../../base/once.ts';
import { useQuery } from '@tanstack/react-query';
import { revisionsQuery } from '../../services/keeping/queries.ts';
import { isSameRevision, type Revision } from '../../services/keeping/revisions.ts';
import { useKeeping, useWorkspaceId } from '../../services/keeping/useKeeping.ts';
import { useRule, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { count, counted } from '../../ui/format.ts';
import { hookTitles } from '../words.ts';
import styles from './Revisions.module.css';

/** What the rule was before, each time with what it did, and a way back to it. */
export function RevisionsDialog({ onClose }: { readonly onClose: () => void }) {
  const revisions = useQuery(revisionsQuery(useKeeping(), useWorkspaceId())).data;
  return (
    <Dialog title="Revisions of the rule" size="large" onClose={onClose}>
      {revisions?.length === 0 && (
        <EmptyState title="There is no revision yet.">
          <p>Each rule that you write is kept here, with what it did to the session, as soon as you pause typing.</p>
        </EmptyState>
      )}
      {revisions !== undefined && revisions.length > 0 && (
        <ol className={styles.list} aria-label="Revisions, the latest first">
          {revisions.toReversed().map((revision, index) => (
            <RevisionItem key={revision.at} revision={revision} before={revisions.at(-2 - index)} onClose={onClose} />
          ))}
        </ol>
      )}
    </Dialog>
  );
}

interface RevisionItemProps {
  readonly revision: Revision;
  /** The one before it. */
  readonly before: Revision | undefined;
  readonly onClose: () => void;
}

function RevisionItem({ revision, before, onClose }: RevisionItemProps) {
  const rule = useRule();
  const { title } = useSession();
  const { does, setRule } = useViewActions();
  const { at, expression, hook, match, session } = revision;
  const when = timeOf(at);
  const isNow = isSameRevision(revision, rule);
  const restore = () => {
    does(`restore the rule of ${when}`, () => setRule({ expression, hook, match }));
    onClose();
  };
  const isMoved = before === undefined || before.hook !== hook || before.match !== match;
  return (
    <li className={styles.revision} aria-current={isNow ? 'true' : undefined}>
      <time className={styles.time} dateTime={new Date(at).toISOString()}>
        {when}
      </time>
      <div className={styles.rule}>
        <code className={styles.expression}>{expression}</code>
        <span className={styles.did}>
          {didWords(revision, before)}
          {session !== title && ` in ${session}`}
          {isMoved && ` · ${hookTitles[hook]}${match === null ? '' : `: ${match}`}`}
        </span>
      </div>
      {isNow ? (
        <span className={styles.now}>in the editor</span>
      ) : (
        <Button aria-label={`Restore the rule of ${when}`} onClick={restore}>
          Restore
        </Button>
      )}
    </li>
  );
}

/** `fires at 12 of 480, 3 more · 2 errors · 61 unknown` */
export function didWords(revision: Revision, before: Revision | undefined): string {
  const { eligible, fire, error, unknown, session } = revision;
  if (eligible === 0) return 'no eligible turn';
  const change = before?.session === session && before.eligible === eligible ? fire - before.fire : 0;
  const compared = change === 0 ? '' : change > 0 ? `, ${count(change)} more` : `, ${count(-change)} fewer`;
  return [
    `fires at ${count(fire)} of ${count(eligible)}${compared}`,
    ...(error > 0 ? [counted(error, 'error')] : []),
    ...(unknown > 0 ? [`${count(unknown)} unknown`] : []),
  ].join(' · ');
}

const today = once(() => new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' }));
const earlier = once(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }));

function timeOf(at: number): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return (isToday ? today : earlier)().format(at);
}
