import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LeftOut, LeftOutField } from '../../engine/opening/left-out.ts';
import type { SessionRef } from '../../engine/model/session.ts';
import { leftOutQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useView } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { Failure } from '../../ui/EmptyState.tsx';
import { count } from '../../ui/format.ts';
import { RovingList } from '../../ui/RovingList.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { visible } from '../../ui/visible.tsx';
import { Place } from './Place.tsx';
import styles from './ReportDialog.module.css';

/**
 * Bytes up to which the comparison starts automatically. It takes a second or two, in steps that let the worker answer
 * other queries.
 */
const autoCompareBytes = 32_000_000;

interface LeftOutFieldsProps {
  readonly session: SessionRef;
  /** Whether the report has notes of losses. */
  readonly hasLosses: boolean;
}

/**
 * Compares the file with its sessions, value by value. A large file is compared on demand, because that takes seconds.
 */
export function LeftOutFields({ session, hasLosses }: LeftOutFieldsProps) {
  // Ids are readable on purpose: `s1:0` is entry 0 of source s1.
  const [source] = session.id.split(':', 1);
  const isLarge = useView(({ sources }) =>
    sources.some(({ opened }) => opened.source === source && opened.bytes > autoCompareBytes),
  );
  const [isAsked, setAsked] = useState(!isLarge);
  return (
    <section className={styles.group} aria-label="Not in the session">
      <h3 className={styles.heading}>
        Not in the session
        <span className={styles.meaning}>the file’s texts and numbers, compared with the session’s</span>
      </h3>
      {isAsked ? (
        <Found session={session} hasLosses={hasLosses} />
      ) : (
        <p>
          <Button onClick={() => setAsked(true)}>Compare the file with the session</Button>
        </p>
      )}
    </section>
  );
}

function Found({ session, hasLosses }: LeftOutFieldsProps) {
  const found = useQuery(leftOutQuery(useEngine(), session));
  if (found.isPending) return <Skeleton lines={6} label="Comparing" />;
  if (found.isError) return <Failure message={found.error.message} />;
  return <Fields leftOut={found.data} hasLosses={hasLosses} />;
}

interface FieldsProps extends Pick<LeftOutFieldsProps, 'hasLosses'> {
  readonly leftOut: LeftOut;
}

function Fields({ leftOut: { fields, more, kinds, ids }, hasLosses }: FieldsProps) {
  const isElse = kinds.length + ids.length > 0;
  return (
    <>
      {fields.length === 0 && (
        <p>
          {hasLosses
            ? 'No further value is missing: the losses are under “Lost”.'
            : `Everything${isElse ? ' else' : ''} in the file is in the session.`}
        </p>
      )}
      <RovingList>
        {fields.map((field) => (
          <FieldRow key={field.field} field={field} />
        ))}
      </RovingList>
      {more > 0 && <p className={styles.absent}>And {count(more)} smaller fields.</p>}
      <Names of="Kinds, which gave other values their meaning" fields={kinds} />
      <Names of="Ids, which matched calls with results" fields={ids} />
    </>
  );
}

function FieldRow({ field: { field, values, of, characters, first, example } }: { readonly field: LeftOutField }) {
  const many = values === of ? count(values) : `${count(values)} of ${count(of)}`;
  return (
    <li className={styles.note}>
      <span className={styles.field}>
        <code>{visible(field)}</code>{' '}
        <span className={styles.many}>
          {many} {of === 1 ? 'value' : 'values'}, {count(characters)} {characters === 1 ? 'character' : 'characters'}
        </span>
        <span className={styles.example}>{visible(example.replaceAll(/\s+/g, ' '))}</span>
      </span>
      <Place inWhole place={first} label={values === 1 ? 'where' : 'the first'} />
    </li>
  );
}

function Names({ of, fields }: { readonly of: string; readonly fields: readonly string[] }) {
  if (fields.length === 0) return null;
  const shown = fields.slice(0, 12);
  return (
    <p className={styles.names}>
      {of}:{' '}
      {shown.map((field, at) => (
        <span key={field}>
          <code>{visible(field)}</code>
          {at < shown.length - 1 ? ', ' : ''}
        </span>
      ))}
      {fields.length > shown.length ? `, and ${count(fields.length - shown.length)} more.` : '.'}
    </p>
  );
}
