import { isFields, lifeIn, type Hook, type HookAgent, type Life } from './agents/hook-agent.ts';

/** What a hook was given on standard input. */
export type Given =
  | { readonly kind: 'hook'; readonly hook: Hook }
  | { readonly kind: 'life'; readonly life: Life }
  /** An event that no rule of a policy is about. */
  | { readonly kind: 'other' }
  | { readonly kind: 'unreadable'; readonly why: string };

export function givenIn(text: string, agent: HookAgent): Given {
  let input: unknown;
  try {
    input = JSON.parse(text);
  } catch {
    const why = text === '' ? 'the hook was given no input' : 'the input of the hook is no JSON';
    return { kind: 'unreadable', why };
  }
  if (!isFields(input)) return { kind: 'unreadable', why: 'the input of the hook is no JSON object' };
  const life = lifeIn(input);
  if (life !== null) return { kind: 'life', life };
  const hook = agent.read(input);
  if (hook === null) return { kind: 'other' };
  return typeof hook === 'string' ? { kind: 'unreadable', why: hook } : { kind: 'hook', hook };
}
