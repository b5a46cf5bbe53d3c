import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { formatPath } from '../../engine/model/path.ts';
import { callQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { counted, milliseconds, count } from '../../ui/format.ts';
import { visible } from '../../ui/visible.tsx';
import type { CallDetail, InvocationDetail, TurnRow } from '../../worker/protocol.ts';
import { OutcomeText } from '../OutcomeText.tsx';
import { tokensInWords } from '../words.ts';
import styles from './InspectorPanel.module.css';
import { piecesOf } from './piecesOf.ts';

/** The full message or invocation of the turn at the cursor. */
export function CallView() {
  const call = useQuery(callQuery(useEngine(), useSession().ref, useCalmCursor(), useDecisions()));

  if (call.isPending) return <Skeleton lines={8} label="Loading the call" />;
  if (call.isError) return <Failure message={call.error.message} />;
  const { turn, message, withheld, invocation, planned, plannedCount } = call.data;
  if (turn === null) return <EmptyState title="There is no call yet." />;
  return (
    <div className={styles.call}>
      <Facts turn={turn} invocation={invocation} />
      {turn.kind !== 'capability' && (
        <LongText
          title={turn.kind === 'input' ? 'Message of the user' : 'Message of the model'}
          text={message}
          absent={absentWords(turn)}
        />
      )}
      {withheld !== null && withheld !== message && (
        <LongText title="Answer kept from the user" text={withheld} absent="Its text was not recorded." />
      )}
      {planned.length > 0 && <Planned planned={planned} more={plannedCount - planned.length} />}
      {invocation !== null && (
        <>
          <LongText title="Input" json={invocation.input} absent="The recording does not hold the input." />
          <LongText title="Output" json={invocation.output} absent="The recording does not hold the output." />
          {invocation.outputNote !== null && <p className={styles.aside}>{visible(invocation.outputNote)}</p>}
        </>
      )}
    </div>
  );
}

function absentWords({ kind, isRemark, label }: TurnRow): string {
  if (kind === 'input') return 'The user’s message was not recorded.';
  return `The model’s message was not recorded${isRemark ? `: ${label}` : '.'}`;
}

function Facts({ turn, invocation }: { readonly turn: TurnRow; readonly invocation: InvocationDetail | null }) {
  return (
    <dl className={styles.facts}>
      {invocation !== null && (
        <>
          <dt>function</dt>
          <dd>
            <code>{visible(invocation.function)}</code>
          </dd>
          <dt>outcome</dt>
          <dd data-outcome={invocation.outcome}>
            <OutcomeText outcome={invocation.outcome} />
            {invocation.reason !== null && visible(`: ${invocation.reason}`)}
          </dd>
          <dt>in CEL</dt>
          <dd className={styles.withButton}>
            <code>{visible(formatPath(invocation.path))}</code>
            <CopyButton label="Copy the path" text={formatPath(invocation.path)} />
          </dd>
        </>
      )}
      {turn.ended !== null && (
        <>
          <dt>task</dt>
          <dd data-outcome="restricted">{visible(turn.ended)}</dd>
        </>
      )}
      {invocation?.taskId != null && (
        <>
          <dt>child task</dt>
          <dd>
            <code>{invocation.taskId}</code>
          </dd>
        </>
      )}
      <dt>at</dt>
      <dd>{turn.at ?? 'not recorded'}</dd>
      {turn.tookMs !== null && (
        <>
          <dt>took</dt>
          <dd>{milliseconds(turn.tookMs)}</dd>
        </>
      )}
      {turn.kind === 'llm' && (
        <>
          <dt>tokens</dt>
          <dd>{turn.tokens === null ? 'not recorded' : tokensInWords(turn.tokens)}</dd>
        </>
      )}
    </dl>
  );
}

interface PlannedProps {
  readonly planned: CallDetail['planned'];
  /** The number of further calls. */
  readonly more: number;
}

function Planned({ planned, more }: PlannedProps) {
  const { moveCursor } = useViewActions();
  return (
    <section aria-label="Requested calls">
      <h3 className={styles.partTitle}>Requested calls</h3>
      <ul className={styles.planned}>
        {planned.map((step) => (
          <li key={step.turn}>
            <button type="button" className={styles.link} onClick={() => moveCursor(step.turn)}>
              <code>{visible(step.function)}</code> at turn {step.turn}
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={styles.aside}>and {counted(more, 'turn')} more, one after the other</p>}
    </section>
  );
}

/** Characters that a browser can lay out without a pause. */
const limit = 8000;

/** Each piece is laid out only when it comes into view. */
const pieceOf = (piece: string, index: number) => (
  // Pieces of one text never change their order.
  <span key={index} className={styles.piece}>
    {visible(piece)}
  </span>
);

/** A text under a heading; a very long one shows its beginning first. */
function LongText({
  title,
  absent = '',
  json = null,
  text = readable(json),
}: {
  readonly title: string;
  readonly absent?: string;
  /** A JSON value instead of a text; null if it is absent. */
  readonly json?: string | null;
  readonly text?: string | null;
}) {
  const heading = useId();
  // The text that is shown in full. Another turn's text starts cut again.
  const [expandedText, setWhole] = useState<string | null>(null);
  const isLong = text !== null && text.length > limit;
  const cut = isLong && expandedText !== text;
  return (
    <section aria-labelledby={heading}>
      <div className={styles.partBar}>
        <h3 className={styles.partTitle} id={heading}>
          {title}
        </h3>
        {text !== null && <CopyButton label={`Copy: ${title}`} text={text} />}
      </div>
      {text === null ? (
        <p className={styles.aside}>{absent}</p>
      ) : (
        <pre className={styles.text} data-code={json !== null && text === json}>
          {isLong && !cut ? piecesOf(text, limit).map(pieceOf) : visible(text.slice(0, limit))}
        </pre>
      )}
      {isLong && (
        <Button aria-expanded={!cut} onClick={() => setWhole(cut ? text : null)}>
          {cut ? `Show ${count(text.length - limit)} more characters` : 'Show the beginning only'}
        </Button>
      )}
    </section>
  );
}

/** JSON for reading: a single string is shown as text, with its line breaks. */
function readable(json: string | null): string | null {
  if (json?.startsWith('"') !== true) return json;
  try {
    const text: unknown = JSON.parse(json);
    return typeof text === 'string' ? text : json;
  } catch {
    // Not JSON, such as a text with a single quotation mark: shown unchanged.
    return json;
  }
}
