import { ok, type Result } from '../../base/result.ts';
import { formOfLine, lineOfForm, readForm } from '../../engine/runs/console/form.ts';
import type { CallProblems } from '../../engine/runs/console/problems.ts';
import { readProgram, type Program } from '../../engine/runs/console/program.ts';
import { readCall } from '../../engine/runs/console/read.ts';
import { readLine } from '../../engine/runs/console/syntax.ts';
import { scopeOf } from '../../engine/runs/console/scope.ts';
import type { Run } from '../../engine/runs/run.ts';
import type { CallReading, WrittenCall } from '../run-protocol.ts';

/** The calls in a written text, as the next calls of a run. */
export function writtenCalls(call: WrittenCall, run: Run): Result<Program, CallProblems> {
  if ('line' in call) return readProgram(call.line, run);
  const made = readForm(call.form, scopeOf(run));
  return made.ok ? ok({ calls: [made.value], remark: null }) : made;
}

/** Converts a line to a form or a form to a line, with the faults. */
export function readingOf(call: WrittenCall, run: Run): CallReading {
  const scope = scopeOf(run);
  // For a line that has a form, faults are reported argument by argument.
  const isOne = 'line' in call && readLine(call.line).ok;
  const read = isOne ? readCall(call.line, scope) : writtenCalls(call, run);
  const problems = read.ok ? [] : read.problem;
  if ('form' in call) return { line: lineOfForm(call.form, scope), form: call.form, problems };
  const form = formOfLine(call.line, scope);
  return { line: call.line, form: form.ok ? form.value : null, problems: form.ok ? problems : form.problem };
}
