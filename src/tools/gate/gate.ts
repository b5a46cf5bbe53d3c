import type { Program } from '../cli/this-program.ts';
import { hookAgents } from './agents/registry.ts';
import { isFields, lifeIn, type Fields, type Hook, type Life } from './agents/hook-agent.ts';
import { askAt, askToEnd, startAndAsk, startProgram } from './ask-background.ts';
import { fallBack, silence, withoutHook, type Answer, type Decision } from './decision.ts';
import { socketOf } from './meeting-place.ts';
import { choicesOf, type GateChoices } from './options.ts';
import { addToLog, recordOf } from './record.ts';

/**
 * Runs as a hook of an agent: it starts at each call, so it loads nothing of the engine. That is in a process in the background,
 * which has read the transcript before.
 */
export async function gate(args: readonly string[], program: Program, input: NodeJS.ReadableStream): Promise<Answer> {
  if (args[0] === '--background') return runBackground(args);
  const choices = choicesOf(args);
  const began = performance.now();
  const agent = hookAgents.find(({ id }) => id === choices.agent) ?? hookAgents[0];
  const given = await allOf(input);
  const fields = fieldsIn(given);
  const life = typeof fields === 'string' ? null : lifeIn(fields);
  if (life !== null) return beginOrEnd(life, choices, program);
  const hook = typeof fields === 'string' ? fields : agent.read(fields);
  if (hook === null) return silence;
  const late = timeout(choices);
  try {
    if (typeof hook === 'string') throw new Error(hook);
    const decision = await Promise.race([decisionOn(hook, given, choices, program), late.over]);
    return agent.answer(hook, decision);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const decision = fallBack(choices.onFailure, `Contextscope could not judge this: ${why}.`);
    const read = typeof hook === 'string' ? null : hook;
    const tookMs = performance.now() - began;
    const record = recordOf(choices, { decision, hook: read, rules: [], turn: null, tookMs });
    if (choices.log !== null) addToLog(choices.log, JSON.stringify(record));
    return read === null ? withoutHook(decision) : agent.answer(read, decision);
  } finally {
    late.clear();
  }
}

async function decisionOn(hook: Hook, given: Buffer, choices: GateChoices, program: Program): Promise<Decision> {
  const socket = choices.inProcess ? null : socketOf(program, hook.transcript, choices);
  if (socket !== null) {
    const until = performance.now() + choices.timeoutMs;
    const isTooLate = () => performance.now() > until;
    const decision = (await askAt(socket, given)) ?? (await startAndAsk(program, socket, choices, given, isTooLate));
    if (decision !== undefined) return decision;
  }
  const { RecordedJudge } = await import('./engine.ts');
  const judge = new RecordedJudge(choices);
  const decision = await judge.judge(given.toString());
  await judge.settled();
  return decision;
}

/** At the start of a session its transcript, which may be long when it is resumed, is read before the first call. */
async function beginOrEnd({ event, transcript }: Life, choices: GateChoices, program: Program): Promise<Answer> {
  const socket = choices.inProcess ? null : socketOf(program, transcript, choices);
  if (socket === null) return silence;
  if (event === 'SessionEnd') await askToEnd(socket);
  else startProgram(program, socket, choices, transcript);
  return silence;
}

async function runBackground([, socket = '', choices = '{}', transcript]: readonly string[]): Promise<Answer> {
  const { startBackground } = await import('./engine.ts');
  // Our own process wrote it.
  const background = await startBackground(socket, JSON.parse(choices) as GateChoices, transcript);
  await background?.closed;
  return silence;
}

function fieldsIn(given: Buffer): Fields | string {
  let input: unknown;
  try {
    input = JSON.parse(given.toString());
  } catch {
    return given.length === 0 ? 'the hook was given no input' : 'the input of the hook is no JSON';
  }
  return isFields(input) ? input : 'the input of the hook is no JSON object';
}

async function allOf(input: NodeJS.ReadableStream): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of input) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** Rejects when the agent has waited long enough. */
function timeout({ timeoutMs }: GateChoices): { readonly over: Promise<never>; readonly clear: () => void } {
  let timer: NodeJS.Timeout;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it took more than ${timeoutMs / 1000} seconds`)), timeoutMs);
  });
  return { over, clear: () => clearTimeout(timer) };
}
