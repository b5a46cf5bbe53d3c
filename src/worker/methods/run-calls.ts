import type { Result } from '../../base/result.ts';
import { formOfLine, lineOfForm, readForm } from '../../engine/runs/console/form.ts';
import type { CallProblems } from '../../engine/runs/console/problems.ts';
import { readCall } from '../../engine/runs/console/read.ts';
import { scopeOf } from '../../engine/runs/console/scope.ts';
import type { Run } from '../../engine/runs/run.ts';
import type { OperationCall } from '../../engine/systems/machine.ts';
import type { CallReading, WrittenCall } from '../run-protocol.ts';

/** The call that somebody wrote, as the next one of a run. */
export const writtenCall = (call: WrittenCall, run: Run): Result<OperationCall, CallProblems> =>
  'line' in call ? readCall(call.line, scopeOf(run)) : readForm(call.form, scopeOf(run));

/** The same call the other way, and what is wrong with it. */
export function readingOf(call: WrittenCall, run: Run): CallReading {
  const scope = scopeOf(run);
  const read = writtenCall(call, run);
  const problems = read.ok ? [] : read.problem;
  if ('form' in call) return { line: lineOfForm(call.form, scope), form: call.form, problems };
  const form = formOfLine(call.line, scope);
  return { line: call.line, form: form.ok ? form.value : null, problems: form.ok ? problems : form.problem };
}
