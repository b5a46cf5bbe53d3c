import * as v from 'valibot';
import { unhurried, type Pace } from '../../base/pace.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { toJson } from '../model/json.ts';
import type { Problem } from '../model/problem.ts';
import { type SystemId, systemIds } from '../model/session.ts';
import { isRecord, type RecordValue, type Value } from '../model/value.ts';
import type { OperationCall } from '../systems/machine.ts';
import { checkArguments } from '../systems/known-keys.ts';
import type { System } from '../systems/system.ts';
import { performed, Run } from './run.ts';

/** The format that the command line's `run` reads and the playground saves: `{title?, system, given, do}`. */
export interface Script {
  readonly title?: string;
  readonly system: SystemId;
  readonly given: RecordValue;
  readonly do: readonly OperationCall[];
}

/** Secrets of a request are left out: they must not be in a file. */
export function scriptOf({ title, system, given, steps }: Run): Script {
  const kept = (values: RecordValue) => without(values, system.transient ?? []);
  return {
    title,
    system: system.id,
    given: kept(given),
    do: [...steps].map(({ call }) => ({ ...call, args: kept(call.args) })),
  };
}

/** One call per line, so that scripts are easy to compare. */
export function writeScript(run: Run): string {
  const { title = '', system, given, do: calls } = scriptOf(run);
  const lines = calls.map(({ op, on, as, args }) => {
    const step: RecordValue = { op, ...(on !== undefined && { on }), ...(as !== undefined && { as }), args };
    return `  ${json(step)}`;
  });
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n]`;
  return `{\n"title":${json(title)},\n"system":${json(system)},\n"given":${json(given)},\n"do":${list}\n}\n`;
}

const json = (value: Value): string => toJson(value, { nonFinite: 'bare' });

function without(values: RecordValue, names: readonly string[]): RecordValue {
  if (!names.some((name) => Object.hasOwn(values, name))) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
}

const record = v.custom<RecordValue>(isRecord, 'An object was expected');
const text = v.exactOptional(v.string());
const ScriptSchema = v.looseObject({
  title: text,
  system: v.picklist(systemIds, `One of ${systemIds.join(', ')} was expected`),
  given: v.exactOptional(record, {}),
  do: v.exactOptional(
    v.array(v.looseObject({ op: v.string(), on: text, as: text, args: v.exactOptional(record, {}) })),
    [],
  ),
});

export function readScript(value: Value): Result<Script, Problem> {
  const parsed = v.safeParse(ScriptSchema, value);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    const where = v.getDotPath(issue) ?? 'the whole script';
    return err({
      code: 'script/malformed',
      message: `This is not a script {system, given, do}: “${where.slice(0, 80)}” is wrong (${issue.message}).`,
    });
  }
  const { title, system, given, do: steps } = parsed.output;
  return ok({ ...(title !== undefined && { title }), system, given, do: steps.map(callOf) });
}

/** `system` is the code of the system that the script names. */
export async function runOf(
  { title, given, do: calls }: Script,
  system: System,
  pace: Pace = unhurried,
): Promise<Result<Run, Problem>> {
  const started = Run.start(system, given, calls);
  if (!started.ok) return started;
  const isKnown = checkArguments(calls, started.value.machine.operations);
  if (!isKnown.ok) return isKnown;
  return ok(await performed(title === undefined ? started.value : started.value.titled(title), calls, pace));
}

/** Only the parts of a call: vectors have more fields beside them. */
function callOf({ op, on, as, args }: OperationCall): OperationCall {
  return { op, ...(on !== undefined && { on }), ...(as !== undefined && { as }), args };
}
