import type { Path } from '../../model/path.ts';
import { valueAt, type RecordValue, type Value } from '../../model/value.ts';
import { readContent, type Part } from '../../importing/content/content.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { addNote, type JournalRecord } from '../../importing/journal/journal.ts';
import { noteReasoning } from '../../importing/notes.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { plusAny, recordedTokens, type RecordedTokens } from '../../importing/transcript/transcript.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { countAt, numberAt, recordAt, textAt } from '../../importing/values/where.ts';
import { notes } from './notes.ts';

/** One request to the model. Its response is in separate records, with the calls before the step's end. */
export interface ModelStep {
  readonly place: Path;
  readonly model: string | undefined;
  readonly parts: Part[];
  /** The places of the records with the parts. */
  readonly alsoAt: Path[];
  readonly calls: RequestedCall[];
  thinks: boolean;
  /** The record with the latest part, or the first one: the time of the response. */
  latest: JournalRecord;
  /** The event that ends the step. */
  end: RecordValue | undefined;
}

/** The steps of a journal by id. */
export function stepsIn(records: readonly JournalRecord[], report: ImportReport): ReadonlyMap<string, ModelStep> {
  const steps = new Map<string, ModelStep>();
  const models = modelsByStep(records);
  for (const record of records) {
    const { kind, value, place } = record;
    const event = recordAt(value, 'event');
    const step = steps.get(textAt(event, kind === 'event step.end' ? 'uuid' : 'stepUuid') ?? '');
    switch (kind) {
      case 'event step.begin': {
        const id = textAt(event, 'uuid');
        if (id === undefined || steps.has(id)) break;
        const turn = textAt(event, 'turnId') ?? numberAt(event, 'turnId');
        const model = models.get(`${turn}.${countAt(event, 'step')}`);
        const nothing = { parts: [], alsoAt: [], calls: [], thinks: false, end: undefined };
        steps.set(id, { place, model, ...nothing, latest: record });
        break;
      }
      case 'event content.part': {
        const part = recordAt(event, 'part');
        if (part === undefined || step === undefined) break;
        if (record.time !== undefined) step.latest = record;
        const where = [...place, 'event', 'part'];
        if (part['type'] === 'think') {
          step.thinks = true;
          noteReasoning(where, report);
        } else {
          // Kimi's media are `{type: image_url, imageUrl: {url}}`; its texts have the usual form.
          step.parts.push(...readContent([part], where, report).filter(({ text }) => text !== ''));
          step.alsoAt.push(place);
        }
        break;
      }
      case 'event tool.call': {
        const call = step && callIn(event, [...place, 'event'], report);
        if (call !== undefined) step?.calls.push(call);
        break;
      }
      case 'event step.end':
        if (step !== undefined) step.end = event;
        break;
      default:
    }
  }
  return steps;
}

export const modelsByStep = (records: readonly JournalRecord[]): ReadonlyMap<string, string> =>
  new Map(
    records
      .filter(({ kind }) => kind === 'llm.request')
      .flatMap(({ value }) => {
        const [step, model] = [textAt(value, ['turnStep']), textAt(value, 'model')];
        return step === undefined || model === undefined ? [] : [[step, model] as const];
      }),
  );

/** Tools that are agents; each writes its own journal, which can be opened separately. */
const agents = new Set(['Agent', 'AgentSwarm']);

export function callIn(event: Value | undefined, place: Path, report: ImportReport): RequestedCall | undefined {
  const name = textAt(event, 'name');
  if (event === undefined || name === undefined) return undefined;
  const to = agents.has(name) ? 'agent' : 'tool';
  if (to === 'agent') addNote(notes.agent, place, report);
  const input = openArguments(valueAt(event, ['args']), [...place, 'args'], report);
  return { id: textAt(event, 'toolCallId'), name, to, input, place };
}

/** Tokens read from or written to a cache are part of the prompt. */
export const tokensOf = (usage: Value | undefined): RecordedTokens | undefined =>
  recordedTokens(
    plusAny(countAt(usage, 'inputOther'), countAt(usage, 'inputCacheRead'), countAt(usage, 'inputCacheCreation')),
    countAt(usage, 'output'),
  );
