import { unreachable } from '../../base/unreachable.ts';
import type { NamespaceEntry, PlaceEntry, WriteRow } from '../../engine/systems/voice/views/namespaces.ts';
import type { ValuePreview } from '../../worker/protocol.ts';
import { CutTitle } from '../../ui/CutTitle.tsx';
import { count, counted } from '../../ui/format.ts';
import { visible } from '../../ui/visible.tsx';
import { TurnLink } from '../TurnLink.tsx';
import { useTurnWords } from '../useTurnWords.ts';
import type { NamespaceItem } from './namespaceLines.ts';
import styles from './Namespaces.module.css';

export function LineContent({ item }: { readonly item: NamespaceItem }) {
  switch (item.kind) {
    case 'space': {
      const { id, rule, about, written, aside } = item.space;
      return (
        <span className={styles.line} title={about}>
          <span className={styles.space}>{id}</span>
          <span className={styles.rule}>{rule}</span>
          {written > 0 && <span className={styles.written}>{counted(written, 'write')} here</span>}
          {aside.count > 0 && (
            <span
              className={styles.aside}
              title={`Does not fit, and is kept in the state as ${asideNames(item.space)}`}
            >
              +{count(aside.count)} kept aside
            </span>
          )}
          <span className={styles.size}>{sizeWords(item.space, count)}</span>
        </span>
      );
    }
    case 'place':
      return <PlaceLine place={item.place} />;
    case 'write':
      return <WriteLine write={item.write} where={item.where} />;
    case 'more':
      return <span className={styles.more}>{moreWords(item.what, item.count)}</span>;
    default:
      return unreachable(item);
  }
}

/** The size in the words of `words`; of a namespace that was recorded in part, at least that many. */
function sizeWords({ size, isRecorded }: NamespaceEntry, words: (size: number) => string): string {
  if (isRecorded) return words(size);
  return size === 0 ? 'not recorded' : `${words(size)} or more`;
}

const asideNames = ({ aside: { count: all, first } }: NamespaceEntry): string =>
  [...first.map((key) => `“${key}”`), ...(all > first.length ? [`${count(all - first.length)} more`] : [])].join(', ');

const entries = (size: number): string => counted(size, 'entry').replace('entrys', 'entries');

const moreWords = (what: 'keys' | 'writes', left: number) =>
  what === 'keys' ? `${count(left)} more: show some` : `${count(left)} earlier: show some`;

function PlaceLine({ place: { key, value, here, trail, writes, places } }: { readonly place: PlaceEntry }) {
  const [last] = trail;
  const { isSnapshot } = useTurnWords();
  return (
    <span className={styles.line}>
      <span className={styles.key} data-here={here} title={key}>
        <CutTitle title={key} tail={8} />
      </span>
      {places === null && <Value value={value} />}
      {places === null && last !== undefined && (
        <>
          {last.how !== 'start' && <span className={styles.by}>{last.by}</span>}
          {writes > 1 && <span className={styles.size}>{count(writes)}×</span>}
          {!isSnapshot && (
            <span className={styles.when}>
              <TurnLink turn={last.turn} isInGrid isHere={last.here} />
            </span>
          )}
        </>
      )}
    </span>
  );
}

function WriteLine({ write, where }: { readonly write: WriteRow; readonly where: string }) {
  const { turn, how, by, place, value, here } = write;
  return (
    <span className={styles.line}>
      <span className={styles.how} data-here={here}>
        {how}
      </span>
      {where !== '' && (
        <code className={styles.where} title={place}>
          {where}
        </code>
      )}
      <Value value={value} />
      {how !== 'start' && <span className={styles.by}>{by}</span>}
      <span className={styles.when}>
        <TurnLink turn={turn} isInGrid isHere={here} />
      </span>
    </span>
  );
}

function Value({ value }: { readonly value: ValuePreview | null }) {
  if (value === null) return <span className={styles.gone}>gone</span>;
  return (
    <code className={styles.value} data-type={value.type} title={`${value.type}\n${value.text}`}>
      {visible(value.text)}
    </code>
  );
}

/** A line's text for screen readers. A snapshot does not say when or by what a value was written. */
export function lineName(item: NamespaceItem, isSnapshot: boolean): string {
  switch (item.kind) {
    case 'space': {
      const { id, rule, written, aside } = item.space;
      const kept = aside.count === 0 ? '' : `, ${count(aside.count)} kept aside: ${asideNames(item.space)}`;
      return `${id}, ${rule}, ${sizeWords(item.space, entries)}${written > 0 ? `, ${counted(written, 'write')} by this turn` : ''}${kept}`;
    }
    case 'place': {
      const { key, value, here, trail, places } = item.place;
      const shown = places === null ? `: ${value?.text ?? 'gone'}` : ', agent';
      const [last] = trail;
      const by = last === undefined || isSnapshot ? '' : `, by ${last.by}${at(last.turn)}`;
      return `${key}${shown}${here ? ', written by this turn' : ''}${by}`;
    }
    case 'write': {
      const { how, place, value, by, turn } = item.write;
      return `${how} ${place}: ${value?.text ?? 'gone'}, by ${by}${at(turn)}`;
    }
    case 'more':
      return moreWords(item.what, item.count);
    default:
      return unreachable(item);
  }
}

const at = (turn: number): string => (turn < 0 ? ', before turn 0' : `, turn ${turn}`);
