import type { Decisions } from '../model/decisions.ts';
import { effectIn, type HostEffect } from '../model/host-effect.ts';
import { canFire, isAsserting } from '../model/hooks.ts';
import { isTruthy } from '../model/truthiness.ts';
import { Unknown, type Value } from '../model/value.ts';
import type { VerdictKind } from '../model/verdict.ts';
import { CelError } from '../cel/index.ts';
import type { Rule } from './rule.ts';

/**
 * Converts a result to a verdict at a hook. At asserting hooks every value counts as true or false; at `turn` only a
 * boolean does. Bindings, tools, prompts and scripts compute something, so their result is always a plain value. A rule of
 * another host's policy passes where it allows, and fires where it denies, asks or sends back; one that allows and is false decides
 * nothing, because another rule may allow, so that its result is a plain value.
 */
export function judge(
  result: Value | CelError,
  { hook, yields }: Pick<Rule, 'hook' | 'yields'>,
  decisions: Decisions,
): VerdictKind {
  // The usual case first, because a sweep judges every turn.
  if (typeof result === 'boolean') {
    if (yields === 'value' || !canFire(hook)) return 'value';
    if (yields === undefined || yields === 'output') return result ? 'pass' : 'fire';
    if (yields === 'allow') return result ? 'pass' : 'value';
    return result ? 'fire' : 'pass';
  }
  if (result instanceof CelError) return 'error';
  if (result instanceof Unknown) return 'unknown';
  if (yields === 'value') return 'value';
  if (yields === 'output') return ofEffect(effectIn(result)?.effect);
  // Hosts do not take other values as true or false.
  if (yields !== undefined) return 'error';
  if (!isAsserting(hook)) return 'value';
  if (decisions.nonBoolean === 'error') return 'error';
  return isTruthy(result) ? 'pass' : 'fire';
}

function ofEffect(effect: HostEffect | undefined): VerdictKind {
  if (effect === undefined) return 'value';
  return effect === 'allow' ? 'pass' : 'fire';
}
