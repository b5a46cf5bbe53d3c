import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { argumentsQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useSession } from '../../state/useSession.ts';
import type { Argument } from '../../worker/protocol.ts';
import { Found } from './Found.tsx';
import { InRaw, largest, Toggle } from './Passage.tsx';
import styles from './Transcript.module.css';

/** A text in quotes, unless they would be confused with its own. */
const quoted = ({ text, isText, isCut }: Argument): string =>
  isText && !/["\n]/.test(text) ? `"${text}${isCut ? '…' : '"'}` : text;

/** Number of characters that the arguments take on one line: `name: value, name: value`. */
export const lengthOnLine = (given: readonly Argument[]): number =>
  given.reduce((length, { name, text }) => length + (name?.length ?? 0) + text.length + 6, 0);

export const hasLines = (given: readonly Argument[]): boolean => given.some(({ text }) => text.includes('\n'));

/** The arguments of a call beside its name. */
export function ArgumentLine({ given }: { readonly given: readonly Argument[] }) {
  return (
    <>
      <span className={styles.sign}>(</span>
      {given.map((argument, index) => (
        <Fragment key={index}>
          {index > 0 && <span className={styles.sign}>, </span>}
          <bdi>
            {argument.name !== null && (
              <span className={styles.name}>
                <Found text={argument.name} />:{' '}
              </span>
            )}
            <bdi>
              <Found text={quoted(argument)} />
            </bdi>
          </bdi>
        </Fragment>
      ))}
      <span className={styles.sign}>)</span>
    </>
  );
}

/** The arguments of a call, one below the other. */
export function ArgumentList({ given, isCut }: { readonly given: readonly Argument[]; readonly isCut: boolean }) {
  return (
    <dl className={styles.arguments} data-cut={isCut}>
      {given.map((argument, index) => (
        <Fragment key={index}>
          <dt title={argument.name ?? undefined}>{argument.name !== null && <Found text={argument.name} />}</dt>
          <dd>
            <Found text={quoted(argument)} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** All arguments, in full. */
export function WholeArguments({ turn, given }: { readonly turn: number; readonly given: readonly Argument[] }) {
  const { ref } = useSession();
  const [limit, setLimit] = useState(20_000);
  const { data } = useQuery(argumentsQuery(useEngine(), { session: ref, turn, limit }));
  const shown = data ?? given;
  const isCut = data?.some((argument) => argument.isCut) === true;
  return (
    <>
      <ArgumentList given={shown} isCut={false} />
      {isCut && limit < largest && <Toggle onToggle={() => setLimit(limit * 10)}>Show more of the arguments</Toggle>}
      {isCut && limit >= largest && <InRaw turn={turn} />}
    </>
  );
}
