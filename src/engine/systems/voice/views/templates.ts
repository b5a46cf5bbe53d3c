import type { TurnIndex } from '../../../model/history.ts';
import type { Moment } from '../../moment.ts';
import type { CallEvent } from '../event.ts';
import type { CallHeader } from '../header.ts';
import { eventsUpTo } from './call-log.ts';
import { templateLogOf, type Template, type TemplateLog } from './template-log.ts';
import { previewAt, type TemplatePreview } from './template-preview.ts';
import { upTo } from './up-to.ts';

/** The templates that a call is known to have after a turn, and one of them filled. */
export interface Templates {
  /** A window of them, in the order of their coming. */
  readonly rows: readonly TemplateRow[];
  /** The place in the list of the first of the rows. */
  readonly from: number;
  readonly total: number;
  /** Which of them is filled; null when it is a text that somebody tries, or there is none. */
  readonly chosen: number | null;
  readonly preview: TemplatePreview | null;
}

export interface TemplateRow {
  readonly kind: Template['kind'];
  /** Where it stands, as a path; empty for what was said. */
  readonly place: string;
  readonly text: string;
  /** How often it was used, and when last; null where nobody did. */
  readonly uses: number;
  readonly turn: TurnIndex | null;
}

export interface TemplatesShown {
  /** Rows `from` up to, not with, `to`. */
  readonly from: number;
  readonly to: number;
  /** A listed one by its place in the list; a text to try; or null for the one that the turn suggests. */
  readonly template: number | string | null;
}

const rowLength = 240;

export function templatesAt(moment: Moment<CallHeader, CallEvent>, { from, to, template }: TemplatesShown): Templates {
  const { session, history, turn, calls } = moment;
  const log = templateLogOf(session, history, calls);
  const events = eventsUpTo(session, history, turn);
  const total = log.known(events);
  const rows = log.templates.slice(Math.max(0, from), Math.min(to, total));
  const chosen = typeof template === 'string' ? null : chosenOf(log, events, template);
  const filled = typeof template === 'string' ? { text: template, variables: [] } : log.templates[chosen ?? -1];
  return {
    rows: rows.map((one) => rowOf(one, events)),
    from: Math.max(0, from),
    total,
    chosen,
    preview: filled === undefined ? null : previewAt(moment, filled.text, filled.variables),
  };
}

/** The one that was asked for while it is known, or the one that was used last. */
function chosenOf(log: TemplateLog, events: number, asked: number | null): number | null {
  const total = log.known(events);
  if (asked !== null && asked >= 0 && asked < total) return asked;
  return log.lastUsed(events) ?? (total > 0 ? 0 : null);
}

function rowOf({ kind, place, text, uses }: Template, events: number): TemplateRow {
  const count = upTo(uses, events);
  return { kind, place, text: text.slice(0, rowLength), uses: count, turn: uses[count - 1]?.turn ?? null };
}
