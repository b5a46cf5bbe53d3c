import type { Path } from '../../model/path.ts';
import { entry, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { ReadSession } from '../../importing/importer.ts';
import { messageIn } from '../../importing/transcript/message-list.ts';
import { counted, createImportReport, type ImportReport } from '../../importing/import-report.ts';
import { createCallMatcher } from '../../importing/transcript/call-matcher.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { answersIn } from './answers.ts';
import { attachmentsOf, type Attachments } from './attachments.ts';
import { eventsOf, eventsPlace } from './events.ts';
import { factsOf, type Facts } from './facts.ts';
import { Message, type Log, type Sample } from './format.ts';
import { readMessage, resolvedChange } from './read-message.ts';
import { unheardIn, type Unheard } from './sub-agents.ts';
import { createTasks } from './tasks.ts';

export function titleOf({ id, epoch }: Sample, log: Log): string {
  const again = epoch === undefined || epoch === 1 ? '' : `, epoch ${epoch}`;
  return `${log.eval.task ?? 'Inspect'}, sample ${id}${again}`;
}

/** The places of a sample’s messages and events; they differ if these were copied without the sample. */
export interface Parts {
  readonly message: (index: number) => Path;
  readonly events: Path;
}

const partsOf = (sample: Sample, place: Path): Parts => ({
  message: (index) => [...place, 'messages', index],
  events: eventsPlace(sample, place),
});

export function toSession(sample: Sample, log: Log, place: Path, parts: Parts = partsOf(sample, place)): ReadSession {
  const report = createImportReport();
  const matcher = createCallMatcher(report);
  const events = eventsOf(sample, parts.events);
  const attachments = attachmentsOf(sample);
  const answers = answersIn(sample.messages, events, attachments);
  const facts = factsOf(events, answers.isHeard);
  const unheard = unheardIn(events, answers.isHeard);
  const tasks = createTasks(unheard.agents, sample, place, { facts, attachments, report });
  const order = new Map(events.map(({ event }, index) => [event, index]));
  for (const change of facts.storeChanges(undefined)) matcher.addState(resolvedChange(change, attachments));
  sample.messages.forEach((value, index) => {
    const where = parts.message(index);
    const message = messageIn(Message, attachments.resolved(value), where, 'messages', report);
    if (message === undefined) return;
    const event = answers.eventOf(index);
    if (event !== undefined) tasks.before(order.get(event) ?? 0).forEach(matcher.addTask);
    readMessage(message, where, event, { facts, attachments, matcher, report, sentBy: tasks.sentBy });
  });
  tasks.rest().forEach(matcher.addTask);
  noteSample(sample, place, facts, unheard, report);
  const steps = matcher.entries();
  const start = steps.find((step) => step.kind === 'model');
  return toTaskSession(
    {
      title: titleOf(sample, log),
      importer: 'inspect',
      model: log.eval.model,
      startedAt: start?.at,
      declared: facts.offered,
      recording: recordingOf(sample, log, attachments),
      entries: steps,
    },
    report,
  );
}

function noteSample(sample: Sample, place: Path, facts: Facts, unheard: Unheard, report: ImportReport): void {
  for (const where of unheard.graders) {
    report.note(
      'info',
      'inspect/graders',
      where,
      (n) => `${counted(n, 'model call')} of ${n === 1 ? 'a grader' : 'graders'}, after the conversation: left out.`,
    );
  }
  for (const where of unheard.others) {
    report.note(
      'lost',
      'inspect/unheard',
      where,
      (n) => `${counted(n, 'model call')} whose ${n === 1 ? 'answer is' : 'answers are'} in no message: left out.`,
    );
  }
  for (const where of facts.others) {
    report.note(
      'info',
      'inspect/events',
      where,
      (n) =>
        `${counted(n, 'event')} that ${n === 1 ? 'makes' : 'make'} no turn (commands in the sandbox, lines of a log), left out.`,
    );
  }
  for (const where of facts.limits) {
    report.note(
      'info',
      'inspect/limit',
      where,
      () => `The sample reached a limit (${sample.limit?.type ?? 'unnamed'}).`,
    );
  }
  if (sample.error !== undefined) {
    const words = sample.error.message?.slice(0, 300) ?? 'no message';
    report.note('info', 'inspect/error', [...place, 'error'], () => `The sample failed: “${words}”.`);
  }
}

function recordingOf(
  { id, epoch, scores, total_time, limit, error }: Sample,
  log: Log,
  { resolved }: Attachments,
): RecordValue {
  return {
    task: log.eval.task ?? null,
    sample: id,
    epoch: epoch ?? null,
    status: log.status,
    scores: Object.fromEntries(Object.entries(scores ?? {}).map(([name, score]) => [name, resolved(valueOf(score))])),
    total_time: total_time ?? null,
    limit: limit?.type ?? null,
    error: error?.message ?? null,
  };
}

const valueOf = (score: Value): Value => (isRecord(score) ? (entry(score, 'value') ?? null) : score);
