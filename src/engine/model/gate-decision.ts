export const gateDecisions = ['pass', 'deny', 'ask', 'unjudged'] as const;
export const gateSubjects = ['prompt', 'call', 'result', 'answer'] as const;

/**
 * What a gate (`contextscope gate`) decided about a turn while the agent ran. It is a fact of the recording, which no rule sees; the
 * verdict of today's rule may differ from it.
 */
export interface GateDecision {
  /** `unjudged`: the policy could not be judged, and the agent was let continue. */
  readonly decision: (typeof gateDecisions)[number];
  readonly about: (typeof gateSubjects)[number];
  /** The answer to an agent whose hooks cannot ask the user. */
  readonly answer?: 'deny';
  readonly reason?: string;
  /** Ids of the rules that decided. */
  readonly rules?: readonly string[];
  /** UTC ISO 8601. */
  readonly at?: string;
}

const verbs = { pass: 'passed', deny: 'denied', ask: 'asked', unjudged: 'not judged' } as const;

/** `Denied by the gate`, as it answered the agent. */
export function gateWords({ decision, about, answer }: GateDecision): string {
  const verb = verbs[answer ?? decision];
  return about === 'result' ? `Result ${verb} by the gate` : `${verb[0]?.toUpperCase()}${verb.slice(1)} by the gate`;
}

/** Without the words of the gate that say again what was denied or asked. */
export const gateReason = ({ reason = '' }: GateDecision): string =>
  reason.replace(/^Contextscope(?: stopped this (?:call|message)| does not accept this (?:result|answer)|): /, '');

/** Where a gate only watched, most turns passed: those have no mark. */
export const isMarked = ({ decision }: GateDecision): boolean => decision !== 'pass';
