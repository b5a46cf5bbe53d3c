import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import { createCallLog, when } from '../../importing/transcript/call-log.ts';
import type { CallLog } from '../../importing/transcript/call-log.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { counted, createImportReport } from '../../importing/import-report.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import { PipelineEvent } from './format.ts';
import { readMilliseconds } from './milliseconds.ts';

/** Someone speaks: fragments of the caller, words of the agent. */
interface Utterance {
  readonly by: 'user' | 'agent';
  readonly parts: string[];
  /** What the model wrote, where one did. */
  readonly intended: string | undefined;
  interrupted: boolean;
  readonly at: string | undefined;
  readonly place: Path;
  /** The lines of its words, and of what the model wrote. */
  readonly lines: Path[];
}

/** Words and fragments become what was said; a response of the model begins the agent's next utterance. */
export function fromPipelineLog(lines: readonly Value[], title: string): ReadSession {
  const report = createImportReport();
  const utterances: Utterance[] = [];
  let call: string | undefined;
  /** Written and not yet begun to be spoken. */
  let written: { readonly text: string; readonly at: string | undefined; readonly place: Path } | undefined;
  let agent: Utterance | undefined;

  const begin = (by: Utterance['by'], at: string | undefined, place: Path): Utterance => {
    const intended = by === 'agent' ? written?.text : undefined;
    const lines = by === 'agent' && written !== undefined ? [written.place] : [];
    const utterance = { by, parts: [], intended, interrupted: false, at, place, lines };
    if (by === 'agent') [agent, written] = [utterance, undefined];
    utterances.push(utterance);
    return utterance;
  };
  const unspoken = () => {
    if (written !== undefined) begin('agent', written.at, written.place);
  };

  lines.forEach((line, index) => {
    const parsed = v.safeParse(PipelineEvent, line);
    if (!parsed.success) return noteUnread([index], report);
    const { type, data, conversation_id, timestamp } = parsed.output;
    const at = readMilliseconds(timestamp, [index, 'timestamp'], report);
    const { frame = '' } = data;
    call ??= conversation_id;
    if (type === 'llm_response') {
      unspoken();
      written = { text: frame, at, place: [index] };
    } else if (type === 'tts_text') {
      const speaking = written === undefined ? (agent ?? begin('agent', at, [index])) : begin('agent', at, [index]);
      say(speaking, frame, [index]);
    } else if (type === 'transcript') {
      const last = utterances.at(-1);
      say(last?.by === 'user' ? last : begin('user', at, [index]), frame, [index]);
    } else if (type === 'turn_end' && data.was_interrupted === true && !frame.startsWith('CancelFrame')) {
      if (agent !== undefined) agent.interrupted = true;
    }
  });
  unspoken();

  const log = createCallLog(report);
  for (const utterance of utterances) emit(utterance, log, report);
  report.note(
    'info',
    'eva-call/no-tools',
    null,
    () => 'A pipeline log holds neither tool calls nor model times; the audit log of the same call does.',
  );
  return log.session({
    title,
    importer: 'eva-call',
    context: call === undefined ? {} : { call_id: call },
    recording: { benchmark: 'eva' },
  });
}

function say({ parts, lines }: Utterance, frame: string, line: Path): void {
  parts.push(frame);
  lines.push(line);
}

function emit(
  { by, parts, intended, interrupted, at, place, lines }: Utterance,
  log: CallLog,
  report: ImportReport,
): void {
  if (by === 'user') {
    if (parts.length > 1) noteFragments(place, report);
    return log.add({ type: 'user-spoke', ...when(at), text: spokenOf(parts.join('')) }, place, lines);
  }
  const text = spokenOf(parts.join(' '));
  if (text === '') {
    return log.add({ type: 'model-called', ...when(at), ...(intended !== undefined && { text: intended }) }, place);
  }
  // Spaces and line breaks are not spoken.
  const isLess = intended !== undefined && spokenOf(intended) !== text;
  log.add(
    {
      type: 'agent-spoke',
      ...when(at),
      text,
      ...(isLess && { intended }),
      ...(interrupted && { interrupted }),
    },
    place,
    lines,
  );
}

const spokenOf = (text: string): string => text.replace(/\s+/g, ' ').trim();

const noteFragments = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'import/fragments',
    place,
    (n) => `${counted(n, 'utterance')} of the caller came in several fragments; each is one turn.`,
  );

const noteUnread = (place: Path, report: ImportReport): void =>
  report.note('lost', 'import/line', place, (n) => `${counted(n, 'line')} of the log could not be read.`);
