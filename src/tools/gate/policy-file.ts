import { readFile, stat } from 'node:fs/promises';
import { unhurried } from '../../base/pace.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { Policy, PolicyRule } from '../../engine/policies/policy.ts';
import { loadPolicy } from '../../engine/policies/read-policy.ts';
import { ruleProblems } from '../../engine/policies/rule-problems.ts';
import { Lines } from '../../engine/readers/lines.ts';

/** The policy in a file, which is read again when the file has changed. */
export class PolicyFile {
  readonly #path: string;
  #version = '';
  #read: Result<Policy, string> | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** A policy with a fault is refused: a step that cannot be read would let everything pass. */
  async policy(): Promise<Result<Policy, string>> {
    const facts = await stat(this.#path).catch(() => null);
    if (facts === null) return err(`the policy ${this.#path} is not there`);
    const version = [facts.ino, facts.size, facts.mtimeMs].join(' ');
    if (this.#read === null || version !== this.#version) this.#read = await readFaultless(this.#path);
    this.#version = version;
    return this.#read;
  }
}

async function readFaultless(path: string): Promise<Result<Policy, string>> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return err(`the policy ${path} cannot be read`);
  const read = await loadPolicy(text);
  if (!read.ok) return err(`${path}: ${read.problem.message}`);
  const policy = read.value;
  const faults = [...policy.problems, ...(await ruleProblems(policy, null, unhurried))];
  const fault = faults.find(({ severity }) => severity === 'error');
  if (fault !== undefined) {
    const { line, column } = new Lines(policy.document.text).positionOf(fault.range.start);
    return err(`${path}:${line}:${column}: ${fault.message}`);
  }
  const canStop = ({ step, kind }: PolicyRule) => step !== null || kind === 'binding';
  if (policy.matches !== undefined || policy.rules.some((rule) => policy.form === 'gateway' || canStop(rule)))
    return ok(policy);
  return err(
    `${path} has no guardrail, no step for a capability and no rule about tools, so it could never stop anything.`,
  );
}
