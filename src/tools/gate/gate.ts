import type { Program } from '../cli/this-program.ts';
import { agentNamed } from './agents/registry.ts';
import type { Hook, HookAgent, Life } from './agents/hook-agent.ts';
import { askAt, startAndAsk, startProgram } from './ask-background.ts';
import { bodyOf } from './asking.ts';
import { fallBack, silence, withoutHook, type Answer } from './decision.ts';
import { givenIn } from './given.ts';
import { socketOf } from './meeting-place.ts';
import { choicesOf, type GateChoices } from './options.ts';
import { addToLog, recordOf } from './record.ts';

/** One run of the command. */
interface Run {
  readonly choices: GateChoices;
  readonly agent: HookAgent;
  readonly input: string;
  readonly program: Program;
  /** The request to the process in the background; null if there can be none. */
  readonly body: string | null;
}

/**
 * Runs as a hook of an agent: it starts at each call, so it loads nothing of the engine. That is in a process in the background,
 * which has read the transcript before.
 */
export async function gate(args: readonly string[], program: Program, stdin: NodeJS.ReadableStream): Promise<Answer> {
  if (args[0] === '--background') return runBackground(args);
  const choices = choicesOf(args);
  if (choices.isCheck) {
    const { checkSetup } = await import('./engine.ts');
    return checkSetup(choices);
  }
  const began = performance.now();
  const agent = agentNamed(choices.agent);
  const input = await allOf(stdin);
  const body = choices.inProcess ? null : bodyOf({ folder: process.cwd(), args, input });
  const run: Run = { choices, agent, input, program, body };
  const given = givenIn(input, agent);
  if (given.kind === 'other') return silence;
  if (given.kind === 'life') return beginOrEnd(given.life, run);
  const hook = given.kind === 'hook' ? given.hook : null;
  const late = timeout(choices);
  try {
    if (given.kind === 'unreadable') throw new Error(given.why);
    return printed(await Promise.race([answerTo(given.hook, run, late.signal), late.over]));
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const decision = fallBack(choices.onFailure, `Contextscope could not judge this: ${why}.`);
    const tookMs = performance.now() - began;
    const record = recordOf(choices, { decision, hook, rules: [], turn: null, tookMs });
    if (choices.log !== null) addToLog(choices.log, JSON.stringify(record));
    return hook === null ? withoutHook(decision) : printed(agent.answer(hook, decision));
  } finally {
    late.clear();
  }
}

const printed = (stdout: string): Answer => ({ ...silence, stdout });

async function answerTo(
  hook: Hook,
  { choices, agent, input, program, body }: Run,
  signal: AbortSignal,
): Promise<string> {
  const socket = body === null ? null : socketOf(program, hook.session);
  if (socket !== null && body !== null) {
    const answer = (await askAt(socket, body, signal)) ?? (await startAndAsk(program, socket, body, signal));
    if (answer !== undefined) return answer;
  }
  const { RecordedJudge } = await import('./engine.ts');
  const judge = new RecordedJudge(choices);
  const decision = await judge.judge(input);
  await judge.settled();
  return agent.answer(hook, decision);
}

/** At the start of a session its transcript, which may be long when it is resumed, is read before the first call. */
async function beginOrEnd({ event, session }: Life, { choices, program, body }: Run): Promise<Answer> {
  const socket = body === null ? null : socketOf(program, session);
  if (socket === null || body === null) return silence;
  const late = timeout(choices);
  const answer = await askAt(socket, body, late.signal).catch(() => '');
  late.clear();
  if (answer === undefined && event === 'SessionStart') startProgram(program, socket, body);
  return silence;
}

async function runBackground([, socket = '', first]: readonly string[]): Promise<Answer> {
  const { startBackground } = await import('./engine.ts');
  const background = await startBackground(socket, first);
  await background?.closed;
  return silence;
}

async function allOf(input: NodeJS.ReadableStream): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of input) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString();
}

/** When the agent has waited long enough, `signal` ends what is under way, and `over` rejects with the reason. */
interface Timeout {
  readonly signal: AbortSignal;
  readonly over: Promise<never>;
  readonly clear: () => void;
}

function timeout({ timeoutMs }: GateChoices): Timeout {
  const controller = new AbortController();
  let timer: NodeJS.Timeout;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`it took more than ${timeoutMs / 1000} seconds`));
      controller.abort();
    }, timeoutMs);
  });
  // Nothing may wait for it.
  over.catch(() => undefined);
  return { signal: controller.signal, over, clear: () => clearTimeout(timer) };
}
