import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import { unreachable } from '../../../base/unreachable.ts';
import type { Problem } from '../../model/problem.ts';
import type { Value } from '../../model/value.ts';
import type { ReadSession, Read } from '../../importing/importer.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { fromAuditLog } from './audit-log.ts';
import { fromCallerEvents } from './caller-events.ts';
import { AuditEntry, CallerEvent, PipelineEvent } from './format.ts';
import { fromPipelineLog } from './pipeline-log.ts';
import { callFileIn } from './shapes.ts';
import type { CallFile } from './shapes.ts';

export const read: Read = ({ value }) => {
  const file = callFileIn(value);
  if (file === undefined) {
    return err({ code: 'import/malformed', message: 'This looks like a call of EVA, but nothing said is in it.' });
  }
  if (file.kind === 'result' || file.kind === 'scenario') return err(companions[file.kind]);
  const title = titleOf(file);
  return ok({ sessions: [{ title, system: 'voice', open: () => ok(sessionOf(file, title)) }] });
};

type Recorded = Exclude<CallFile, { kind: 'result' | 'scenario' }>;

const companions: { readonly [K in 'result' | 'scenario']: Problem } = {
  result: {
    code: 'eva-call/result',
    message:
      'This is the result of a call of EVA: numbers about it, and nothing that was said. Open audit_log.json of the same folder, or transcript.jsonl, pipecat_logs.jsonl or elevenlabs_events.jsonl.',
  },
  scenario: {
    code: 'eva-call/scenario',
    message:
      'This is the data that the tools of a call of EVA looked things up in, before or after it, and nothing that was said. Open audit_log.json of the same folder.',
  },
};

function sessionOf(file: Recorded, title: string): ReadSession {
  switch (file.kind) {
    case 'audit':
      return fromAuditLog(file.log, title);
    case 'pipeline':
      return fromPipelineLog(file.lines, title);
    case 'caller':
      return fromCallerEvents(file.lines, title);
    default:
      return unreachable(file);
  }
}

/** How many lines are looked at for something that the caller said: words of the agent may come before it. */
const sample = 500;

function titleOf(file: Recorded): string {
  const lines = file.kind === 'audit' ? file.log.transcript : file.lines;
  const said = lines
    .slice(0, sample)
    .map(saidIn)
    .find((text) => text !== undefined);
  return said === undefined ? 'a call' : shortTitle(said);
}

function saidIn(line: Value): string | undefined {
  const entry = v.safeParse(AuditEntry, line);
  if (entry.success && entry.output.message_type === 'user') return textOf(entry.output.value);
  const heard = v.safeParse(PipelineEvent, line);
  if (heard.success) return heard.output.type === 'transcript' ? textOf(heard.output.data.frame) : undefined;
  const meant = v.safeParse(CallerEvent, line);
  return meant.success && meant.output.type === 'user_speech' ? textOf(meant.output.data?.['text']) : undefined;
}

const textOf = (value: Value | undefined): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;
