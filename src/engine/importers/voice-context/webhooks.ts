import type { Value } from '../../model/value.ts';
import {
  counted,
  createImportReport,
  type ImportReport,
  assumed,
  info,
  notesOf,
} from '../../importing/import-report.ts';
import { groupedBy, type Placed } from '../../importing/values/elements.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { elementsAt, entriesAt, fieldAt, textAt } from '../../importing/values/where.ts';
import { when } from '../../importing/voice/call-log.ts';
import type { Content, VoiceFormat, VoiceLog, VoiceReading } from '../../importing/voice/voice-format.ts';
import { instantIn, voiceNotes } from '../../importing/voice/notes-and-times.ts';

/** All webhooks of one call. Its value is the latest of them, and its place the first that was delivered. */
export interface Webhooks extends Placed {
  /** In the order of time, each once. */
  readonly webhooks: readonly Placed[];
  readonly repeats: number;
}

/**
 * Sorts the webhooks by time if each has one, and drops repeats. Platforms deliver in any order, and deliver a webhook
 * again if it was not acknowledged.
 */
export function callOf(delivered: readonly Placed[]): Webhooks {
  const once = [...groupedBy(delivered, (one) => textAt(one.value, 'id') ?? one).values()].flatMap(
    ([first]) => first ?? [],
  );
  const timed = once.flatMap((one) => {
    const at = createdAt(one, createImportReport());
    return at === undefined ? [] : [{ one, time: Date.parse(at) }];
  });
  const webhooks = timed.length < once.length ? once : timed.toSorted((a, b) => a.time - b.time).map(({ one }) => one);
  const repeats = delivered.length - once.length;
  return { value: webhooks.at(-1)?.value ?? null, place: delivered.at(-1)?.place ?? [], webhooks, repeats };
}

const createdAt = ({ value, place }: Placed, report: ImportReport): string | undefined =>
  readInstant(fieldAt(value, 'created'), [...place, 'created'], report);

/** The transcript of a call and its agents, from all of the call's webhooks. */
export const webhookFormat: VoiceFormat<Webhooks> = {
  importer: 'voice-context',
  title: ({ value }) => {
    const type = textAt(value, 'type') ?? '';
    return `call ${textAt(value, 'data.call_id')} (${textAt(value, 'data.status') ?? type.slice(type.lastIndexOf('.') + 1)})`;
  },
  entries: transcriptOf,
  log: describe,
  end: ({ call: { webhooks }, report }) => {
    const slug = webhooks.find(({ value }) => textAt(value, 'data.workflow_slug') !== undefined);
    if (slug !== undefined) namedBySlug([...slug.place, 'data', 'workflow_slug'], report);
  },
  facts: ({ call: { value, webhooks } }) => {
    const times = webhooks.map((one) => createdAt(one, createImportReport()) ?? null);
    const [first] = webhooks;
    const latest = (field: string): Value | undefined =>
      webhooks.map((one) => fieldAt(one.value, field) ?? undefined).findLast((found) => found !== undefined);
    const user = latest('data.user_id');
    return {
      context: {
        call_id: textAt(value, 'data.call_id'),
        tenant_id: latest('tenant_id'),
        workflow_id: webhooks.map((one) => textAt(one.value, 'data.workflow_slug')).find((slug) => slug !== undefined),
        user: user === undefined ? undefined : { id: user },
        current_agent: webhooks.flatMap(agentsOf)[0],
      },
      started_at: isStart.test(textAt(first?.value, 'type') ?? '') ? (times[0] ?? undefined) : undefined,
      recording: {
        event: textAt(value, 'type') ?? null,
        told_at: times.at(-1) ?? null,
        status: latest('data.status') ?? null,
        room_name: latest('data.room_name') ?? null,
        duration_seconds: latest('data.duration_seconds') ?? null,
        ...(webhooks.length > 1 && {
          events: webhooks.map((one, index) => ({
            event: textAt(one.value, 'type') ?? null,
            status: textAt(one.value, 'data.status') ?? null,
            told_at: times[index] ?? null,
          })),
        }),
      },
    };
  },
};

const isStart = /^call\.(?:started|initiated)$/;

/** Each webhook has the transcript up to its time, so the longest transcript is the complete one. */
function transcriptOf({ webhooks, place, repeats }: Webhooks, report: ImportReport): readonly Placed[] {
  if (repeats > 0) deliveredAgain(repeats)(place, report);
  for (const one of webhooks) createdAt(one, report);
  const transcripts = webhooks.map((one) => entriesAt(one, 'data.transcript')).filter(({ length }) => length > 0);
  const longest = Math.max(...transcripts.map(({ length }) => length));
  const transcript = transcripts.findLast(({ length }) => length === longest) ?? [];
  if (transcripts.length > 1) severalTranscripts(transcripts.length)(transcript[0]?.place.slice(0, -1) ?? [], report);
  return transcript;
}

const words = ['content', 'text', 'message'];

/** The documentation shows only the `role` of an entry. */
function describe({ call, log, report }: VoiceReading<Webhooks>): VoiceLog {
  const switches = switchesIn(call.webhooks);
  const emitNext = (): void => {
    const [one] = switches.splice(0, 1);
    if (one !== undefined) log.add({ type: 'agent-switched', ...when(one.at), agent: one.agent }, one.place);
  };
  const after = (content: Content): readonly Content[] => [
    ({ at }) => {
      while (isBefore(switches[0]?.at, at)) emitNext();
    },
    content,
  ];
  const caller = after({ holds: 'words', by: 'user', text: words });
  const toolEntry = after({ holds: 'nothing', note: notes['tool-entry'] });
  return {
    kind: ({ value }) => (textAt(value, words) === undefined ? undefined : textAt(value, 'role')),
    unread: notes['import/message'],
    time: instantIn('timestamp'),
    kinds: {
      user: caller,
      caller,
      customer: caller,
      system: after({ holds: 'nothing', note: voiceNotes.systemMessage }),
      tool: toolEntry,
      function: toolEntry,
    },
    otherwise: after({ holds: 'words', by: 'agent', text: words }),
    atEnd: () => {
      while (switches[0] !== undefined) {
        notes['switch-time'](switches[0].place.slice(0, -1), report);
        emitNext();
      }
    },
  };
}

const isBefore = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && Date.parse(a) <= Date.parse(b);

interface Switch {
  readonly agent: string;
  readonly at: string | undefined;
  readonly place: Placed['place'];
}

const agentsOf = ({ value }: Placed): readonly string[] =>
  elementsAt(value, 'data.agent_history').filter((name) => typeof name === 'string');

/** Agents that took over. Only an `agent.changed` webhook gives the time of the switch. */
function switchesIn(webhooks: readonly Placed[]): Switch[] {
  const found: Switch[] = [];
  let known = 1;
  for (const one of webhooks) {
    const agents = agentsOf(one);
    const isSwitch = textAt(one.value, 'type')?.endsWith('agent.changed') === true;
    const at = isSwitch ? createdAt(one, createImportReport()) : undefined;
    agents.slice(known).forEach((agent, index) => {
      const place = [...one.place, 'data', 'agent_history', known + index];
      found.push({ agent, at: known + index === agents.length - 1 ? at : undefined, place });
    });
    known = Math.max(known, agents.length);
  }
  return found;
}

const notes = notesOf('voice-context', {
  lost: {
    'import/message': '{# entry|# entries} of “transcript” could not be read.',
    'tool-entry': '{# entry|# entries} of a tool, without a speaker and a call: left out.',
  },
  assumed: {
    'switch-time': 'The time when {# agent} took over is not recorded: shown after the last turn.',
  },
});

const deliveredAgain = (repeats: number) =>
  info('voice-context/delivered-again', () => `${counted(repeats, 'webhook')} delivered more than once: read once.`);

const severalTranscripts = (webhooks: number) =>
  assumed(
    'voice-context/transcripts',
    () => `${counted(webhooks, 'webhook')} with a transcript: the longest is shown as the whole.`,
  );

export const namedBySlug = assumed(
  'voice-context/workflow-slug',
  'The workflow is named by its slug; it is shown as “workflow_id”.',
);
