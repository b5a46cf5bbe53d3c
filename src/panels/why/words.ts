import { unreachable } from '../../base/unreachable.ts';
import { count, counted } from '../../ui/format.ts';
import { decisionWords, hookTitles, judgedAt } from '../words.ts';
import type { ExplainedElement, Explanation, Rule } from '../../worker/protocol.ts';

/** `FIRES (assert is false)`; `counted` says how an error is counted, if that is decided. */
export function verdictTitle(
  { verdict, value }: Pick<Explanation, 'verdict' | 'value'>,
  counted: string | null,
  rule: Pick<Rule, 'yields'> = {},
): string {
  const decision = decisionWords(rule)[verdict];
  if (decision !== undefined && value !== null) return `${decision.toUpperCase()} (${shortened(value.text)})`;
  switch (verdict) {
    case 'pass':
      return `PASSES (assert is ${value === null ? 'true' : shortened(value.text)})`;
    case 'fire':
      return `FIRES (assert is ${value === null ? 'false' : shortened(value.text)})`;
    case 'error':
      return counted === null ? 'ERROR (it has no value)' : `ERROR, ${counted} (it has no value)`;
    case 'unknown':
      return 'UNKNOWN (the recording lacks a value)';
    case 'value':
      return `VALUE${value === null ? '' : ` (${shortened(value.text)})`}`;
    case 'n/a':
      return 'NOT ELIGIBLE';
    default:
      return unreachable(verdict);
  }
}

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 39)}…` : text);

/**
 * `Before a tool call (middleware.before), a rule is judged at calls of refund.` A policy's rule may cover several functions, or
 * none in this session.
 */
export function eligibleText({ hook, match, functions }: Pick<Rule, 'hook' | 'match' | 'functions'>): string {
  const names = match === null ? functions : [match];
  const judged = `${hookTitles[hook]} (${hook}), a rule is judged at ${judgedAt[hook][1]}`;
  if (names?.length === 0) return `${judged}, but this session never used the rule’s function.`;
  return `${judged}${names === undefined ? '' : ` of ${names.join(', ')}`}.`;
}

/** `It would pass with`; a rule that allows never fires: `The rule would not allow it with`. */
export function flipHeading(verdict: 'pass' | 'fire', sets: number, { yields }: Pick<Rule, 'yields'>): string {
  if (yields === 'allow') return headingOf('the rule would not allow it', sets);
  return headingOf(`it would ${verdict === 'pass' ? 'fire' : 'pass'}`, sets);
}

/** `The call would be allowed with` */
export const allowHeading = (sets: number): string => headingOf('the call would be allowed', sets);

/** `Another allow rule is true here: allow 1. Of the rules that allow, one is enough.` */
export const allowedText = (by: readonly string[]): string =>
  by.length === 1
    ? `Another \`allow\` rule is true here: ${by.join(', ')}. Of the rules that allow, one is enough.`
    : `Other \`allow\` rules are true here: ${by.join(', ')}. Of the rules that allow, one is enough.`;

function headingOf(effect: string, sets: number): string {
  if (sets === 0) return `No change of up to three values was found by which ${effect}`;
  const begun = effect.charAt(0).toUpperCase() + effect.slice(1);
  return `${begun} with${sets === 1 ? '' : ` any one of these ${sets} changes`}`;
}

/** `16 elements tried, each false` */
export function elementsInWords(elements: readonly ExplainedElement[], all: number): string {
  if (all === 0) return 'an empty list: no element to try';
  const tried = counted(all, 'element');
  const part = all > elements.length ? `, ${count(elements.length)} of them here` : '';
  const decided = elements.filter(({ decides }) => decides).map(({ index }) => `[${index}]`);
  if (decided.length > 0) return `${tried} tried${part}, ${decided.join(' and ')} decided`;
  const results = new Set(elements.map(({ value }) => (value?.type === 'bool' ? value.text : null)));
  const [same] = results;
  const each = all === 1 || results.size !== 1 || same == null ? '' : `, each ${same}`;
  return `${tried} tried${part}${each}`;
}
