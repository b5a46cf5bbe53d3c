import type { Policy } from './policy.ts';
import { readPolicy } from './read-policy.ts';

export function policyOf(text: string): Policy {
  const policy = readPolicy(text);
  if (!policy.ok) throw new Error(policy.problem.message);
  return policy.value;
}
