import type { Notebook } from '../notebook.ts';

/** The data of the events in a stream, each a range of `text`, which is as long as the original. */
export interface Events {
  /** The original with blanks in place of everything that is no data. */
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** `data: …` and similar fields; one space after the colon belongs to the mark. */
const field = /^(data|event|id|retry): ?/;

/**
 * Consecutive lines that begin with `data:` are the data of one event. Documentation and some servers break the data
 * into lines without a mark: they are included. So is JSON between the events.
 */
export function splitEvents(text: string, notebook: Notebook): Events {
  const kept: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  let isOpen = false;
  const blank = (from: number, to: number) => kept.push(' '.repeat(to - from));
  const data = (from: number, to: number) => {
    if (isOpen) ends[ends.length - 1] = to;
    else {
      starts.push(from);
      ends.push(to);
    }
    isOpen = true;
    kept.push(text.slice(from, to));
  };
  for (let at = 0; at < text.length;) {
    const end = lineEnd(text, at);
    const kind = kindOf(text, at, end);
    switch (kind.name) {
      case 'data':
        blank(at, at + kind.mark);
        data(at + kind.mark, end);
        break;
      case 'blank':
        isOpen = false;
        blank(at, end);
        break;
      case 'field':
        notebook.add('info', 'reader/sse-fields', 'Names and ids of events are left out: only their data is read.', at);
        blank(at, end);
        break;
      case 'comment':
        blank(at, end);
        break;
      default:
        if (startsValue(text, at) && (!isOpen || endsValue(text, ends.at(-1) ?? 0))) {
          notebook.add(
            'repaired',
            'reader/sse-unmarked',
            'A line without “data:” was read as the data of an event.',
            at,
          );
          isOpen = false;
          data(at, end);
        } else if (isOpen) {
          notebook.add(
            'repaired',
            'reader/sse-broken-data',
            'A line without “data:” was read as more of the data before it.',
            at,
          );
          data(at, end);
        } else {
          notebook.add('lost', 'reader/prose', 'A line that belongs to no event was left out.', at);
          blank(at, end);
        }
    }
    if (end < text.length) kept.push(text.slice(end, end + 1));
    at = end + 1;
  }
  return { text: kept.join(''), starts, ends };
}

interface Kind {
  readonly name: 'data' | 'field' | 'comment' | 'blank' | 'other';
  /** Length of the mark in front. */
  readonly mark: number;
}

function kindOf(text: string, start: number, end: number): Kind {
  const head = text.slice(start, Math.min(end, start + 200)).replace(/^\uFEFF/, ' ');
  if (head.trim() === '' && end - start <= 200) return { name: 'blank', mark: 0 };
  if (head.startsWith(':')) return { name: 'comment', mark: 0 };
  const mark = field.exec(head);
  if (mark === null) return { name: 'other', mark: 0 };
  return mark[1] === 'data' ? { name: 'data', mark: mark[0].length } : { name: 'field', mark: 0 };
}

/** JSON in a line of its own: no value continues with a bracket after it has closed one. */
const startsValue = (text: string, at: number): boolean => text[at] === '{' || text[at] === '[';

const endsValue = (text: string, end: number): boolean => /[}\]]\s*$/.test(text.slice(Math.max(0, end - 20), end));

function lineEnd(text: string, start: number): number {
  const at = text.indexOf('\n', start);
  return at === -1 ? text.length : at;
}
