import type { SpecificationHookId } from '../model/hooks.ts';
import { formatPath, type Path } from '../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../model/value.ts';
import { expressionsIn } from '../systems/task/interpolate.ts';
import { readStep, type Layer, type PolicyStep } from '../systems/task/steps.ts';
import type { RulePart, StepList } from './policy.ts';
import type { PolicyReading } from './policy-reading.ts';

/** The place of a list of steps. */
export interface StepsPlace {
  readonly layer: Layer;
  readonly list: StepList;
  /** The capability of the steps; null for guardrails. */
  readonly ref: string | null;
  /** The granted actions of the capability; null when the manifest does not list them. */
  readonly include: readonly Value[] | null;
}

export function readSteps(reading: PolicyReading, path: Path, steps: Value | undefined, place: StepsPlace): void {
  if (steps === undefined || steps === null) return;
  if (!isList(steps))
    return reading.fault(path, 'policy/steps', `${place.list} is a list of steps; each begins with a dash.`);
  for (const [index, step] of [...steps].entries()) readOne(reading, [...path, index], step, index, place);
}

const stepKeys = ['assert', 'invoke', 'transform', 'bindings', 'match', 'condition', 'on_fail', 'error_message'];
/** The names of fields in later versions of the specification. */
const laterNames: { readonly [later: string]: string } = { deny_message: 'error_message', on_error: 'on_fail' };

function readOne(reading: PolicyReading, path: Path, value: Value, index: number, place: StepsPlace): void {
  const read = readStep(place.layer, withTexts(value));
  if (isRecord(value)) unknownFields(reading, path, value);
  if (!read.ok) return reading.fault(path, 'policy/step', read.problem.message);
  const step = read.value;
  const { layer, list, ref } = place;
  matches(reading, path, step, place);
  const kind = kindOf(step);
  const hook: SpecificationHookId = `${layer}.${list === 'after' ? 'after' : 'before'}`;
  reading.whole([...path, kind], {
    id: formatPath(path),
    title: `${ref ?? 'guardrail'} ${list.replace('_', ' ')} ${index + 1}`,
    kind,
    hook,
    capability: ref === null ? null : { ref, only: step.match ?? null },
    step,
    list,
    parts: partsOf(reading, path, step, list),
  });
}

function unknownFields(reading: PolicyReading, path: Path, step: RecordValue): void {
  for (const name of Object.keys(step)) {
    if (stepKeys.includes(name)) continue;
    const known = Object.hasOwn(laterNames, name) ? laterNames[name] : undefined;
    const message =
      known === undefined
        ? `A step has no ${name}; it has ${stepKeys.join(', ')}.`
        : `${name} belongs to a later version of the specification; here it is ${known}.`;
    reading.warn([...path, name], 'policy/unknown-field', message, 'key');
  }
}

function matches(reading: PolicyReading, path: Path, { match }: PolicyStep, { layer, ref, include }: StepsPlace): void {
  if (match === undefined) return;
  if (layer === 'guardrail')
    reading.warn(
      [...path, 'match'],
      'policy/match',
      'match names an action of a tool; a guardrail has none, so this step never runs.',
    );
  else if (include !== null && !include.includes(match))
    reading.warn(
      [...path, 'match'],
      'policy/match',
      `${match} is not among the actions that ${ref ?? 'the tool'} includes, so this step never runs.`,
    );
}

function partsOf(reading: PolicyReading, path: Path, step: PolicyStep, list: StepList): readonly RulePart[] {
  const { condition, bindings = {}, error_message: message } = step;
  return [
    ...(condition === undefined ? [] : [reading.part('condition', [...path, 'condition'], condition)]),
    ...Object.entries(bindings).map(([parameter, expression]) =>
      reading.part('binding', [...path, 'bindings', parameter], expression),
    ),
    ...(message === undefined ? [] : messageParts(reading, [...path, 'error_message'], message, list)),
  ];
}

function messageParts(reading: PolicyReading, path: Path, message: string, list: StepList): readonly RulePart[] {
  return expressionsIn(message).map((within) => {
    const expression = message.slice(within.start, within.end);
    if (list !== 'after' && /\b(output|o)\b/.test(expression))
      reading.warn(
        path,
        'policy/no-output',
        'There is no output before the call: this placeholder stays as it is written.',
        'value',
        within,
      );
    return reading.part('message', path, expression, within);
  });
}

const kindOf = ({ assert, invoke }: PolicyStep): 'assert' | 'invoke' | 'transform' =>
  assert !== undefined ? 'assert' : invoke !== undefined ? 'invoke' : 'transform';

/** YAML reads `assert: true` as a boolean; as an expression it means the same. */
function withTexts(value: Value): Value {
  if (!isRecord(value)) return value;
  const asText = (field: Value): Value =>
    typeof field === 'boolean' || typeof field === 'number' ? String(field) : field;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      isRecord(field)
        ? Object.fromEntries(Object.entries(field).map(([key, inner]) => [key, asText(inner)]))
        : asText(field),
    ]),
  );
}
