import { err, ok, type Result } from '../../base/result.ts';
import { CelError } from '../cel/index.ts';
import { decodeJson } from '../cel/functions/json.ts';
import { hooks } from '../model/hooks.ts';
import type { Problem } from '../model/problem.ts';
import { isRecord, type RecordValue } from '../model/value.ts';

/**
 * Reads values for what no recording holds of a request, a JSON object by the names of an agent gateway's variables:
 * `{"jwt": {"sub": "ann"}, "request": {"path": "/mcp"}}`.
 */
export function readGiven(source: string): Result<RecordValue, Problem> {
  const value = decodeJson(source);
  if (value instanceof CelError) return err(malformed(value.message));
  if (!isRecord(value)) return err(malformed('it is no JSON object.'));
  const stranger = Object.keys(value).find((name) => !names.has(name));
  if (stranger !== undefined) return err(malformed(`there is no variable ${stranger}.`));
  return ok(value);
}

const names: ReadonlySet<string> = new Set(
  Object.values(hooks).flatMap(({ environment, variables }) => (environment === 'agentgateway' ? variables : [])),
);

const malformed = (reason: string): Problem => ({
  code: 'given/malformed',
  message: `These are no values of a request: ${reason} They are a JSON object with the names ${[...names].join(', ')}.`,
});
