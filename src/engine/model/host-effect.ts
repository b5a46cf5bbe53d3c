import { entry, isMap, type Value } from './value.ts';

/** What a rule of another host's policy does where it is true. */
export const hostEffects = ['allow', 'deny', 'confirm', 'replay'] as const;
export type HostEffect = (typeof hostEffects)[number];

export interface Effect {
  readonly effect: HostEffect;
  readonly message?: string;
}

/** A decision that an expression computes. True allows and false denies; a name, or a map with it under `effect`, is an effect. */
export function effectIn(value: Value): Effect | null {
  if (typeof value === 'boolean') return { effect: value ? 'allow' : 'deny' };
  const named = isMap(value) ? entry(value, 'effect') : value;
  const effect = hostEffects.find((one) => one === named);
  if (effect === undefined) return null;
  const message = isMap(value) ? entry(value, 'message') : undefined;
  return { effect, ...(typeof message === 'string' && message !== '' && { message }) };
}
