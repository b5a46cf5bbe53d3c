import * as v from 'valibot';
import { conversationEntry, imported } from '../../importing/messages/conversation-entry.ts';
import type { Read, SessionEntry } from '../../importing/importer.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import { Message, Run, Step, Tool } from './format.ts';
import { readEntry, type Entry } from './messages.ts';
import { objectsIn } from './shapes.ts';
import { noteSystem } from '../../importing/notes.ts';
import type { Placed } from '../../importing/values/elements.ts';

export const read: Read = ({ value }) => {
  const threads = new Map<string, Placed[]>();
  for (const placed of objectsIn(value)) {
    const thread = threadOf(placed);
    const known = threads.get(thread);
    if (known === undefined) threads.set(thread, [placed]);
    else known.push(placed);
  }
  return imported(
    [...threads].map(entryOf),
    'This looks like the Assistants API, but no message and no step is in it.',
  );
};

function threadOf({ value }: Placed): string {
  const found = v.safeParse(v.union([Message, Step, Run]), value);
  return found.success ? (found.output.thread_id ?? '') : '';
}

function entryOf([thread, objects]: readonly [string, readonly Placed[]]): SessionEntry {
  const latest = latestOf(objects);
  const runs = latest.flatMap(({ value, place }) => {
    const run = v.safeParse(Run, value);
    return run.success ? [{ run: run.output, place }] : [];
  });
  const last = runs.at(-1)?.run;
  return conversationEntry({
    importer: 'openai-assistants',
    messages: inOrder(latest),
    read: readEntry,
    about: () => ({
      declared: declaredIn(last),
      recording: thread === '' ? {} : { thread_id: thread },
      ...(last?.model !== undefined && { model: last.model }),
    }),
    end(_, report) {
      for (const { run, place } of runs) noteRun(run, place, report);
    },
  });
}

function noteRun({ instructions, last_error: failure }: Run, place: Placed['place'], report: ImportReport): void {
  if (instructions !== undefined && instructions !== '') noteSystem([...place, 'instructions'], report);
  if (failure === undefined) return;
  const why = failure.message ?? failure.code ?? 'without a reason';
  report.note(
    'info',
    'openai-assistants/failed',
    place,
    (n) => `${counted(n, 'run')} failed, the first with “${why.slice(0, 200)}”.`,
  );
}

/** A stream repeats an object as it grows; the last copy is complete. */
function latestOf(objects: readonly Placed[]): readonly Placed[] {
  const byId = new Map<string, Placed>();
  for (const placed of objects) {
    const found = v.safeParse(v.union([Message, Step, Run]), placed.value);
    if (!found.success) continue;
    const { id } = found.output;
    byId.delete(id);
    byId.set(id, placed);
  }
  return [...byId.values()];
}

interface Timed extends Entry {
  readonly created: number;
}

/** Lists have the newest entry first, unless the request set another order. The times decide. */
function inOrder(objects: readonly Placed[]): readonly Entry[] {
  const usages = new Map<string, Step['usage']>();
  const entries: Timed[] = [];
  for (const { value, place } of objects) {
    const step = v.safeParse(Step, value);
    const message = v.safeParse(Message, value);
    const made = step.success ? step.output.step_details.message_creation?.message_id : undefined;
    if (step.success && made !== undefined) usages.set(made, step.output.usage);
    else if (step.success) entries.push({ value, place, usage: undefined, created: secondsOf(step.output.created_at) });
    else if (message.success)
      entries.push({ value, place, usage: undefined, created: secondsOf(message.output.created_at) });
  }
  const [first, last] = [entries[0]?.created ?? 0, entries.at(-1)?.created ?? 0];
  const ordered = (first > last ? entries.toReversed() : entries).toSorted((a, b) => a.created - b.created);
  return ordered.map(({ value, place }) => {
    const message = v.safeParse(Message, value);
    return { value, place, usage: message.success ? usages.get(message.output.id) : undefined };
  });
}

const secondsOf = (created: unknown): number => (typeof created === 'number' && Number.isFinite(created) ? created : 0);

/** Functions by name; the provider's own tools by type. */
const declaredIn = (run: Run | undefined): readonly string[] =>
  (run?.tools ?? []).flatMap((tool) => {
    const parsed = v.safeParse(Tool, tool);
    return parsed.success ? [parsed.output.function?.name ?? parsed.output.type] : [];
  });
