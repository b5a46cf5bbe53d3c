import { useState } from 'react';
import type { TurnIndex } from '../../engine/model/history.ts';
import type { VerdictKind } from '../../engine/model/verdict.ts';
import type { ComparedRow } from '../../worker/compare-protocol.ts';
import type { TurnRow } from '../../worker/protocol.ts';
import { Button } from '../../ui/Button.tsx';
import { count, milliseconds } from '../../ui/format.ts';
import { visible } from '../../ui/visible.tsx';
import { argumentsInShort, outcomeText, verdictWords } from '../words.ts';
import styles from './Compare.module.css';
import { Marked } from './Marked.tsx';
import { StateDifferences } from './StateDifferences.tsx';
import { differenceWords, kindWords, partTitle, signed } from './words.ts';

interface RowDetailProps {
  readonly row: ComparedRow;
  /** Null while no rule is judged. */
  readonly verdicts: { readonly here: VerdictKind; readonly there: VerdictKind } | null;
  /** The last turns at or before the row, for the states after them. */
  readonly reached: { readonly here: TurnIndex; readonly there: TurnIndex };
}

/** All that differs in the chosen row: its texts, its numbers and, on demand, the states after it. */
export function RowDetail({ row, verdicts, reached }: RowDetailProps) {
  const [hasState, setState] = useState(false);
  const { here, there, kind, differs, texts } = row;
  const one = here ?? there;
  const title = [
    here === null ? null : `turn ${count(here.index)} here`,
    there === null ? null : `turn ${count(there.index)} there`,
  ]
    .filter((part) => part !== null)
    .join(', ');
  return (
    <section className={styles.detail} aria-label="Chosen row" tabIndex={-1}>
      <p className={styles.detailHead}>
        <b>{kindWords[kind]}</b>
        {kind === 'changed' && <> in {differenceWords(differs, one?.kind === 'capability')}</>}
        <span className={styles.quiet}>{title}</span>
      </p>
      {texts.length > 0 && (
        <table className={styles.texts}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">part</span>
              </th>
              <th scope="col">here</th>
              <th scope="col">there</th>
            </tr>
          </thead>
          <tbody>
            {texts.map((text) => (
              <tr key={`${text.part} ${text.name}`}>
                <th scope="row">{visible(partTitle(text))}</th>
                {(['here', 'there'] as const).map((side) => {
                  const marked = text[side];
                  return (
                    <td key={side} dir="auto">
                      {marked === null ? <span className={styles.quiet}>none</span> : <Marked text={marked} />}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {texts.length === 0 && one !== null && (
        <p className={styles.whole} dir="auto">
          {visible(wholeOf(one))}
        </p>
      )}
      <Facts here={here} there={there} verdicts={verdicts} />
      <Button look="quiet" aria-expanded={hasState} onClick={() => setState(!hasState)}>
        {hasState ? 'Hide the differences of state' : 'Show the differences of state'}
      </Button>
      {hasState && <StateDifferences reached={reached} />}
    </section>
  );
}

const wholeOf = ({ kind, text, label, given, result }: TurnRow): string =>
  kind === 'capability'
    ? `${label}(${argumentsInShort(given ?? [])})${result === null ? '' : `\n${result.text}`}`
    : (text?.text ?? label);

interface Fact {
  readonly title: string;
  readonly here: string | null;
  readonly there: string | null;
  readonly difference: string;
}

function Facts({ here, there, verdicts }: Pick<ComparedRow, 'here' | 'there'> & Pick<RowDetailProps, 'verdicts'>) {
  const facts: readonly Fact[] = [
    numbersOf('tokens', tokensOf(here), tokensOf(there), count),
    numbersOf('time', here?.tookMs ?? null, there?.tookMs ?? null, milliseconds),
    wordsOf('outcome', here?.outcome ?? null, there?.outcome ?? null, outcomeText),
    wordsOf(
      'verdict',
      here && (verdicts?.here ?? null),
      there && (verdicts?.there ?? null),
      (verdict) => verdictWords[verdict],
    ),
  ].filter(({ here, there }) => here !== null || there !== null);
  if (facts.length === 0) return null;
  return (
    <table className={styles.facts}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">fact</span>
          </th>
          <th scope="col">here</th>
          <th scope="col">there</th>
          <th scope="col">difference</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(({ title, here, there, difference }) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td>{here ?? '–'}</td>
            <td>{there ?? '–'}</td>
            <td>{difference}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export const tokensOf = (row: TurnRow | null): number | null =>
  row === null || row.tokens === null || (row.tokens.prompt === null && row.tokens.completion === null)
    ? null
    : (row.tokens.prompt ?? 0) + (row.tokens.completion ?? 0);

const numbersOf = (
  title: string,
  here: number | null,
  there: number | null,
  written: (value: number) => string,
): Fact => ({
  title,
  here: here === null ? null : written(here),
  there: there === null ? null : written(there),
  difference: here === null || there === null ? '' : signed(here - there, written),
});

function wordsOf<T>(title: string, here: T | null, there: T | null, written: (value: T) => string): Fact {
  const [own, other] = [here, there].map((value) => (value === null ? null : written(value)));
  const difference = own === null || other === null ? '' : own === other ? 'same' : 'differs';
  return { title, here: own ?? null, there: other ?? null, difference };
}
