/** The answer to the agent about a prompt, a call or a result. */
export type Decision =
  /** Nothing: the agent's own permissions decide. */
  | { readonly kind: 'pass' }
  /** The policy could not be judged, and the gate was set up to let the agent continue then. */
  | { readonly kind: 'unjudged'; readonly reason: string }
  /** `changed`: the arguments as the policy changes them, as JSON. */
  | { readonly kind: 'ask'; readonly reason: string; readonly changed?: string }
  /** `locks`: the whole task is over, not only this call. */
  | { readonly kind: 'deny'; readonly reason: string; readonly locks?: boolean };

/** What happens when the policy cannot be judged, or a value that it needs is unknown. */
export type Fallback = 'deny' | 'ask' | 'allow';
export const fallbacks: readonly Fallback[] = ['deny', 'ask', 'allow'];

export function fallBack(fallback: Fallback, reason: string): Decision {
  return fallback === 'allow' ? { kind: 'unjudged', reason } : { kind: fallback, reason };
}

/** What a hook's command gives back: texts for its two outputs, and its exit status. */
export interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number;
}

export const silence: Answer = { stdout: '', stderr: '', status: 0 };

/** Any of these agents stops for exit status 2, and shows or passes on the reason. Other statuses let it continue. */
export function withoutHook(decision: Decision): Answer {
  if (decision.kind === 'pass') return silence;
  return { stdout: '', stderr: `${decision.reason}\n`, status: decision.kind === 'unjudged' ? 1 : 2 };
}
