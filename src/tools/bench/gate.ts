import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../setup/run.ts';
import { journalRound } from './generate.ts';
import { Judge } from '../gate/judge.ts';
import { choicesOf } from '../gate/options.ts';
import { ms, quantile, ratio, times, type Line } from './measure.ts';

const transcriptBytes = 50_000_000;
/** Characters of a result: transcripts of coding agents are mostly files and outputs of commands. */
const resultLength = 10_000;
const calls = 40;
const budget = 3;
const budgetMs = 150;

/**
 * A hook's call while the transcript grows, as an agent waits for it: by the script of the shell, and by Node. There, the start of
 * the process is most of it, so it is compared with the start of Node alone. All take turns. The clock is that of the wall, because two processes are at work.
 */
export async function gateLines(): Promise<readonly Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'gate-'));
  const run = join(folder, 'run');
  mkdirSync(run, { mode: 0o700 });
  try {
    await build({
      root,
      configFile: join(root, 'vite.cli.config.ts'),
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: false },
    });
    return await measured(folder, run);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measured(folder: string, run: string): Promise<readonly Line[]> {
  const [transcript, policy] = ['transcript.jsonl', 'policy.yaml'].map((name) => join(folder, name));
  if (transcript === undefined || policy === undefined) throw new Error('two names');
  writeFileSync(policy, rules);
  let round = 0;
  for (let bytes = 0; bytes < transcriptBytes; round++) {
    const text = linesOf(round).join('');
    appendFileSync(transcript, text);
    bytes += text.length;
  }
  const slow = [process.execPath, join(folder, 'contextscope.mjs'), 'gate'];
  const quick = [join(folder, 'contextscope-gate')];
  const ask = (program: readonly string[], event: string, more: object = {}) => {
    const hook = { session_id: 'bench', transcript_path: transcript, hook_event_name: event, ...more };
    return timed([...program, policy, '--timeout', '600'], hook, run);
  };
  const first = await ask(quick, 'UserPromptSubmit', { prompt: 'begin' });
  const [quicks, gates, nodes]: [number[], number[], number[]] = [[], [], []];
  /** Makes one more call, which appears in the transcript as an agent writes it, and returns how long the hook took. */
  const call = async (program: readonly string[]) => {
    const [prompt = '', asking = '', ...rest] = linesOf(round);
    round += 1;
    appendFileSync(transcript, prompt + asking);
    const { id, input } = callIn(asking);
    const took = await ask(program, 'PreToolUse', { tool_name: 'refund', tool_input: input, tool_use_id: id });
    appendFileSync(transcript, rest.join(''));
    return took;
  };
  for (let made = 0; made < calls; made++) {
    quicks.push(await call(quick));
    gates.push(await call(slow));
    nodes.push(await timed([process.execPath, '-e', '0'], null, run));
  }
  await ask(slow, 'SessionEnd');
  const judged = await judgedHere(transcript, policy, round);
  const both = (durations: readonly number[]) =>
    `p50 ${ms(quantile(durations, 0.5))}, p95 ${ms(quantile(durations, 0.95))}`;
  const quick95 = quantile(quicks, 0.95);
  return [
    {
      what: `a call of contextscope-gate at a transcript of 50 MB after the first (${ms(first)}), as the agent waits for it: ${both(quicks)}`,
      measured: `p95 ${ms(quick95)}`,
      budget: `≤ ${budgetMs} ms`,
      kept: quick95 <= budgetMs,
    },
    {
      what: `the same by contextscope gate: ${both(gates)}, against the start of node -e 0: ${both(nodes)}`,
      measured: ratio(quantile(gates, 0.5) / quantile(nodes, 0.5)),
      budget: `≤ ${budget} ×`,
      kept: quantile(gates, 0.5) <= budget * quantile(nodes, 0.5),
    },
    {
      what: `of this, processor time for reading what is new and judging it, which the process in the background does: ${both(judged)}`,
      measured: `p95 ${ms(quantile(judged, 0.95))}`,
      budget: '',
      kept: null,
    },
  ];
}

const rules = `
capabilities:
  refund:
    before:
      - assert: context.capabilities.refund.count_successful < 1000000
      - assert: '!context.capabilities.refund.inputs.exists(i, i.order_id == "none" && i == input)'
`;

function linesOf(round: number): readonly string[] {
  return journalRound(round).map(
    (line) => `${line.replace('"tool_result"', `"tool_result","padding":"${'x'.repeat(resultLength)}"`)}\n`,
  );
}

function callIn(line: string): { readonly id: string; readonly input: unknown } {
  const { message } = JSON.parse(line) as { message: { content: readonly [{ id: string; input: unknown }] } };
  return message.content[0];
}

/** The same calls, judged in this process: its processor time is known. */
async function judgedHere(transcript: string, policy: string, begin: number): Promise<readonly number[]> {
  const judge = new Judge(choicesOf([policy]));
  const hook = { session_id: 'bench', transcript_path: transcript };
  await judge.judge(JSON.stringify({ ...hook, hook_event_name: 'UserPromptSubmit', prompt: 'begin' }));
  return times(calls, async (call) => {
    const lines = linesOf(begin + call);
    appendFileSync(transcript, lines.join(''));
    const { id, input } = callIn(lines[1] ?? '');
    const asking = { ...hook, hook_event_name: 'PreToolUse', tool_name: 'refund', tool_input: input, tool_use_id: id };
    await judge.judge(JSON.stringify(asking));
  });
}

/** Milliseconds from the start of a process to its end. */
function timed([command = '', ...args]: readonly string[], input: object | null, run: string): Promise<number> {
  const began = performance.now();
  const env = { ...process.env, XDG_RUNTIME_DIR: run };
  const child = spawn(command, args, { env, stdio: ['pipe', 'ignore', 'inherit'] });
  // Node with -e does not read it.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input === null ? '' : JSON.stringify(input));
  return new Promise((resolve) => child.once('exit', () => resolve(performance.now() - began)));
}
