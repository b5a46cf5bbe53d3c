import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { fieldOf, textIn } from '../../importing/messages/gemini-content.ts';
import { keyOf } from '../../importing/values/where.ts';

/**
 * Eval sets of Google's Agent Development Kit: what agents are expected to do, mostly made from sessions.
 * Newer: https://github.com/google/adk-python/blob/main/src/google/adk/evaluation/eval_set.py (`eval_cases`).
 * Older: a list of `{name, data, initial_session}`, or just the `data`: a list of `{query, expected_tool_use, reference}`.
 * Also their results, if no session was kept with them: `eval_case_results`.
 * https://github.com/google/adk-python/blob/main/src/google/adk/evaluation/eval_result.py
 */
export interface EvalCase {
  readonly title: string;
  readonly body: RecordValue;
  readonly place: Path;
  readonly form: 'newer' | 'older' | 'result';
  /** `conversation` or `data`; in a result, the agent's actions, invocation by invocation. */
  readonly invocations: readonly Value[];
  readonly placeOf: (index: number) => Path;
}

export function evalCasesIn(value: Value): readonly EvalCase[] | undefined {
  if (isRecord(value)) {
    const cases = fieldOf(value, 'eval_cases');
    const key = keyOf(value, 'eval_cases');
    if (isList(cases ?? null)) return listOf(cases ?? null).map((body, index) => newerCase(body, [key, index], index));
    return resultsIn(value) ?? (isOlderCase(value) ? [olderCase(value, [], 0)] : undefined);
  }
  const list = listOf(value);
  if (list.length === 0) return undefined;
  if (list.every(isOlderCase)) return list.map((body, index) => olderCase(body, [index], index));
  if (!list.some(isQuery) || list.filter(isQuery).length * 2 < list.length) return undefined;
  const first = list.find(isQuery);
  const title = first === undefined ? '' : textIn(first, 'query');
  return [{ title, body: {}, place: [], form: 'older', invocations: list, placeOf: (index) => [index] }];
}

export const listOf = (value: Value): readonly Value[] => (isList(value) ? [...value] : []);

function isOlderCase(value: Value): value is RecordValue {
  if (!isRecord(value)) return false;
  return listOf(value['data'] ?? null).some(isQuery);
}

/** Other data sets have queries, too; only ADK's have the expected use of tools. */
function isQuery(value: Value): value is RecordValue {
  return isRecord(value) && typeof value['query'] === 'string' && isList(fieldOf(value, 'expected_tool_use') ?? null);
}

function newerCase(value: Value, place: Path, index: number): EvalCase {
  const body = isRecord(value) ? value : {};
  const invocations = listOf(fieldOf(body, 'conversation') ?? null);
  const placeOf = (at: number): Path => [...place, 'conversation', at];
  return { title: titleOf(textIn(body, 'eval_id'), index), body, place, form: 'newer', invocations, placeOf };
}

/** The results of a set, or of one case. */
function resultsIn(value: RecordValue): readonly EvalCase[] | undefined {
  const results = fieldOf(value, 'eval_case_results') ?? null;
  const key = keyOf(value, 'eval_case_results');
  if (!isList(results)) return isResult(value) ? [resultOf(value, [], 0)] : undefined;
  const list = listOf(results);
  return list.some(isResult) ? list.map((body, index) => resultOf(body, [key, index], index)) : undefined;
}

const isResult = (value: Value): value is RecordValue =>
  isRecord(value) && isList(fieldOf(value, 'eval_metric_result_per_invocation') ?? null);

function resultOf(value: Value, place: Path, index: number): EvalCase {
  const body = isRecord(value) ? value : {};
  const key = keyOf(body, 'eval_metric_result_per_invocation');
  const pairs = listOf(fieldOf(body, 'eval_metric_result_per_invocation') ?? null);
  const nameOf = (at: number): string => {
    const pair = pairs[at] ?? null;
    return isRecord(pair) ? keyOf(pair, 'actual_invocation') : 'actual_invocation';
  };
  return {
    title: titleOf(textIn(body, 'eval_id'), index),
    body,
    place,
    form: 'result',
    invocations: pairs.map((pair) => (isRecord(pair) ? (fieldOf(pair, 'actual_invocation') ?? null) : null)),
    placeOf: (at) => [...place, key, at, nameOf(at)],
  };
}

function olderCase(body: RecordValue, place: Path, index: number): EvalCase {
  const placeOf = (at: number): Path => [...place, 'data', at];
  const title = titleOf(textIn(body, 'name'), index);
  return { title, body, place, form: 'older', invocations: listOf(body['data'] ?? null), placeOf };
}

/** Converted sets are named by the path of the file that they were made from. */
const titleOf = (name: string, index: number): string => name.split('/').at(-1) || `case ${index}`;
