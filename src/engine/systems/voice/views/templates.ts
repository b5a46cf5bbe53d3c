import type { TurnIndex } from '../../../model/history.ts';
import type { Moment } from '../../moment.ts';
import type { CallEvent } from '../event.ts';
import type { CallHeader } from '../header.ts';
import { eventsUpTo } from './call-log.ts';
import { templateLogOf, type Template, type TemplateLog } from './template-log.ts';
import { previewAt, type TemplatePreview } from './template-preview.ts';
import { countUpTo } from './up-to.ts';

/** The templates known after a turn, and a preview of one of them. */
export interface Templates {
  /** A window of them, in order of first occurrence. */
  readonly rows: readonly TemplateRow[];
  /** The index of the first row in the full list. */
  readonly from: number;
  readonly total: number;
  /** The index of the previewed template; null for a text that the user tries, or if there is none. */
  readonly chosen: number | null;
  readonly preview: TemplatePreview | null;
}

export interface TemplateRow {
  readonly kind: Template['kind'];
  /** The path of its place; empty for spoken texts. */
  readonly place: string;
  readonly text: string;
  /** The number of its uses, and the turn of the last; null if it was never used. */
  readonly uses: number;
  readonly turn: TurnIndex | null;
}

export interface TemplatesShown {
  /** Rows from `from` (inclusive) to `to` (exclusive). */
  readonly from: number;
  readonly to: number;
  /** The index of a listed template; a text to try; or null for the one that the turn suggests. */
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

/** The requested template if it is known, otherwise the last used one. */
function chosenOf(log: TemplateLog, events: number, requested: number | null): number | null {
  const total = log.known(events);
  if (requested !== null && requested >= 0 && requested < total) return requested;
  return log.lastUsed(events) ?? (total > 0 ? 0 : null);
}

function rowOf({ kind, place, text, uses }: Template, events: number): TemplateRow {
  const count = countUpTo(uses, events);
  return { kind, place, text: text.slice(0, rowLength), uses: count, turn: uses[count - 1]?.turn ?? null };
}
