import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import type { Value } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import type { ReadSession, Read } from '../../importing/importer.ts';
import { createImportReport } from '../../importing/import-report.ts';
import { firstFault } from '../../importing/values/schema.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { toTaskSession } from '../../importing/transcript/to-task-session.ts';
import { Definition, Step, Trajectory } from './format.ts';
import { type Found, trajectoryIn } from './shapes.ts';
import { readSteps, subTrajectories } from './steps.ts';
import { totalIn } from './totals.ts';

export const read: Read = ({ value }) => {
  const found = trajectoryIn(value);
  if (found === undefined) {
    return err({
      code: 'import/malformed',
      message: `This looks like an ATIF trajectory, but ${faultIn(value)}.`,
    });
  }
  return ok({ sessions: [{ title: titleOf(found.trajectory), system: 'task', open: () => ok(toSession(found)) }] });
};

function faultIn(value: Value): string {
  const parsed = v.safeParse(Trajectory, value);
  return parsed.success ? 'it cannot be read' : firstFault(parsed.issues);
}

function titleOf({ steps, session_id, agent }: Trajectory): string {
  for (const value of steps.slice(0, 20)) {
    const step = v.safeParse(Step, value);
    if (!step.success || step.output.source !== 'user') continue;
    const text = textOf(readContent(step.output.message, [], createImportReport()));
    if (text.trim() !== '') return shortTitle(text);
  }
  return session_id ?? agent?.name ?? 'ATIF trajectory';
}

function toSession({ trajectory, stepsPlace }: Found): ReadSession {
  const report = createImportReport();
  const { agent, session_id, final_metrics } = trajectory;
  const steps = readSteps(trajectory, stepsPlace, subTrajectories(trajectory, [], report), 0, report);
  report.note(
    'assumed',
    'atif/outcome',
    null,
    () => 'The format does not say whether a call failed: every result counts as successful.',
  );
  const start = steps.find((step) => step.kind === 'input' || step.kind === 'model');
  return toTaskSession(
    {
      title: titleOf(trajectory),
      importer: 'atif',
      agent: agent?.name,
      model: agent?.model_name,
      startedAt: start?.at,
      declared: (agent?.tool_definitions ?? []).flatMap(nameOf),
      recording: { session: session_id ?? null, metrics: final_metrics ?? null },
      entries: [...steps, ...totalIn(trajectory, steps, report)],
    },
    report,
  );
}

function nameOf(definition: Value): readonly string[] {
  const read = v.safeParse(Definition, definition);
  return read.success ? [read.output.function.name] : [];
}
