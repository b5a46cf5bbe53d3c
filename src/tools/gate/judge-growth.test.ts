import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openEntry } from '../../engine/opening/open-session.ts';
import { openText } from '../../engine/opening/open-text.ts';
import { systemOf } from '../../engine/systems/systems.ts';
import { Judge } from './judge.ts';
import { choicesFor, hookInput } from './testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'gate-'));
afterAll(() => rmSync(folder, { recursive: true }));

const importers = join(import.meta.dirname, '../../engine/importers');
const recordings = (
  [
    ['claude-code', 'claude-code.pre-tool-use', 'claude-code.user-prompt-submit'],
    ['codex', 'codex.pre-tool-use', 'codex.user-prompt-submit'],
    ['gemini-cli', 'gemini-cli.before-tool', 'gemini-cli.before-agent'],
  ] as const
).flatMap(([agent, call, prompt]) =>
  readdirSync(join(importers, agent, 'fixtures'))
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => ({ agent, name, call, prompt })),
);

async function toolsIn(text: string): Promise<readonly string[]> {
  const read = await openText(text);
  const open = read.ok ? openEntry(read.value, 0, systemOf) : read;
  return open.ok ? open.value.history.functions.map(({ key }) => key) : [];
}

/** Rules that look at all that happened before, so that many decisions change while the transcript grows. */
const rules = (tools: readonly string[]) => `
guardrails:
  before:
    - assert: context._history.turn_count % 3 != 1
capabilities:
${['Probe', ...tools]
  .map(
    (tool) => `  "${tool}":
    before:
      - assert: context.capabilities._meta.count % 3 != 1
        error_message: "{string(context.capabilities._meta.count)} calls"
      - assert: '!context.capabilities["${tool}"].inputs.exists(i, i == input)'
      - assert: context.capabilities["${tool}"].outputs.filter(o, type(o) == string && size(o) % 2 == 0).size() % 4 != 3
        error_message: "{string(context.capabilities['${tool}'].outputs.size())} results"
`,
  )
  .join('')}`;

/**
 * One judge follows a transcript from its first line to its last, and while it is cut, rewritten or replaced. After each
 * change, another judge that has read nothing before must decide the same. The calls are of a sub-agent, which neither remembers.
 */
test.each(recordings)(
  '$agent/$name: what is kept between calls changes no decision',
  async ({ agent, name, call, prompt }) => {
    const text = readFileSync(join(importers, agent, 'fixtures', name), 'utf8');
    const lines = text.trimEnd().split('\n');
    const tools = (await toolsIn(text)).slice(0, 4);
    const transcript = join(folder, 'transcript.jsonl');
    const policy = join(folder, 'policy.yaml');
    writeFileSync(policy, rules(tools));
    const choices = choicesFor(policy, { agent });
    const following = new Judge(choices);
    const kinds = new Set<string>();
    let probes = 0;
    const probe = async () => {
      const named = ['Probe', ...tools, `New${probes}`];
      const input = { command: `ls ${probes % 3}` };
      const isPrompt = probes % 5 === 4;
      const own = {
        tool_name: named[probes % named.length],
        tool_use_id: `probe${probes}`,
        tool_input: input,
        agent_id: 'a',
      };
      const hook = hookInput(isPrompt ? prompt : call, transcript, isPrompt ? { prompt: `go on ${probes}` } : own);
      probes += 1;
      const [kept, anew] = [await following.judge(hook), await new Judge(choices).judge(hook)];
      expect(kept, `probe ${probes}`).toEqual(anew);
      kinds.add(kept.decision.kind);
    };
    const grow = async (from: number, step: number) => {
      for (let at = from; at < lines.length; at += step) {
        appendFileSync(
          transcript,
          lines
            .slice(at, at + step)
            .map((line) => `${line}\n`)
            .join(''),
        );
        await probe();
        // The beginning of a line may be there already.
        const next = lines[at + step] ?? '';
        appendFileSync(transcript, next.slice(0, next.length >> 1));
        await probe();
        appendFileSync(transcript, next === '' ? '' : `${next.slice(next.length >> 1)}\n`);
        at += next === '' ? 0 : 1;
      }
      await probe();
    };
    const step = Math.max(1, Math.ceil(lines.length / 12));
    const half = lines.length >> 1;
    writeFileSync(transcript, `${lines[0]}\n`);
    await grow(1, step);
    // Cut to its first half, grown again.
    writeFileSync(
      transcript,
      lines
        .slice(0, half + 1)
        .map((line) => `${line}\n`)
        .join(''),
    );
    await probe();
    await grow(half + 1, step);
    // Rewritten with another order of its second half, of the same length.
    writeFileSync(
      transcript,
      [...lines.slice(0, half), ...lines.slice(half).toReversed()].map((line) => `${line}\n`).join(''),
    );
    await probe();
    await probe();
    expect(kinds.size).toBeGreaterThan(1);
  },
  60_000,
);
