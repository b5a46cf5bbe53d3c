import type { Path } from '../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../model/value.ts';
import { type Declaration, functionKey, reservedKey } from '../systems/task/keys.ts';
import type { PolicyReading } from './policy-reading.ts';
import { readSteps } from './read-steps.ts';

const fields = ['include', 'bindings', 'event_timeout', 'before_first', 'before', 'after'];

/** `capabilities` and `model_capabilities` of a manifest. */
export function readCapabilities(reading: PolicyReading, manifest: RecordValue): void {
  const capabilities = reading.record(
    manifest['capabilities'],
    ['capabilities'],
    'policy/capabilities',
    'capabilities has an entry for each tool or agent, by its name.',
  );
  for (const [ref, policy] of Object.entries(capabilities ?? {}))
    readCapability(reading, ['capabilities', ref], ref, policy);
  if (capabilities !== null) collide(reading, capabilities);
  readModelCapabilities(reading, manifest['model_capabilities'], capabilities ?? {});
}

function readCapability(reading: PolicyReading, path: Path, ref: string, policy: Value): void {
  if (policy === '*') return;
  if (!isRecord(policy))
    return reading.fault(
      path,
      'policy/capability',
      `${ref} needs "*", which grants it without conditions, or its conditions.`,
    );
  if (Object.keys(policy).length === 0)
    return reading.fault(
      path,
      'policy/capability',
      `${ref} is empty, which the specification refuses; "*" grants it without conditions.`,
    );
  for (const name of Object.keys(policy)) {
    if (fields.includes(name)) continue;
    const message = `A capability has no ${name}; it has ${fields.join(', ')}.`;
    reading.warn([...path, name], 'policy/unknown-field', message, 'key');
  }
  const include = actionsIn(policy['include']);
  if (policy['include'] !== undefined && include === null)
    reading.fault([...path, 'include'], 'policy/include', 'include is a list of the names of actions.');
  const bindings = reading.record(
    policy['bindings'],
    [...path, 'bindings'],
    'policy/bindings',
    'bindings has an expression for each parameter that it fixes.',
  );
  for (const parameter of Object.keys(bindings ?? {}))
    reading.whole([...path, 'bindings', parameter], {
      title: `${ref}, ${parameter}`,
      kind: 'binding',
      hook: 'binding',
      capability: { ref, only: null },
    });
  for (const list of ['before_first', 'before', 'after'] as const)
    readSteps(reading, [...path, list], policy[list], { layer: 'middleware', list, ref, include });
}

/** Null for a value that is no list of names. */
function actionsIn(include: Value | undefined): readonly string[] | null {
  if (!isList(include ?? null)) return null;
  const names = [...(include as Iterable<Value>)]; // a list, as checked above
  return names.every((name) => typeof name === 'string') ? names : null;
}

/** Names that differ only in hyphens share their functions, and with them their records. */
function collide(reading: PolicyReading, capabilities: RecordValue): void {
  const names = new Map<string, string>([[reservedKey, 'a key of the specification itself']]);
  for (const [ref, policy] of Object.entries(capabilities)) {
    for (const declaration of declarationsOf(ref, isRecord(policy) ? actionsIn(policy['include']) : null)) {
      const key = functionKey(declaration);
      const name = declaration.kind === 'multi' ? `${ref}:${declaration.capability}` : ref;
      const other = names.get(key);
      names.set(key, name);
      if (other === undefined || other === name) continue;
      const message = `${name} is ${key} in the context, as is ${other}: their records are one.`;
      reading.warn(['capabilities', ref], 'policy/collision', message, 'key');
    }
  }
}

const declarationsOf = (ref: string, actions: readonly string[] | null): readonly ToolDeclaration[] =>
  actions === null ? [{ kind: 'single', ref }] : actions.map((capability) => ({ kind: 'multi', ref, capability }));

type ToolDeclaration = Extract<Declaration, { readonly kind: 'single' | 'multi' }>;

function readModelCapabilities(reading: PolicyReading, listed: Value | undefined, capabilities: RecordValue): void {
  if (listed === undefined || listed === null) return;
  const [path, code] = [['model_capabilities'], 'policy/model-capabilities'];
  if (!isList(listed)) return reading.fault(path, code, 'model_capabilities is a list of names.');
  const seen = new Set<string>();
  for (const [index, name] of [...listed].entries()) {
    const place = [...path, index];
    if (typeof name !== 'string') {
      reading.fault(place, code, 'A name in model_capabilities is a text.');
      continue;
    }
    if (seen.has(name)) reading.fault(place, code, `${name} is listed twice.`);
    if (Object.hasOwn(capabilities, name))
      reading.fault(place, code, `${name} is under capabilities as well; a name may be in only one of the two.`);
    seen.add(name);
  }
}
