import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { entry, type Value } from '../../model/value.ts';
import { readContent, type Part } from '../../importing/content/content.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { type RecordedTokens, plusAny, recordedTokens } from '../../importing/transcript/transcript.ts';
import { ContentPart, StepBegin, StepEnd, ToolCall, type Usage } from './format.ts';
import type { Entry } from './lines.ts';
import { noteReasoning } from '../../importing/notes.ts';

/** One request to the model. Its response is in separate lines, with the calls before the step's end. */
export interface ModelStep {
  readonly place: Path;
  readonly model: string | undefined;
  readonly spoken: Part[];
  /** The places of the lines with the spoken parts. */
  readonly lines: Path[];
  readonly calls: RequestedCall[];
  thinks: boolean;
  /** Milliseconds since 1970. */
  time: number | undefined;
  end: StepEnd | undefined;
}

/** The steps of a journal by id. */
export function stepsIn(entries: readonly Entry[], report: ImportReport): ReadonlyMap<string, ModelStep> {
  const steps = new Map<string, ModelStep>();
  const models = modelsByStep(entries);
  for (const { line, place } of entries) {
    if (line.type !== 'context.append_loop_event' || line.event === undefined) continue;
    const where = [...place, 'event'];
    switch (entry(line.event, 'type')) {
      case 'step.begin': {
        const begin = v.safeParse(StepBegin, line.event);
        if (!begin.success) break;
        const { uuid, turnId, step } = begin.output;
        const model = models.get(`${turnId}.${step}`);
        const emptyResponse = { spoken: [], lines: [], calls: [], thinks: false };
        const made: ModelStep = { place, model, ...emptyResponse, time: line.time, end: undefined };
        if (!steps.has(uuid)) steps.set(uuid, made);
        break;
      }
      case 'content.part': {
        const content = v.safeParse(ContentPart, line.event);
        const step = content.success ? steps.get(content.output.stepUuid) : undefined;
        if (!content.success || step === undefined) break;
        step.time = line.time ?? step.time;
        if (entry(content.output.part, 'type') === 'think') {
          step.thinks = true;
          noteReasoning([...where, 'part'], report);
        } else {
          step.spoken.push(...partsOf(content.output.part, [...where, 'part'], report));
          step.lines.push(place);
        }
        break;
      }
      case 'tool.call': {
        const call = callIn(line.event, where, report);
        const step = call?.step === undefined ? undefined : steps.get(call.step);
        if (call !== undefined && step !== undefined) step.calls.push(call.planned);
        break;
      }
      case 'step.end': {
        const end = v.safeParse(StepEnd, line.event);
        const step = end.success ? steps.get(end.output.uuid) : undefined;
        if (end.success && step !== undefined) step.end = end.output;
        break;
      }
      default:
    }
  }
  return steps;
}

function modelsByStep(entries: readonly Entry[]): ReadonlyMap<string, string> {
  const models = new Map<string, string>();
  for (const { line } of entries) {
    const { type, turnStep, model } = line;
    if (type === 'llm.request' && turnStep !== undefined && model !== undefined) models.set(turnStep, model);
  }
  return models;
}

/** Tools that are agents; each writes its own journal, which can be opened separately. */
const agents = new Set(['Agent', 'AgentSwarm']);

export function callIn(
  event: Value,
  place: Path,
  report: ImportReport,
): { readonly step: string | undefined; readonly planned: RequestedCall } | undefined {
  const call = v.safeParse(ToolCall, event);
  if (!call.success) return undefined;
  const { stepUuid: step, toolCallId: id, name, args } = call.output;
  const to = agents.has(name) ? 'agent' : 'tool';
  if (to === 'agent') noteAgent(place, report);
  return { step, planned: { id, name, to, input: openArguments(args, [...place, 'args'], report), place } };
}

const noteAgent = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'kimi/agent',
    place,
    (n) => `What ${counted(n, 'sub-agent')} did is in a journal of its own, which can be opened by itself.`,
  );

/** Kimi's media are `{type: image_url, imageUrl: {url}}`; its texts have the usual form. */
function partsOf(part: Value, place: Path, report: ImportReport): readonly Part[] {
  return readContent([part], place, report).filter(({ text }) => text !== '');
}

/** Tokens read from or written to a cache are part of the prompt. */
export function tokensOf(usage: Usage | undefined): RecordedTokens | undefined {
  return recordedTokens(plusAny(usage?.inputOther, usage?.inputCacheRead, usage?.inputCacheCreation), usage?.output);
}
