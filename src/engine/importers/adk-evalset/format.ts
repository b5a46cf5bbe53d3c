import { isList, isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { elementsOf, oneOrMany, type Placed } from '../../importing/values/elements.ts';
import { entriesAt, findAt, hasListAt, placedAt, textAt } from '../../importing/values/where.ts';

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
  readonly invocations: readonly Placed[];
}

export function evalCasesIn(value: Value): readonly EvalCase[] | undefined {
  const root = { value, place: [] };
  if (isRecord(value)) {
    if (hasListAt(value, 'eval_cases')) return entriesAt(root, 'eval_cases').map(caseOf('newer'));
    return resultsIn(root) ?? (isOlderCase(value) ? [root].map(caseOf('older')) : undefined);
  }
  const list = isList(value) ? oneOrMany([...value]) : [];
  if (list.length === 0) return undefined;
  if (list.every((one) => isOlderCase(one.value))) return list.map(caseOf('older'));
  const queries = list.filter((one) => isQuery(one.value));
  if (queries.length === 0 || queries.length * 2 < list.length) return undefined;
  const title = textAt(queries[0]?.value, 'query') ?? '';
  return [{ title, body: {}, place: [], form: 'older', invocations: list }];
}

const isOlderCase = (value: Value): boolean => elementsOf(findAt(value, 'data')?.value ?? null).some(isQuery);

/** Other data sets have queries, too; only ADK's have the expected use of tools. */
const isQuery = (value: Value): boolean =>
  textAt(value, 'query') !== undefined && hasListAt(value, 'expected_tool_use');

/** The results of a set, or of one case. */
function resultsIn(root: Placed): readonly EvalCase[] | undefined {
  const isSet = hasListAt(root.value, 'eval_case_results');
  const list = isSet ? entriesAt(root, 'eval_case_results') : [root];
  return list.some(({ value }) => hasListAt(value, results)) ? list.map(caseOf('result')) : undefined;
}

const results = 'eval_metric_result_per_invocation';
const lists = { newer: 'conversation', older: 'data', result: results } as const;

/** Converted sets are named by the path of the file that they were made from. */
const caseOf =
  (form: EvalCase['form']) =>
  ({ value, place }: Placed, index: number): EvalCase => {
    const path = textAt(value, form === 'older' ? 'name' : 'eval_id') ?? '';
    const name = path.slice(path.lastIndexOf('/') + 1);
    const entries = entriesAt({ value, place }, lists[form]);
    const invocations = form === 'result' ? entries.map((entry) => placedAt(entry, 'actual_invocation')) : entries;
    return { title: name || `case ${index}`, body: isRecord(value) ? value : {}, place, form, invocations };
  };
