import { err, ok, type Result } from '../../base/result.ts';
import { nearest } from '../cel/check/suggest.ts';
import { hooks } from '../model/hooks.ts';
import type { Path } from '../model/path.ts';
import type { Problem } from '../model/problem.ts';
import { isRecord, type RecordValue, type Value } from '../model/value.ts';
import { attributeAt, fieldsOf } from './agentgateway/attributes.ts';
import { keptByText, readWrittenJson } from './written-json.ts';

/**
 * Reads values for what no recording holds of a request, a JSON object by the names of an agent gateway's variables:
 * `{"jwt": {"sub": "ann"}, "request": {"path": "/mcp"}}`.
 */
export function readGiven(source: string): Result<RecordValue, Problem> {
  const written = readWrittenJson(source);
  if (!written.ok) {
    const { sentence, range } = written.problem;
    return err(malformed(`These are no values of a request: ${sentence}`, range));
  }
  const { value, placeOf, rangeOf } = written.value;
  if (!isRecord(value)) return err(malformed(`These are no values of a request: a JSON object is needed, ${example}`));
  const wrong = wrongIn(value, []);
  if (wrong === null) return ok(value);
  return err(malformed(wrong.sentence(placeOf(wrong.path)), rangeOf(wrong.path)));
}

/** The same for a text that was read before; no values where it cannot be read. */
export const givenValues = keptByText((source: string): RecordValue => {
  const read = readGiven(source);
  return read.ok ? read.value : {};
});

const example = 'such as `{"jwt": {"sub": "ann"}}`.';

const names: ReadonlySet<string> = new Set(
  Object.values(hooks).flatMap(({ environment, variables }) => (environment === 'agentgateway' ? variables : [])),
);

interface Wrong {
  readonly path: Path;
  readonly sentence: (place: string) => string;
}

/** The first name that the gateway does not have, or a value that must be an object. Claims and metadata have any names. */
function wrongIn(value: RecordValue, path: Path): Wrong | null {
  const parent = path.join('.');
  const known = path.length === 0 ? names : new Set(fieldsOf(parent));
  for (const [name, inner] of Object.entries(value)) {
    const at = [...path, name];
    if (!known.has(name)) return { path: at, sentence: (place) => unknownName(parent, name, known, place) };
    const wrong = attributeAt(at.join('.'))?.kind === 'object' ? wrongObject(inner, at) : null;
    if (wrong !== null) return wrong;
  }
  return null;
}

function wrongObject(value: Value, path: Path): Wrong | null {
  if (value === null) return null;
  if (isRecord(value)) return wrongIn(value, path);
  const name = path.join('.');
  return {
    path,
    sentence: (place) => `At ${place}, \`${name}\` must be an object. Its fields are ${fieldsOf(name).join(', ')}.`,
  };
}

function unknownName(parent: string, name: string, known: ReadonlySet<string>, place: string): string {
  const near = nearest(name, known);
  const meant = near === undefined ? '' : ` Did you mean \`${near}\`?`;
  const [has, all] =
    parent === '' ? ['A gateway has no variable', 'variables'] : [`\`${parent}\` has no field`, 'fields'];
  return `${has} \`${name}\`, whose value is at ${place}.${meant} Its ${all} are ${[...known].join(', ')}.`;
}

const malformed = (message: string, range?: Problem['range']): Problem => ({
  code: 'given/malformed',
  message,
  ...(range !== undefined && { range }),
});
