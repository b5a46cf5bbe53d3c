import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { rawQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { count } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { visible } from '../../ui/visible.tsx';
import { ProblemError } from '../../worker/connect.ts';
import type { RawExcerpt } from '../../worker/protocol.ts';
import styles from './InspectorPanel.module.css';
import { piecesOf } from '../piecesOf.ts';
import { linesOf, offsetsIn, type RawLine, selectIn, wordsOf } from '../rawLines.ts';

/** Characters of the previous page that stay visible on the next one. */
const overlap = 400;

/** The source text of the turn, with the text around it. A click in it shows the turn made from that place. */
export function RawView() {
  const cursor = useCalmCursor();
  const engine = useEngine();
  const { ref } = useSession();
  const { moveCursor } = useViewActions();
  // The page of the text that the user chose; reset when the turn changes.
  const [paged, setPaged] = useState<{ readonly from: number; readonly turn: number } | null>(null);
  const [said, setSaid] = useState('');
  const from = paged?.turn === cursor ? paged.from : null;
  const raw = useQuery(rawQuery(engine, { session: ref, turn: cursor, from }));

  if (raw.isPending) return <Skeleton lines={12} label="Loading the source text" />;
  if (raw.isError) return <Failure message={raw.error.message} />;
  if (raw.data.text === '')
    return <EmptyState title={cursor < 0 ? 'There is no turn yet.' : 'This turn has no text in the source.'} />;

  const show = (offset: number) => setPaged({ from: Math.max(0, offset), turn: cursor });
  const choose = async (offset: number) => {
    try {
      const { turn } = await engine.turnAtOffset({ session: ref, offset });
      setSaid(turn === null ? 'No turn was made from this part.' : turn === cursor ? '' : `Turn ${turn}`);
      if (turn !== null) moveCursor(turn);
    } catch (cause) {
      if (!(cause instanceof ProblemError)) throw cause;
      setSaid(cause.problem.message);
    }
  };
  const { start, text, length, firstLine, totalLines, ranges } = raw.data;
  const lines = linesOf(raw.data);
  return (
    <div className={styles.column}>
      <div className={styles.strip}>
        <span className={styles.aside}>
          {linesText(firstLine, lines.length)} of {count(totalLines)}
          {ranges.length === 0 && '; the turn’s place in it is not known'}
        </span>
        <span className={styles.aside} role="status">
          {said}
        </span>
        <span className={styles.parts}>
          {(ranges.length > 1 || from !== null) &&
            ranges.map((range, index) => (
              <Button key={range.start} look="quiet" onClick={() => show(range.start - 1)}>
                {ranges.length === 1 ? 'Back to the turn' : `Part ${index + 1}, line ${count(range.line)}`}
              </Button>
            ))}
          {start > 0 && (
            <Button look="quiet" onClick={() => show(start - text.length + overlap)}>
              Earlier
            </Button>
          )}
          {start + text.length < length && (
            <Button look="quiet" onClick={() => show(start + text.length - overlap)}>
              Later
            </Button>
          )}
        </span>
      </div>
      <Source raw={raw.data} lines={lines} onChoose={(offset) => void choose(offset)} />
    </div>
  );
}

const linesText = (first: number, lineCount: number) =>
  lineCount === 1 ? `line ${count(first)}` : `lines ${count(first)}–${count(first + lineCount - 1)}`;

interface SourceProps {
  readonly raw: RawExcerpt;
  readonly lines: readonly RawLine[];
  readonly onChoose: (offset: number) => void;
}

/**
 * The source as text that can be selected and copied. Arrow keys move by lines and words; Enter shows the turn made
 * from them.
 */
function Source({ raw, lines, onChoose }: SourceProps) {
  const list = useRef<HTMLOListElement>(null);
  // The keyboard position is dropped when another part of the text is shown.
  const [walk, setWalk] = useState<{
    readonly line: number;
    readonly word: number | null;
    readonly during: RawExcerpt;
  } | null>(null);
  const walked = walk?.during === raw ? walk.line : null;
  const word = walk?.during === raw ? walk.word : null;
  const own = lines.findIndex(({ parts }) => parts.some(({ marked }) => marked));
  const here = walked ?? Math.max(0, own);
  /** Where the turn's own event begins in the excerpt. */
  const ownStart = (raw.ranges[0]?.start ?? -1) - raw.start;

  // Scroll to the marked beginning of the turn's text.
  useLayoutEffect(() => {
    const { current } = list;
    if (current === null) return;
    // Scroll to the mark, not its line, because a whole recording may be on one line. A result may come before its
    // call.
    const mark =
      raw.ranges.length === 0 ? null : (current.querySelector('mark[data-own]') ?? current.querySelector('mark'));
    const above = mark === null ? null : mark.getBoundingClientRect().top - current.getBoundingClientRect().top;
    current.scrollTop = above === null ? 0 : current.scrollTop + above - lead;
  }, [raw]);

  const walkTo = (index: number) => {
    const within = Math.max(0, Math.min(lines.length - 1, index));
    setWalk({ line: within, word: null, during: raw });
    list.current?.children[within]?.scrollIntoView?.({ block: 'nearest' });
  };
  // A whole recording may be on one line.
  const walkWords = (line: RawLine, step: 1 | -1) => {
    const marked = line.parts.find((part) => part.marked)?.start ?? line.start;
    const first = wordsOf(line).findIndex(({ start }) => line.start + start >= marked);
    const next = wordBeside(lines, here, word === null ? first - (step === 1 ? 1 : 0) : word, step);
    const code = next === null ? null : list.current?.children[next.line]?.querySelector('code');
    if (next === null || list.current === null || code == null) return;
    setWalk({ line: next.line, word: next.word, during: raw });
    showIn(list.current, selectIn(code, next.range));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const line = lines[here];
    if (line === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === 'ArrowDown') walkTo(here + 1);
    else if (event.key === 'ArrowUp') walkTo(here - 1);
    else if (event.key === 'ArrowRight') walkWords(line, 1);
    else if (event.key === 'ArrowLeft') walkWords(line, -1);
    else if (event.key === 'Enter') {
      const at = word === null ? indentOf(line) : wordsOf(line)[word]?.start;
      onChoose(raw.start + line.start + (at ?? 0));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onClick = (event: MouseEvent) => {
    const selection = document.getSelection();
    // A selection means that the user wants to copy the text.
    if (selection === null || !selection.isCollapsed) return;
    const offset = list.current === null ? null : offsetsIn(list.current, selection, event.target);
    const line = offset === null ? undefined : lines[offset.line];
    if (offset !== null && line !== undefined) onChoose(raw.start + line.start + offset.column);
  };

  return (
    // It is a list of lines to read; choosing a line is a shortcut to its turn, which the grid offers too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ol
      ref={list}
      className={styles.raw}
      aria-label="Source text"
      title="Arrow keys move by lines and words; Enter or a click shows the turn made from that place"
      // A long text scrolls and its lines can be chosen, so it must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      {lines.map((line, index) => (
        <li
          key={line.start}
          className={styles.rawLine}
          data-marked={line.parts.some(({ marked }) => marked)}
          data-walked={walked === index}
          aria-current={walked === index ? 'true' : undefined}
        >
          <span className={styles.lineNumber}>{line.number}</span>
          <code className={styles.rawText}>
            {line.parts.map((part) =>
              part.marked ? (
                <mark key={part.start} data-own={part.start === ownStart ? '' : undefined}>
                  {inPieces(part.text)}
                </mark>
              ) : (
                <span key={part.start}>{inPieces(part.text)}</span>
              ),
            )}
          </code>
        </li>
      ))}
    </ol>
  );
}

/**
 * Splits a line into pieces, because a whole recording may be on one line: pieces below the turn's own text are laid
 * out when they come into view.
 */
function inPieces(text: string) {
  if (text.length <= 2 * piece) return visible(text);
  return piecesOf(text, piece).map((part, index) => (
    // Pieces of one text never change their order.
    <span key={index} className={styles.rawPiece}>
      {visible(part)}
    </span>
  ));
}

/** Characters: about a screenful. */
const piece = 2000;

/** The next or previous word, possibly on another line. */
function wordBeside(lines: readonly RawLine[], from: number, at: number, step: 1 | -1) {
  let word: number | 'last' = at + step;
  for (let index = from; ; index += step) {
    const line = lines[index];
    if (line === undefined) return null;
    const words = wordsOf(line);
    const place: number = word === 'last' ? words.length - 1 : word;
    const range = words[place];
    if (range !== undefined) return { line: index, word: place, range };
    word = step === 1 ? 0 : 'last';
  }
}

const textOf = ({ parts }: RawLine) => parts.map(({ text }) => text).join('');

const indentOf = (line: RawLine) => /^\s*/.exec(textOf(line).slice(0, 1000))?.[0].length ?? 0;

/** Scrolls just far enough to show the range. */
function showIn(scroller: Element, range: Range) {
  // Without layout, as in tests, there is nothing to scroll.
  const at = range.getClientRects?.()[0];
  if (at === undefined) return;
  const { top, bottom } = scroller.getBoundingClientRect();
  if (at.top < top) scroller.scrollTop += at.top - top;
  else if (at.bottom > bottom) scroller.scrollTop += at.bottom - bottom;
}

/** Pixels of preceding text that stay visible. */
const lead = 48;
