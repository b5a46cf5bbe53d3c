import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import { formatPath, type Path } from '../../model/path.ts';
import { isList, type Value, valueAt } from '../../model/value.ts';
import { changedEntry } from '../../importing/transcript/changed-entry.ts';
import type { SessionEntry, Read } from '../../importing/importer.ts';
import { firstFault } from '../../importing/values/schema.ts';
import { Log, Sample } from './format.ts';
import { titleOf, toSession } from './to-session.ts';
import { areEventsAlone, areMessagesAlone, isSampleAlone } from './shapes.ts';
import { eventsOf, type PlacedEvent } from './events.ts';

export const read: Read = ({ value }) => {
  if (isList(value) && areMessagesAlone(value)) {
    const sample: Sample = { id: 'messages', messages: [...value] };
    const open = () => ok(toSession(sample, unknownLog, [], { message: (index) => [index], events: [] }));
    return ok({ sessions: [{ title: titleOf(sample, unknownLog), system: 'task', open }] });
  }
  if (isList(value) && areEventsAlone(value)) return ok({ sessions: [entryOfEvents([...value])] });
  if (isSampleAlone(value)) return ok({ sessions: [entryOf(value, [], unknownLog)] });
  const parsed = v.safeParse(Log, value);
  if (!parsed.success) {
    return err({
      code: 'import/malformed',
      message: `This looks like a log of Inspect, but ${firstFault(parsed.issues)}.`,
    });
  }
  const log = parsed.output;
  const { samples = [], error } = log;
  if (samples.length === 0) {
    const why = error?.message === undefined ? '' : ` Its run failed with “${error.message.slice(0, 200)}”.`;
    const message = `This log of Inspect holds no sample: its header may have been written alone.${why}`;
    return err({ code: 'import/empty', message });
  }
  return ok({ sessions: samples.map((sample, index) => entryOf(sample, ['samples', index], log)) });
};

/** An `.eval` archive holds each sample in its own file, which has no facts about the log. */
const unknownLog: Log = { version: 2, status: 'unknown', eval: {}, samples: [] };

/** The events of a sample, copied without it: the conversation is the input of the agent’s last model call, and its answer. */
function entryOfEvents(events: readonly Value[]): SessionEntry {
  const { messages, placeOf, model } = conversationOf(events);
  const log: Log = { ...unknownLog, eval: { model } };
  const sample: Sample = { id: 'events', messages, events };
  const note = {
    severity: 'assumed',
    code: 'inspect/events-alone',
    message:
      'These are events without their sample: the conversation is the one of the last model call, and texts that the sample keeps as attachments stay references.',
  } as const;
  const entry: SessionEntry = {
    title: titleOf(sample, log),
    system: 'task',
    open: () => ok(toSession(sample, log, [], { message: placeOf, events: [] })),
  };
  return changedEntry(entry, ({ session, sources }) => ({
    session: { ...session, notes: [...session.notes, note] },
    sources,
  }));
}

/** An unreadable sample keeps its line in the list, so that the numbers of the others do not change. */
function entryOf(value: unknown, place: Path, log: Log): SessionEntry {
  const parsed = v.safeParse(Sample, value);
  if (parsed.success) {
    const sample = parsed.output;
    return { title: titleOf(sample, log), system: 'task', open: () => ok(toSession(sample, log, place)) };
  }
  const message = `The sample at ${formatPath(place)} of this log cannot be read: ${firstFault(parsed.issues)}.`;
  return { title: 'unreadable sample', system: 'task', open: () => err({ code: 'import/malformed', message }) };
}

/** A conversation reconstructed from model calls. */
interface Conversation {
  readonly messages: readonly Value[];
  readonly placeOf: (index: number) => Path;
  readonly model: string | undefined;
}

/**
 * Each model call repeats the earlier messages, so the agent’s own last call has the whole conversation. Calls of graders and
 * of sub-agents started by a tool call are not the agent’s own.
 */
function conversationOf(list: readonly Value[]): Conversation {
  const calls = eventsOf({ id: 'events', messages: [], events: list }, []).filter(isAnswered);
  const own = calls.filter(({ within }) => within.every(({ kind }) => kind !== 'scorer' && kind !== 'tool'));
  const last = (own.length > 0 ? own : calls).at(-1);
  if (last === undefined) return { messages: [], placeOf: () => [], model: undefined };
  const { event, place } = last;
  const input = event.input ?? [];
  const answerPlace = ['output', 'choices', 0, 'message'];
  const answer = valueAt(list, [...place, ...answerPlace]);
  return {
    model: event.model,
    messages: answer === undefined ? input : [...input, answer],
    placeOf: (index) => [...place, ...(index < input.length ? ['input', index] : answerPlace)],
  };
}

const isAnswered = ({ event }: PlacedEvent): boolean => event.event === 'model' && (event.input ?? []).length > 0;
