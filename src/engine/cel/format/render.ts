import { unreachable } from '../../../base/unreachable.ts';
import type { Comment } from './comments.ts';
import type { Doc } from './doc.ts';

interface Task {
  readonly doc: Doc;
  readonly depth: number;
  readonly flat: boolean;
}

const step = '  ';

/** Prints a document in lines of at most `width` characters where that is possible; comments may reach beyond. */
export function render(doc: Doc, comments: readonly Comment[], width: number): string {
  const page = new Page(comments);
  const waiting: Task[] = [{ doc, depth: 0, flat: false }];
  for (let task = waiting.pop(); task !== undefined; task = waiting.pop()) {
    const { doc: here, depth, flat } = task;
    if (typeof here === 'string') page.write(here);
    else if (isList(here)) for (const part of here.toReversed()) waiting.push({ doc: part, depth, flat });
    else {
      switch (here.kind) {
        case 'piece':
          page.writePiece(here.text, here.at);
          break;
        case 'line':
          if (!flat) page.newLine(depth);
          else if (!here.soft) page.write(' ');
          break;
        case 'indent':
          waiting.push({ doc: here.body, depth: depth + 1, flat });
          break;
        case 'group': {
          const body = { doc: here.body, depth, flat: !here.broken };
          const isFlat = !here.broken && (flat || fits(body, waiting, width - page.column));
          waiting.push({ ...body, flat: isFlat });
          break;
        }
        default:
          return unreachable(here);
      }
    }
  }
  return page.finish();
}

/** True if the following text, up to the next certain line break, fits in `room` characters. */
function fits(first: Task, rest: readonly Task[], room: number): boolean {
  let left = room;
  let next = rest.length;
  const waiting: Task[] = [first];
  while (left >= 0) {
    const task = waiting.pop() ?? rest[--next];
    if (task === undefined) return true;
    const { doc, depth, flat } = task;
    if (typeof doc === 'string') left -= doc.length;
    else if (isList(doc)) for (const part of doc.toReversed()) waiting.push({ doc: part, depth, flat });
    else if (doc.kind === 'piece') {
      // A literal over several lines ends this one.
      const end = doc.text.indexOf('\n');
      left -= end < 0 ? doc.text.length : end;
      if (end >= 0) return left >= 0;
    } else if (doc.kind === 'line') {
      if (!flat) return true;
      left -= doc.soft ? 0 : 1;
    } else if (doc.kind === 'indent') waiting.push({ doc: doc.body, depth, flat });
    else waiting.push({ doc: doc.body, depth, flat: flat && !doc.broken });
  }
  return false;
}

const isList = (doc: Doc): doc is readonly Doc[] => Array.isArray(doc);

/** The text so far. A new line begins only when its content is known, and the comments before it. */
class Page {
  private readonly comments: readonly Comment[];
  private readonly lines: string[] = [];
  private current = '';
  /** Comments that wait for the end of their line. */
  private waitingComments: Comment[] = [];
  private next = 0;
  /** The margin of a pending line. */
  private pendingMargin: string | null = '';

  constructor(comments: readonly Comment[]) {
    this.comments = comments;
  }

  get column(): number {
    return this.pendingMargin?.length ?? this.current.length;
  }

  write(text: string): void {
    if (text === '') return;
    this.begin();
    this.current += text;
  }

  writePiece(text: string, at: number): void {
    for (let one = this.comments[this.next]; one !== undefined && one.at < at; one = this.comments[++this.next]) {
      this.waitingComments.push(one);
    }
    this.begin();
    const [first = '', ...more] = text.split('\n');
    this.current += first;
    for (const part of more) {
      this.lines.push(this.current);
      this.current = part;
    }
  }

  newLine(depth: number): void {
    this.begin();
    this.pendingMargin = step.repeat(depth);
  }

  finish(): string {
    this.begin();
    this.waitingComments.push(...this.comments.slice(this.next));
    this.pendingMargin = '';
    this.begin();
    return this.lines.join('\n');
  }

  /** The first comment is placed behind the ending line; further ones below it, because two on a line would be one. */
  private begin(): void {
    const { pendingMargin } = this;
    if (pendingMargin === null) return;
    const [first, ...more] = this.waitingComments;
    const isBehind = first?.trails === true && this.current !== '';
    if (this.current !== '')
      this.lines.push(isBehind ? `${this.current.trimEnd()} ${first.text}` : this.current.trimEnd());
    for (const one of isBehind ? more : this.waitingComments) this.lines.push(pendingMargin + one.text);
    this.waitingComments = [];
    this.current = pendingMargin;
    this.pendingMargin = null;
  }
}
