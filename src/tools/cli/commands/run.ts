import * as v from 'valibot';
import { toJson } from '../../../engine/model/json.ts';
import type { RecordValue, Value } from '../../../engine/model/value.ts';
import type { SystemId } from '../../../engine/model/session.ts';
import { readDocument } from '../../../engine/readers/read-document.ts';
import { Run } from '../../../engine/runs/run.ts';
import { readScript } from '../../../engine/runs/script.ts';
import { systemOf } from '../../../engine/systems/systems.ts';
import { vectorSystems } from '../../../engine/systems/vector-systems.ts';
import {
  runScript,
  runVector,
  type Vector,
  type VectorFailure,
  type VectorStep,
} from '../../../engine/systems/vectors.ts';
import { oneFile } from '../args.ts';
import { parse } from '../parse.ts';
import { type Command, Refusal } from '../command.ts';
import { readText } from '../load.ts';
import { printJson, printLines } from '../print.ts';

export const runFile: Command = {
  name: 'run',
  usage: 'run FILE [--json]',
  about: 'runs a script {system, given, do}, or a file of behaviour vectors against their expectations',
  async run(args) {
    const { values, positionals } = parse(args, { json: { type: 'boolean' } });
    const file = oneFile(positionals, this.usage);
    const document = readDocument(await readText(file));
    if (!document.ok) throw new Refusal(`${file}: ${document.problem.message}`);
    const vectors = v.safeParse(VectorsFile, document.value.value);
    if (vectors.success) return judge(vectors.output, values.json === true);
    const script = v.safeParse(Script, document.value.value);
    if (!script.success) throw new Refusal(`${file} is neither a script {system, given, do} nor a vectors file.`);
    const system = vectorSystems[systemCalled(script.output.system)];
    refuseWhatCannotStart(document.value.value);
    const ran = runScript(system, script.output);
    if (!ran.ok) throw new Refusal(ran.problem.message);
    const { results, events, snapshot } = ran.value;
    printJson({ results: results as readonly RecordValue[], events, snapshot }); // outcomes are records of values
    return 0;
  },
};

// The values come from our own reader, so only the structure around them is checked here.
const AnyRecord = v.custom<RecordValue>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

const isStep = (value: unknown): value is VectorStep => v.is(v.looseObject({ op: v.string() }), value);
const Step = v.custom<VectorStep>(isStep);

const isExpectation = (value: unknown): value is NonNullable<Vector['expect']> => v.is(v.looseObject({}), value);
const Expectation = v.custom<NonNullable<Vector['expect']>>(isExpectation);

const Script = v.looseObject({ system: v.string(), given: AnyRecord, do: v.array(Step) });

const VectorsFile = v.looseObject({
  system: v.string(),
  vectors: v.array(v.looseObject({ id: v.string(), given: AnyRecord, do: v.array(Step), expect: Expectation })),
});

const isSystem = (id: string): id is SystemId => Object.hasOwn(vectorSystems, id);

function systemCalled(id: string): SystemId {
  if (isSystem(id)) return id;
  throw new Refusal(`The system "${id}" cannot be run; those that can: ${Object.keys(vectorSystems).join(', ')}.`);
}

/**
 * Vectors are assumed to start. A script of a user is started in the same way as on the page, with the same messages.
 */
function refuseWhatCannotStart(value: Value): void {
  const script = readScript(value);
  const started = script.ok ? Run.start(systemOf(script.value.system), script.value.given, script.value.do) : script;
  if (!started.ok) throw new Refusal(started.problem.message);
}

function judge({ system, vectors }: v.InferOutput<typeof VectorsFile>, json: boolean): number {
  const machine = vectorSystems[systemCalled(system)];
  const failures = vectors.flatMap((vector: Vector) => runVector(machine, vector));
  const failed = new Set(failures.map(({ id }) => id)).size;
  const passed = vectors.length - failed;
  if (json) printJson({ passed, failed, failures: failures.map(failureValue) });
  else printLines([...failures.map(failureLine), `${passed} passed, ${failed} failed`]);
  return failed === 0 ? 0 : 1;
}

const failureValue = ({ id, where, expected, got }: VectorFailure): RecordValue => ({
  id,
  where,
  expected,
  got: got ?? null,
});

const failureLine = ({ id, where, expected, got }: VectorFailure) =>
  `${id} ${where}: expected ${toJson(expected)}, got ${got === undefined ? 'nothing' : toJson(got)}`;
