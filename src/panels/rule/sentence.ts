import { isStopping } from '../../engine/model/hooks.ts';
import type { VerdictCounts } from '../../engine/model/verdict.ts';
import { count, counted } from '../../ui/format.ts';
import type { Rule } from '../../worker/protocol.ts';
import type { Difference } from '../difference.ts';
import { isComputing, judgedAt } from '../words.ts';

interface Counting {
  /** An error blocks like a firing. */
  readonly errorStops: boolean;
  readonly isSnapshot: boolean;
}

/** A rule with its verdicts in the session. */
interface Judged extends Counting {
  readonly rule: Rule;
  readonly counts: VerdictCounts;
  /** How an error is counted, in words; null if it is not counted. */
  readonly errorCounted: string | null;
}

/** `Blocks 12 of 480 send_money calls`; where a rule blocks nothing by itself, `Fires at 12 of 480 turns`. */
export function effectWords(rule: Rule, counts: VerdictCounts, { errorStops, isSnapshot }: Counting): string {
  if (isSnapshot) return counts.fire > 0 ? 'Fires at the snapshot' : snapshotWords(counts);
  const { hook, match, functions, yields } = rule;
  const [one, many] = judgedAt[hook];
  const named = match === null ? '' : `${match} `;
  if (counts.eligible === 0)
    return functions?.length === 0 ? 'No call of its tools here to judge' : `No ${named}${one} here to judge`;
  const all = `${count(counts.eligible)} ${named}${counts.eligible === 1 ? one : many}`;
  if (isComputing(rule, counts)) return `Has a value at ${noneOr(counts.value)} of ${all}`;
  if (isFailing(rule, counts, errorStops)) return `Fails at ${count(counts.error)} of ${all}`;
  const acts = yields === 'allow' ? counts.pass : counts.fire + (errorStops ? counts.error : 0);
  return `${verbOf(rule)} ${noneOr(acts)} of ${all}`;
}

/** Whether the rule has only errors, none of which stops anything: to say that it fires nowhere would sound like a pass. */
const isFailing = ({ yields }: Rule, { error, eligible }: VerdictCounts, errorStops: boolean): boolean =>
  yields === undefined && !errorStops && error > 0 && error === eligible;

const noneOr = (turns: number): string => (turns === 0 ? 'none' : count(turns));

function verbOf({ hook, yields }: Rule): string {
  if (yields !== undefined && yields !== 'value') return verbs[yields];
  return isStopping(hook) ? 'Blocks' : 'Fires at';
}

/** What a rule of another host's policy does. */
const verbs: { readonly [Y in Exclude<NonNullable<Rule['yields']>, 'value'>]: string } = {
  output: 'Does not allow',
  allow: 'Allows',
  deny: 'Denies',
  confirm: 'Asks a person at',
  replay: 'Sends back',
};

/** For a session of one moment, the snapshot, at which the rule does not fire. */
function snapshotWords({ eligible, pass, value, error }: VerdictCounts): string {
  if (eligible === 0) return 'Not judged at a snapshot';
  if (pass > 0) return 'Does not fire at the snapshot';
  if (value > 0) return 'Has a value at the snapshot';
  return error > 0 ? 'Fails at the snapshot' : 'Not known at the snapshot';
}

/**
 * `, 19 fewer than the baseline`. Where the draft and the baseline count different things, such as values and blocked calls, what the
 * baseline does: ` (baseline: blocks 3 of 480 calls)`. Where both judge nothing, there is nothing to compare.
 */
export function againstWords(difference: Difference, draft: Judged, baseline: Judged): string {
  if (draft.counts.eligible === 0 && baseline.counts.eligible === 0) return '';
  if (thingCounted(draft) === thingCounted(baseline)) return changeWords(difference, draft.rule);
  const effect = effectWords(baseline.rule, baseline.counts, baseline);
  const rest = restWords(baseline.counts, baseline.errorCounted);
  return ` (baseline: ${effect.charAt(0).toLowerCase()}${effect.slice(1)}${rest === '' ? '' : ` · ${rest}`})`;
}

/** The same for two rules whose numbers can be compared: `Blocks calls`. */
function thingCounted({ rule, counts, ...counting }: Judged): string {
  // A snapshot is one moment, which has no number.
  if (counting.isSnapshot) return effectWords(rule, counts, counting);
  if (counts.eligible === 0) return '';
  const does = isComputing(rule, counts)
    ? 'Has a value at'
    : isFailing(rule, counts, counting.errorStops)
      ? 'Fails at'
      : verbOf(rule);
  return `${does} ${judgedAt[rule.hook][1]}`;
}

/** `, 19 fewer than the baseline, 3 not comparable`; a rule that allows blocks nothing: `, 2 verdicts differ from the baseline` */
export function changeWords(
  { blocked, released, unknown, other }: Difference,
  { yields }: Pick<Rule, 'yields'> = {},
): string {
  const open = unknown === 0 ? '' : `, ${count(unknown)} not comparable`;
  if (yields === 'allow' && other > 0)
    return `, ${counted(other, 'verdict')} ${other === 1 ? 'differs' : 'differ'} from the baseline${open}`;
  if (blocked > 0 && released > 0)
    return `, ${count(blocked)} newly and ${count(released)} no longer, against the baseline${open}`;
  if (blocked > 0) return `, ${count(blocked)} more than the baseline${open}`;
  if (released > 0) return `, ${count(released)} fewer than the baseline${open}`;
  if (unknown > 0) return `${open} with the baseline`;
  return other > 0
    ? `, as the baseline, but ${counted(other, 'verdict')} ${other === 1 ? 'differs' : 'differ'} otherwise`
    : ', as the baseline';
}

/** `2 errors, counted as failed · 61 unknown` */
export function restWords({ error, unknown }: VerdictCounts, errorCounted: string | null): string {
  const how = errorCounted === null ? '' : `, ${errorCounted}`;
  return [
    ...(error > 0 ? [`${counted(error, 'error')}${how}`] : []),
    ...(unknown > 0 ? [`${count(unknown)} unknown`] : []),
  ].join(' · ');
}
