import { Unknown, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import type { EvalResult } from '../../../cel/index.ts';
import { Refused, type Evaluated } from '../evaluate.ts';
import { asData } from './as-data.ts';
import { call } from './calls.ts';
import type { Progress } from './progress.ts';

/** A script has yielded a value, has failed, or has made a call that waits. */
export type ScriptReached = Evaluated | { readonly token: string };

/** No script of a model needs more; a loop over a long list would not end in a lifetime. */
const maxCalls = 1000;

/**
 * Runs a script that the model has written. Its calls are invocations like any other. A script that had to wait is
 * evaluated anew: `answers` are what its calls have come to before, in their order, and none of them is made twice.
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
    // What comes after a call that waits may lean on it, even where the language would go on.
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

/** What a call comes to inside a script: its result, or an error as the model would be told of it. */
function toScript(answer: RecordValue): EvalResult {
  if (answer['outcome'] === 'ok') return answer['output'] ?? null;
  const { error } = answer;
  return new Refused('call_failed', typeof error === 'string' ? error.replace(/\.$/, '') : 'the call failed');
}

/** What the model is told of a script. */
export function scriptAnswer(evaluated: Evaluated): RecordValue {
  return 'fault' in evaluated
    ? { outcome: 'error', error: `The script failed: ${evaluated.message}.` }
    : { outcome: 'ok', output: evaluated.value };
}
