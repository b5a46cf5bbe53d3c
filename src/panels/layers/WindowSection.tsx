import type { CallWindow } from '../../engine/systems/noetic/views/call-window.ts';
import type { ShownLayer } from '../../engine/systems/noetic/views/shown-layers.ts';
import type { WindowPart } from '../../engine/systems/noetic/views/window-parts.ts';
import { useView } from '../../state/useView.ts';
import { count } from '../../ui/format.ts';
import { visible } from '../../ui/visible.tsx';
import { TurnLink } from '../TurnLink.tsx';
import { arithmetic } from './arithmetic.ts';
import styles from './LayersView.module.css';

interface WindowSectionProps {
  readonly window: CallWindow;
  readonly calls: number;
  readonly cursor: number;
  readonly layers: readonly ShownLayer[];
}

/** One call's window: a bar with the limit, a table of its parts, and the sums in sentences. */
export function WindowSection({ window, cursor, layers }: WindowSectionProps) {
  const limit = useView((view) => view.windowLimit);
  const { parts, sum, total, growth, turn, model, isMeasured, facts } = window;
  const isLeast = total === null && parts.some(({ isRecorded }) => !isRecorded);
  const whole = Math.max(1, limit ?? 0, sum);
  return (
    <>
      <p className={styles.which}>
        turn <TurnLink turn={turn} isHere={turn === cursor} />
        {model !== null && <code>{model}</code>}
        {!isMeasured && <span className={styles.estimated}>estimated</span>}
        {facts.map(({ name, value }) => (
          <span key={name} className={styles.aside}>
            {name} <code>{visible(value.text)}</code>
          </span>
        ))}
      </p>
      <div className={styles.stack} aria-hidden="true">
        {parts
          .filter(({ tokens }) => tokens > 0)
          .map((part, index) => (
            <span
              key={index}
              className={styles.piece}
              data-kind={part.kind}
              style={{ width: `${(part.tokens / whole) * 100}%` }}
              title={`${part.name}: ${count(part.tokens)} tokens`}
            />
          ))}
      </div>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">part</th>
            <th scope="col" className={styles.number}>
              tokens
            </th>
            <th scope="col" className={styles.number}>
              share
            </th>
            <th scope="col" className={styles.number} title="Since the call before">
              grew
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part, index) => (
            <PartRow key={index} part={part} sum={sum} grew={growth[index] ?? null} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">total</th>
            <td className={styles.number}>{isLeast ? `${count(sum)} or more` : count(total ?? sum)}</td>
            <td className={styles.number}>{limit === null ? '' : percent(total ?? sum, limit)}</td>
            <td className={styles.aside}>{limit === null ? '' : 'of limit'}</td>
          </tr>
        </tfoot>
      </table>
      <ul className={styles.words} aria-label="How it adds up">
        {arithmetic(window, layers, limit).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}

interface PartRowProps {
  readonly part: WindowPart;
  readonly sum: number;
  readonly grew: CallWindow['growth'][number];
}

function PartRow({ part: { kind, name, tokens, isRecorded, items, facts }, sum, grew }: PartRowProps) {
  const summary = [
    ...(items === null || items === 0 ? [] : [`${items} items`]),
    ...facts.map((fact) => `${fact.name} ${fact.value.text.replaceAll('"', '')}`),
  ].join(', ');
  return (
    <tr data-zero={tokens === 0}>
      <th scope="row">
        <span className={styles.swatch} data-kind={kind} aria-hidden="true" />
        {kind === 'layer' && <span className="visually-hidden">layer </span>}
        {kind === 'layer' ? <code>{name}</code> : name}
        {summary !== '' && <span className={styles.summary}>{summary}</span>}
      </th>
      <td className={styles.number}>{isRecorded ? count(tokens) : 'unknown'}</td>
      <td className={styles.number}>{isRecorded ? percent(tokens, sum) : '–'}</td>
      <td className={styles.number}>
        {grew === null ? 'new' : grew === 'unknown' ? '–' : grew === 0 ? '·' : signed(grew)}
      </td>
    </tr>
  );
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(part > 0 && part / whole < 0.1 ? 1 : 0)} %`;

const signed = (value: number): string => (value < 0 ? `−${count(-value)}` : `+${count(value)}`);
