import { Unknown, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import type { EvalResult } from '../../../cel/index.ts';
import { Refused, type Evaluated } from '../evaluate.ts';
import { asData } from './as-data.ts';
import { call } from './calls.ts';
import type { Progress } from './progress.ts';

/** The script returned a value, failed, or made a call that waits. */
export type ScriptReached = Evaluated | { readonly token: string };

/** The maximum number of calls of a script, so that a loop over a long list ends. */
const maxCalls = 1000;

/**
 * Runs a script that the model has written. Its calls are ordinary invocations. A script that had to wait is evaluated again:
 * `answers` are the results of its earlier calls in order, so that none of them is made twice.
 */
export function runScript(
  progress: Progress,
  id: string,
  expression: string,
  answers: readonly RecordValue[],
  token?: string,
): ScriptReached {
  const known = [...answers];
  let position = 0;
  let waiting: string | undefined;
  const called = (key: string, passed: Value): EvalResult => {
    const args = asData(passed);
    // Nothing is called after a waiting call, because it may depend on that call's result.
    if (waiting !== undefined) return pending;
    if (position >= maxCalls) return new Refused('too_many_calls', `a script makes at most ${maxCalls} calls`);
    const before = known[position];
    position++;
    if (before !== undefined) return toScript(before);
    const reached = call(progress, id, { function: key, args, script: { expression, answers: [...known] }, token });
    if ('unknown' in reached) return new Refused('unknown_capability', `the agent has no capability ${key}`);
    if ('token' in reached) {
      waiting = reached.token;
      return pending;
    }
    const answer = isRecord(reached.answer) ? reached.answer : {};
    known.push(answer);
    return toScript(answer);
  };
  const evaluated = progress.evaluate(id, expression, 'script', { called });
  return waiting === undefined ? evaluated : { token: waiting };
}

const pending = new Unknown([['<capability>()']]);

/** The value of a call inside a script: its result, or the error that the model would get. */
function toScript(answer: RecordValue): EvalResult {
  if (answer['outcome'] === 'ok') return answer['output'] ?? null;
  const { error } = answer;
  return new Refused('call_failed', typeof error === 'string' ? error.replace(/\.$/, '') : 'the call failed');
}

/** The result of a script that the model gets. */
export function scriptAnswer(evaluated: Evaluated): RecordValue {
  return 'fault' in evaluated
    ? { outcome: 'error', error: `The script failed: ${evaluated.message}.` }
    : { outcome: 'ok', output: evaluated.value };
}
