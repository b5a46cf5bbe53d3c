import { err, ok, type Result } from '../../../../base/result.ts';
import type { Problem } from '../../../model/problem.ts';
import { isSame } from '../../../model/equal.ts';
import { isList, isRecord, typeName, type RecordValue, type Value } from '../../../model/value.ts';
import type { GivenToModel, TaskEvent, TokenNumbers } from '../event.ts';
import { taskIO } from '../history.ts';
import { interpolate } from '../interpolate.ts';
import { emptyManifest } from '../manifest.ts';
import { operations, type Decided } from '../operations.ts';
import { runSteps } from '../steps.ts';
import { asData } from './as-data.ts';
import { evaluateNow } from './evaluate-now.ts';
import { offered } from './offered.ts';
import { placed, type Progress } from './progress.ts';
import { stepTools } from './step-tools.ts';

export interface Said {
  readonly message?: readonly Value[];
  readonly params?: RecordValue;
  readonly at?: string;
}

/** The user (for a child task, the parent) sends a message, which guardrails check before the agent sees it. */
export function input(progress: Progress, id: string, said: Said): Result<null, Problem> {
  const { task, manifest } = progress.live(id);
  const params = withParameters(progress, id, said.params);
  if (!params.ok) return params;
  const asked = { ...said, ...(params.value !== undefined && { params: params.value }) };
  const decided = operations.input(task, asked);
  if (!decided.ok) return decided;
  const [first] = decided.value;
  if (first?.type !== 'input-received') return ok(happen(progress, id, decided));
  const arriving = taskIO(first.message, first.params);
  const { end, input: shown } = runSteps(
    {
      layer: 'guardrail',
      subCapability: undefined,
      steps: manifest.guardrails.before,
      input: arriving,
      output: undefined,
    },
    stepTools(progress, id, { scope: 'guardrail.before', reviews: [] }),
  );
  // Recorded even when it is refused, so that it stays visible; the model never sees it.
  const received = isSame(shown, arriving) ? first : { ...first, shown: asData(shown) };
  if (!progress.isOver(id)) progress.happen([placed(received, id)]);
  if (end.kind === 'blocked') progress.decide(id, (state) => operations.lock(state, { reason: end.error }));
  return ok(null);
}

/** One model call. With a manifest, the event has the prompt and functions of the call. */
export function llm(
  progress: Progress,
  id: string,
  args: TokenNumbers & { text?: string; at?: string },
): Result<Value, Problem> {
  const { task, manifest } = progress.live(id);
  const decided = operations.llm(task, args);
  if (!decided.ok) return decided;
  const given = manifest === emptyManifest ? undefined : givenTo(progress, id, manifest.prompt);
  happen(
    progress,
    id,
    ok(decided.value.map((event) => (event.type === 'model-called' && given ? { ...event, given } : event))),
  );
  return ok(given === undefined || decided.value[0]?.type !== 'model-called' ? null : { ...given });
}

function givenTo(progress: Progress, id: string, prompt: string | undefined): GivenToModel {
  const functions = offered(progress.run, progress.live(id)).map(({ key }) => key);
  if (prompt === undefined) return { functions };
  // A prompt cannot write: its scope has no function for it.
  const { text, problems } = interpolate(
    prompt,
    (expression) => evaluateNow(progress.run, progress.live(id), expression, 'prompt', {}).outcome,
  );
  return { prompt: text, ...(problems.length > 0 && { problems: problems.map(({ message }) => message) }), functions };
}

export interface Answered {
  readonly message?: readonly Value[];
  readonly exposes?: RecordValue;
  readonly at?: string;
}

/** The agent answers, with its exposed values, unless a guardrail withholds the answer from the user. */
export function output(progress: Progress, id: string, answer: Answered): Result<null, Problem> {
  const { task, manifest } = progress.live(id);
  const { values, problems } = exposed(progress, id, answer.message ?? []);
  const all = { ...values, ...answer.exposes };
  const decided = operations.output(task, { ...answer, ...(Object.keys(all).length > 0 && { exposes: all }) });
  if (!decided.ok) return decided;
  const [first] = decided.value;
  if (first?.type !== 'output-sent') return ok(happen(progress, id, decided));
  const response = taskIO(first.message, first.exposes);
  const answered = placed(problems.length > 0 ? { ...first, problems } : first, id);
  const { end, output: shown = response } = runSteps(
    { layer: 'guardrail', subCapability: undefined, steps: manifest.guardrails.after, input: {}, output: response },
    stepTools(progress, id, { scope: 'guardrail.after', reviews: [], seen: () => progress.seenWith(id, answered) }),
  );
  if (end.kind === 'blocked') {
    progress.decide(id, (state) => operations.lock(state, { reason: end.error, withheld: response }));
    return ok(null);
  }
  const sent: TaskEvent = isSame(shown, response) ? answered : { ...answered, ...parts(shown) };
  if (!progress.isOver(id)) progress.happen([sent]);
  return ok(null);
}

/** A response that a guardrail has changed: a value that is not an object is the message itself. */
function parts(shown: Value): { readonly message: Value; readonly exposes?: RecordValue } {
  const plain = asData(shown);
  if (!isRecord(plain)) return { message: plain };
  const { message = null, ...exposes } = plain;
  return { message, ...(Object.keys(exposes).length > 0 && { exposes }) };
}

/** Expressions of `exposes` see the variables that the manifest's page lists: the context, the latest input, the answer, the time. */
function exposed(progress: Progress, id: string, message: readonly Value[]) {
  const { manifest, task } = progress.live(id);
  const values: [string, Value][] = [];
  const problems: string[] = [];
  for (const [key, expression] of manifest.exposes) {
    const variables = { input: task.inputs.at(-1) ?? {}, output: { message } };
    // The only hook with exactly these variables.
    const { outcome } = evaluateNow(progress.run, progress.live(id), expression, 'turn', variables);
    if ('fault' in outcome) problems.push(`“${key}” could not be computed: ${outcome.message}.`);
    else values.push([key, outcome.value]);
  }
  return { values: Object.fromEntries(values), problems };
}

/** Adds defaults. The first input must have all required parameters, and each given parameter must have the right type. */
function withParameters(
  progress: Progress,
  id: string,
  given: RecordValue | undefined,
): Result<RecordValue | undefined, Problem> {
  const { manifest, task } = progress.live(id);
  if (manifest.parameters === undefined) return ok(given);
  const params: [string, Value][] = Object.entries(given ?? {});
  for (const [name, { type, default: otherwise }] of manifest.parameters) {
    const value = given !== undefined && Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined) {
      if (otherwise !== undefined) params.push([name, otherwise]);
      else if (task.inputs.length === 0) return err(missingParameter(name, type));
    } else if (!fits(value, type)) return err(wrongParameter(name, type));
  }
  return ok(params.length === 0 && given === undefined ? undefined : Object.fromEntries(params));
}

const missingParameter = (name: string, type = 'value'): Problem => ({
  code: 'task/missing-parameter',
  message: `The agent’s parameter “${name}” (${type}) has no default, so the first input must give it in params.`,
});

const wrongParameter = (name: string, type = 'value'): Problem => ({
  code: 'task/wrong-parameter',
  message: `The agent’s parameter “${name}” must be of type ${type}.`,
});

/** The names of JSON Schema's types; an unknown name accepts every value. */
function fits(value: Value, type: string | undefined): boolean {
  const is = typeName(value);
  switch (type) {
    case 'string':
      return is === 'string';
    case 'boolean':
      return is === 'bool';
    case 'integer':
      return is === 'int' || is === 'uint';
    case 'number':
      return is === 'int' || is === 'uint' || is === 'double';
    case 'array':
      return isList(value);
    case 'object':
      return is === 'map';
    default:
      return true;
  }
}

function happen(progress: Progress, id: string, decided: Decided): null {
  const events: readonly TaskEvent[] = decided.ok ? decided.value : [];
  progress.happen(events.map((event) => placed(event, id)));
  return null;
}
