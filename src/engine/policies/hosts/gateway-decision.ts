import type { PolicyRule } from '../policy.ts';
import type { Computed, Decided, ReplayedStep } from '../replayed-turn.ts';

type TestedRule = Computed & { readonly rule: PolicyRule };

/** True, false, or not known. */
type Truth = boolean | 'unknown';

/**
 * A gateway's decision about a call (agentgateway/agentgateway, crates/agentgateway/src/http/authorization.rs, commit
 * 75b4e6c, Apache-2.0, restated): a deny rule that is true denies; each required one must be true; of those that allow,
 * one must be true, if there are any. A rule that fails counts as false.
 */
export function atGateway(tested: readonly TestedRule[]): Decided {
  const of = (kind: PolicyRule['kind']) => tested.filter(({ rule }) => rule.kind === kind).map(truth);
  const allows = of('allow');
  const isAllowed = allows.length === 0 ? true : or(allows);
  const decided = and([not(or(of('deny'))), ...of('assert'), isAllowed]);
  return {
    outcome: decided === 'unknown' ? 'unknown' : decided ? 'pass' : 'block',
    steps: tested.map((one) => stepOf(one, isAllowed)),
    error: decided === false ? reasonOf(tested) : null,
  };
}

const truth = ({ value }: Computed): Truth =>
  typeof value === 'string' ? value === 'unknown' && value : value.is === true;
const not = (value: Truth): Truth => (value === 'unknown' ? value : !value);
const or = (values: readonly Truth[]): Truth =>
  values.includes(true) ? true : values.includes('unknown') ? 'unknown' : false;
const and = (values: readonly Truth[]): Truth => not(or(values.map(not)));

/** One rule that allows is enough, so another that is false is skipped. */
function stepOf(tested: TestedRule, isAllowed: Truth): ReplayedStep {
  const { id, kind } = tested.rule;
  const value = truth(tested);
  const passes = kind === 'deny' ? not(value) : value;
  const failed = kind === 'allow' && isAllowed !== false ? 'skipped' : 'failed';
  return {
    id,
    outcome: passes === 'unknown' ? 'unknown' : passes ? 'passed' : failed,
    message: messageOf(tested),
    invoked: null,
  };
}

function messageOf({ value, message }: Computed): string | null {
  if (value === 'unknown') return message;
  if (value === 'error') return `It counts as false: ${message ?? ''}`;
  return typeof value.is === 'boolean' ? null : 'It counts as false: its result is neither true nor false.';
}

function reasonOf(tested: readonly TestedRule[]): string {
  if (tested.some((one) => one.rule.kind === 'deny' && truth(one) === true)) return 'Denied: a deny rule is true.';
  const isRequired = tested.some((one) => one.rule.kind === 'assert' && truth(one) === false);
  return isRequired ? 'Denied: what a rule requires is not true.' : 'Denied: no rule allows it.';
}
