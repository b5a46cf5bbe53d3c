import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { isFields } from './agents/hook-agent.ts';
import { agentNamed } from './agents/registry.ts';
import { askServer } from './ask-server.ts';
import type { Answer } from './decision.ts';
import type { GateChoices } from './options.ts';
import { PolicyFile } from './policy-file.ts';
import { awayWords } from './send-decisions.ts';

interface Found {
  readonly isFine: boolean;
  readonly sentence: string;
}

/** Whether the gate would work as it is set up: a line for each part. Status 1: something is wrong. */
export async function checkSetup(choices: GateChoices): Promise<Answer> {
  const { log, to } = choices;
  const found = [
    await checkPolicy(choices),
    ...(log === null ? [] : [checkLog(log)]),
    ...(to === null ? [] : [await checkServer(to)]),
  ];
  const lines = found.map(({ isFine, sentence }) => `${isFine ? 'ok   ' : 'wrong'}  ${sentence}\n`);
  return { stdout: lines.join(''), stderr: '', status: found.every(({ isFine }) => isFine) ? 0 : 1 };
}

async function checkPolicy({ policy, agent }: GateChoices): Promise<Found> {
  const read = await new PolicyFile(policy).policy();
  if (!read.ok) return { isFine: false, sentence: `The policy cannot be judged: ${read.problem}` };
  const { length } = read.value.rules;
  const rules = length === 1 ? '1 rule' : `${length} rules`;
  return { isFine: true, sentence: `The policy has ${rules}, for the hooks of ${agentNamed(agent).title}.` };
}

function checkLog(log: string): Found {
  try {
    accessSync(existsSync(log) ? log : dirname(log), constants.W_OK);
    return { isFine: true, sentence: `The log ${log} can be written.` };
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return { isFine: false, sentence: `The log ${log} cannot be written: ${why}` };
  }
}

async function checkServer(to: string): Promise<Found> {
  const answer = await askServer(new URL('live', to));
  if (answer.kind === 'none' || answer.status >= 500) return { isFine: false, sentence: awayWords(to, answer) };
  if (isListOfStreams(answer.text)) return { isFine: true, sentence: `Contextscope answers at ${to}` };
  return {
    isFine: false,
    sentence: `The server at ${to} is not Contextscope: it has no list of live sessions. Give the address that npm start prints to --to.`,
  };
}

function isListOfStreams(text: string): boolean {
  try {
    const list: unknown = JSON.parse(text);
    return isFields(list) && Array.isArray(list['streams']);
  } catch {
    return false;
  }
}
