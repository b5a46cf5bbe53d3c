import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { turnTextQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { counted } from '../../ui/format.ts';
import type { Excerpt } from '../../worker/protocol.ts';
import { Found } from './Found.tsx';
import { Markdown } from './Markdown.tsx';
import styles from './Transcript.module.css';

export type ShownPart = 'thinking' | 'message' | 'result';

interface PassageProps {
  readonly turn: number;
  readonly part: ShownPart;
  /** The beginning, which the row has. */
  readonly excerpt: Excerpt;
  /** `whole` where the user asked for all of it, `cut` for its first lines. */
  readonly extent: 'short' | 'cut' | 'whole';
}

/** A text of a turn: its first lines, or all of it. */
export function Passage({ turn, part, excerpt, extent }: PassageProps) {
  if (extent === 'whole') return <Whole key={turn} turn={turn} part={part} excerpt={excerpt} />;
  return (
    <div className={styles[part]} data-cut={extent === 'cut'}>
      <Formatted part={part} text={excerpt.text} />
    </div>
  );
}

/** Texts of people and models are Markdown; results are data. */
const Formatted = ({ part, text }: { readonly part: ShownPart; readonly text: string }) =>
  part === 'result' ? <Found text={text} /> : <Markdown text={text.trimStart()} />;

/** A page with more text than this becomes slow. */
export const largest = 200_000;

function Whole({ turn, part, excerpt }: Omit<PassageProps, 'extent'>) {
  const { ref } = useSession();
  const [limit, setLimit] = useState(20_000);
  const { data } = useQuery(turnTextQuery(useEngine(), { session: ref, turn, part, limit }));
  const { text, more } = data ?? excerpt;
  return (
    <>
      <div className={styles[part]}>
        <Formatted part={part} text={text} />
      </div>
      {more > 0 && limit < largest && (
        <Toggle onToggle={() => setLimit(limit * 10)}>Show more · {counted(more, 'more character')}</Toggle>
      )}
      {more > 0 && limit >= largest && <InRaw turn={turn} more={more} />}
    </>
  );
}

/** What is too long for a row is in the recording's text. */
export function InRaw({ turn, more }: { readonly turn: number; readonly more?: number }) {
  const { moveCursor, openTab } = useViewActions();
  const show = () => {
    moveCursor(turn);
    openTab('raw');
  };
  return (
    <Toggle onToggle={show}>
      Show in the recording{more !== undefined && ` · ${counted(more, 'more character')}`}
    </Toggle>
  );
}

/** For the mouse: Enter on the row does the same, so that the grid stays one tab stop. */
export const Toggle = (props: { readonly onToggle: () => void; readonly children: ReactNode }) => (
  <button type="button" tabIndex={-1} className={styles.more} onClick={props.onToggle}>
    {props.children}
  </button>
);

/** Number of lines that a row shows before the user asks for all. */
const shownLines = { message: 6, result: 4 };
/** Average width of a character in pixels; results are monospaced. */
const characterWidths = { message: 6.2, result: 7.3 };

/** The part of a text that a row of this width shows before the user asks for all. `width`: pixels. */
export function firstLines(part: 'message' | 'result', { text }: Excerpt, width: number): string {
  const perLine = Math.max(24, width / characterWidths[part]);
  let left = shownLines[part];
  for (let from = 0; from <= text.length;) {
    const next = text.indexOf('\n', from);
    const end = next === -1 ? text.length : next;
    const lines = Math.max(1, Math.ceil((end - from) / perLine));
    if (lines > left) return text.slice(0, from + Math.floor(left * perLine));
    left -= lines;
    from = end + 1;
  }
  return text;
}

export const isLong = (part: 'message' | 'result', excerpt: Excerpt, width: number): boolean =>
  excerpt.more > 0 || firstLines(part, excerpt, width).length < excerpt.text.length;

export const extentOf = (isCut: boolean, isOpen: boolean) => (!isCut ? 'short' : isOpen ? 'whole' : 'cut');

interface ShowAllProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Number of characters that the row does not have. */
  readonly more: number;
}

export const ShowAll = ({ isOpen, onToggle, more }: ShowAllProps) => (
  <Toggle onToggle={onToggle}>
    {isOpen ? 'Show less' : `Show all${more > 0 ? ` · ${counted(more, 'more character')}` : ''}`}
  </Toggle>
);
