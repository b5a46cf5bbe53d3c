import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { materialise } from '../../model/materialise.ts';
import type { SystemId } from '../../model/session.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { systemOf } from '../../systems/systems.ts';
import { printCall } from './print.ts';
import { readProgram } from './program.ts';
import { Run } from '../run.ts';

/** The code of the five original documentation pages, unchanged (see fixtures/README.md). */
const examples = JSON.parse(readFileSync(new URL('fixtures/pages.json', import.meta.url), 'utf8')) as readonly {
  readonly page: string;
  readonly system: SystemId;
  readonly lines: string;
  readonly code: string;
}[]; // our own file

const codeOf = (system: SystemId, lines: string): string => {
  const found = examples.find((example) => example.system === system && example.lines === lines);
  if (found === undefined) throw new Error(`no example ${system} ${lines}`);
  return found.code;
};

interface Tried {
  readonly run: Run;
  /** The results of the example's steps. */
  readonly results: readonly Value[];
  readonly printed: readonly string[];
  readonly refused: string | null;
  readonly said: string | null;
}

function tried(run: Run, code: string): Tried {
  const before = run.steps.length;
  const read = readProgram(code, run);
  if (!read.ok) {
    return { run, results: [], printed: [], refused: read.problem.map(({ message }) => message).join(' '), said: null };
  }
  const after = read.value.calls.reduce((now, call) => now.perform(call), run);
  const steps = [...after.steps].slice(before);
  const results = steps.map(({ outcome }): Value => {
    if ('returns' in outcome) return materialise(outcome.returns);
    return 'throws' in outcome ? { throws: outcome.throws.kind } : 'ignored' in outcome ? { ignored: true } : 'waits';
  });
  const printed = steps.map(({ call }) => printCall(call, run.system));
  return { run: after, results, printed, refused: null, said: read.value.remark };
}

/** Types the text line by line: Enter begins a new line while the text is unfinished. */
function typed(start: Run, code: string): Tried {
  let all: Tried = { run: start, results: [], printed: [], refused: null, said: null };
  let text = '';
  for (const line of code.split('\n')) {
    text += text === '' ? line : `\n${line}`;
    if (text.trim() === '') text = '';
    const read = text === '' ? null : readProgram(text, all.run);
    if (read === null || (!read.ok && /\/(?:unclosed|unfinished)$/.test(read.problem[0].code))) continue;
    const next = tried(all.run, text);
    all = {
      run: next.run,
      results: [...all.results, ...next.results],
      printed: [...all.printed, ...next.printed],
      refused: all.refused ?? next.refused,
      said: next.said,
    };
    text = '';
  }
  return all;
}

function started(system: SystemId, given: RecordValue, prelude: string): Run {
  const start = Run.start(systemOf(system), given);
  if (!start.ok) throw new Error(start.problem.message);
  const before = prelude === '' ? null : tried(start.value, prelude);
  if (before?.refused !== undefined && before.refused !== null) throw new Error(before.refused);
  return before?.run ?? start.value;
}

const message = (text: string, id = 'm-1'): RecordValue => ({ message_id: id, parts: [{ text }] });

const starts: { readonly [S in SystemId]: RecordValue } = {
  a2a: { message: message('hello'), context_id: 'c-1' },
  adk: {
    dialect: 'documented',
    context: { session_id: 'session-1', agent_name: 'RootAgent', state: { user_name: 'Alice' } },
    session: { id: 'session-1', app_name: 'my-app', user_id: 'user-1' },
    event_sink: true,
  },
  noetic: { context: { layers: { 'working-memory': { builtin: 'working-memory', state: { key: 'old' } } } } },
  voice: {
    context: {
      call_id: 'abc-123',
      tenant_id: 'tenant-a',
      workflow_id: 'meal-logging',
      current_agent: 'meal-agent',
      user: {
        id: 'u-1',
        name: 'Rahul',
        language_name: 'Hindi',
        pending_meals: ['Breakfast', 'Lunch'],
        preferences: { language: 'hi' },
      },
      workflow: { meal_count: 3, meals: [{ type: 'Breakfast' }], pending_meals: ['Lunch'] },
      flags: { all_meals_logged: true },
    },
  },
  task: {
    user: { id: 'u-17', email: 'ada@example.com' },
    capabilities: [
      { kind: 'multi', ref: 'github-file', capability: 'read-chunk' },
      { kind: 'single', ref: 'zendesk-fetch-ticket' },
    ],
  },
};

/** The results of an example's steps, in order, after `prelude` was typed. */
interface Effect {
  readonly system: SystemId;
  readonly lines: string;
  readonly given?: RecordValue;
  /** What the page assumes: values of names, earlier turns. */
  readonly prelude?: string;
  readonly results: readonly unknown[];
  /** Read after the example, also on the console. */
  readonly afterwards?: { readonly [expression: string]: unknown };
  readonly said?: string;
}

const secondTurn = (question: string, answer: string): string =>
  `ctx.request_input("${question}")\nctx = ctx.follow_up({"message_id": "m-2", "parts": [{"text": "${answer}"}]})`;

const none = { a2a: 'a2a', adk: 'adk', noetic: 'noetic', voice: 'voice', task: 'task' } as const;
const { a2a, adk, noetic, voice, task } = none;

const runs: readonly Effect[] = [
  { system: a2a, lines: '178-183', results: [null], afterwards: { 'ctx.turn_ended': true, 'ctx.history': [] } },
  {
    system: a2a,
    lines: '178-183',
    prelude: secondTurn('?', 'more'),
    results: [expect.objectContaining({ text: '?' }), null],
    afterwards: { 'ctx.export()["artifacts"][0]["parts"][0]["text"]': 'You previously said: ?' },
  },
  { system: a2a, lines: '193-195', results: [], said: 'The condition is false: nothing was called.' },
  {
    system: a2a,
    lines: '193-195',
    prelude: `ctx.emit_text_artifact("draft", artifact_id="x")\n${secondTurn('?', 'more')}`,
    results: [expect.objectContaining({ artifact_id: 'x' }), null],
    afterwards: { 'ctx.export()["artifacts"][1]["parts"][0]["text"]': "Refining: [{'text': 'draft'}]" },
  },
  {
    system: a2a,
    lines: '202-203',
    given: { deps: { DatabasePool: { size: 3 }, api_key: 'k-1' } },
    results: [{ size: 3 }, 'k-1'],
    afterwards: { 'db.size': 3 },
  },
  {
    system: a2a,
    lines: '202-203',
    results: [{ throws: 'key_error' }],
    said: 'dep() was refused. The statement after it was not performed.',
  },
  {
    system: a2a,
    lines: '212-223',
    given: { accepted_output_modes: ['text/csv'] },
    results: Array.from({ length: 12 }, (_, i) => i === 3),
  },
  { system: a2a, lines: '260-265', results: [null, true, { throws: 'turn_already_ended' }] },
  {
    system: a2a,
    lines: '288-290',
    given: { message: message('Please DELETE it') },
    results: [null],
    afterwards: { 'ctx.export()["status"]["state"]': 'TASK_STATE_REJECTED' },
  },
  { system: a2a, lines: '288-290', results: [], said: 'The condition is false: nothing was called.' },
  {
    system: a2a,
    lines: '300-305',
    results: [null],
    said: 'return ends the block. The 2 statements after it were not performed.',
    afterwards: { 'ctx.export()["status"]["state"]': 'TASK_STATE_INPUT_REQUIRED' },
  },
  {
    system: a2a,
    lines: '346-352',
    results: [null],
    afterwards: {
      'ctx.export()["status"]["message"]["parts"][1]["data"]': {
        schemes: ['Bearer'],
        authUrl: 'https://github.com/settings/tokens',
      },
    },
  },
  { system: a2a, lines: '346-352', given: { request_context: { github_token: 't' } }, results: [] },
  {
    system: a2a,
    lines: '497-501',
    given: { stored_contexts: { 'c-1': { theme: 'dark' } } },
    results: [{ theme: 'dark' }, { theme: 'dark' }, { theme: 'dark', language: 'hello' }, null, null],
    afterwards: { 'ctx.load_context()': { theme: 'dark', language: 'hello' } },
  },
  {
    system: a2a,
    lines: '566-571',
    results: [true, null],
    afterwards: { 'ctx.export()["artifacts"][0]["parts"][0]["data"]': { revenue: 42000 } },
  },
  {
    system: a2a,
    lines: '566-571',
    given: { accepted_output_modes: ['text/html'] },
    results: [false, false, null],
    afterwards: { 'ctx.export()["artifacts"][0]["parts"][0]["text"]': 'Revenue: 42,000 €' },
  },

  {
    system: adk,
    lines: '3-12',
    results: [expect.objectContaining({ agent_name: 'RootAgent', state: { user_name: 'Alice' } })],
    afterwards: { 'ctx.app_name': 'my-app', 'ctx.session is root.session': true, 'ctx.session.events': [] },
  },
  {
    system: adk,
    lines: '32-35',
    results: [expect.objectContaining({ agent_name: 'ChildAgent' })],
    // The page's own comments.
    afterwards: {
      'child_ctx.branch == "RootAgent.child"': true,
      'child_ctx.state is ctx.state': true,
      'child_ctx.event_callback is ctx.event_callback': true,
    },
  },
  {
    system: adk,
    lines: '41-43',
    results: [expect.anything(), expect.objectContaining({ agent_name: 'ChildAgent' })],
    afterwards: {
      'child_ctx.session.events': [],
      'child_ctx.state is ctx.state': true,
      'child_ctx.session is ctx.session': false,
    },
  },
  { system: adk, lines: '48-50', prelude: 'my_event = {"type": "agent_message"}', results: [null] },
  {
    system: adk,
    lines: '48-50',
    given: { event_sink: false },
    results: [],
    said: 'The condition is false: nothing was called.',
  },

  { system: voice, lines: '35-35', results: ["Hello Rahul! Let's log your Breakfast."] },
  {
    system: voice,
    lines: '37-46',
    results: [null],
    afterwards: { 'workflow.logged_meals[0].items[1]': 'sambar', 'workflow.meal_count': 1 },
  },
  { system: voice, lines: '47-47', results: ["You've logged 3 meals so far."] },
  { system: voice, lines: '49-55', results: [null], afterwards: { 'flags.skip_feedback': true } },
  {
    system: voice,
    lines: '61-71',
    results: [null],
    afterwards: { 'ctx.get_agent_state("feedback-agent")': { feedback_given: false } },
  },
  { system: voice, lines: '73-79', results: [null], afterwards: { 'params.meal_type': 'Breakfast' } },
  // The page shows each result behind an arrow.
  { system: voice, lines: '82-84', results: ['Rahul', 3, true] },
  {
    system: voice,
    lines: '85-86',
    prelude: 'workflow.current_meal = {"type": "Breakfast"}',
    results: ['hi', 'Breakfast'],
  },
  { system: voice, lines: '87-88', prelude: 'workflow.logged_meals = [1, {"n": 2}]', results: ['Breakfast', { n: 2 }] },
  {
    system: voice,
    lines: '93-98',
    results: [
      {
        prompt: {
          system: 'You are helping Rahul log meals in Hindi.',
          greeting: 'Hi Rahul! What did you have for Lunch?',
        },
      },
    ],
  },
  {
    system: voice,
    lines: '99-110',
    prelude: 'ctx.begin_tool({"meal_id": 7, "meal_type": "Lunch"})',
    results: [{ url: 'https://api.example.com/meals/7', body: { user_id: 'u-1', meal_type: 'Lunch' } }],
  },
  {
    system: voice,
    lines: '111-115',
    prelude: 'ctx.begin_tool({"meal_type": "Lunch"})\nworkflow.pending_meals_count = 2',
    results: [{ on_success: { response: "Great! I've logged your Lunch. 2 meals left." } }],
  },
  {
    system: voice,
    lines: '129-135',
    prelude: 'user_context = {"name": "Priya"}\nworkflow = {"shared_context": {"meals": []}}',
    results: [expect.objectContaining({ call_id: 'abc-123', user: { name: 'Priya' }, workflow: { meals: [] } })],
    afterwards: { 'context.user.name': 'Priya', 'ctx.get("user.name")': 'Rahul' },
  },
  {
    system: voice,
    lines: '137-140',
    results: ["Hi {{user.name}}! Let's log {{user.pending_meals[0]}}.", "Hi Priya! Let's log Breakfast."],
    afterwards: { greeting: "Hi Priya! Let's log Breakfast." },
  },
  {
    system: voice,
    lines: '142-158',
    prelude: 'ctx.begin_tool({"meal_type": "Breakfast", "ingredients": "2 idli"})',
    results: [null, null],
    afterwards: {
      'workflow.logged_meals': [{ meal_type: 'Breakfast', items: '2 idli' }],
      'workflow.pending_meals': ['Lunch', 'Dinner'],
    },
  },
  { system: voice, lines: '166-170', results: [null], afterwards: { 'workflow.current_meal': 'Lunch' } },
  {
    system: voice,
    lines: '171-178',
    prelude: 'ctx.begin_tool({"meal_type": "Lunch", "meal_time": "12:30"})',
    results: [null],
    afterwards: { 'workflow.logged_meals': [{ meal_type: 'Lunch', logged_at: '12:30' }] },
  },
  {
    system: voice,
    lines: '179-183',
    given: { flags: {} },
    results: [null],
    afterwards: { 'flags.all_meals_logged': true },
  },
  {
    system: voice,
    lines: '212-215',
    results: [null],
    afterwards: { 'workflow.logged_meals[0].meal_type': 'Breakfast' },
  },
  { system: voice, lines: '216-223', results: [null], afterwards: { 'ctx.pending_handoff': 'feedback-agent' } },
  {
    system: voice,
    lines: '230-235',
    results: [expect.objectContaining({ logged_meals_display: 'None yet' })],
    afterwards: { 'user_context["pending_meals"][1]': 'Lunch' },
  },
  {
    system: voice,
    lines: '251-260',
    results: ['Rahul', 'Breakfast', false, null, null, null, 'Hi Rahul!'],
    afterwards: {
      'workflow.current_meal': 'Lunch',
      'workflow.logged_meals': [{ type: 'Breakfast' }],
      'flags.all_done': true,
    },
  },

  {
    system: noetic,
    lines: '19-19',
    results: [],
    said: 'A declaration does nothing here: the context already has its parts.',
  },
  {
    system: noetic,
    lines: '38-40',
    results: [{ key: 'old' }, null],
    afterwards: { snap: { key: 'old' }, "ctx.memory['working-memory'].snapshot": { key: 'value' } },
  },
  {
    system: noetic,
    lines: '63-73',
    results: ['approvals', null, true, null],
    afterwards: { approved: true, maybe: null },
  },
  { system: noetic, lines: '75-76', results: [null] },
  {
    system: noetic,
    lines: '78-80',
    results: [null, null],
    afterwards: { 'ctx.completed': true, 'ctx.completionValue': null },
  },
  {
    system: noetic,
    lines: '78-80',
    prelude: 'const finalValue = { total: 3 };',
    results: [null],
    afterwards: { 'ctx.completionValue': { total: 3 } },
  },
  {
    system: noetic,
    lines: '86-87',
    results: [null],
    afterwards: { 'ctx.aborted': true, 'ctx.abortReason': 'user cancelled' },
  },
  ...['46-50', '52-55', '95-98', '99-103', '104-109', '110-114', '115-120', '122-125'].map((lines): Effect => ({
    system: noetic,
    lines,
    results: [],
    said: 'A declaration does nothing here: the context already has its parts.',
  })),

  ...taskEffects(),
];

/** The expressions of the task page, in a task with the data that they need. */
function taskEffects(): readonly Effect[] {
  const text = (said: string) => `[{"mimeType": "text/plain", "text": "${said}"}]`;
  const calls = Array.from({ length: 5 }, () => 'task.llm(prompt=1200, completion=200)');
  const prelude = [
    `task.input(${text('hi')}, {"ticket_id": "T-1", "project_name": "shop", "repo_name": "r"})`,
    ...calls,
    'task.invoke("github_file_read_chunk", {"path": "a"}, "ok", output="chunk")',
    'task.invoke("zendesk_fetch_ticket", {"id": 1}, "ok", output={"n": 1})',
    'task.invoke("zendesk_fetch_ticket", {"id": 2}, "ok", output={"n": 2})',
    `task.output(${text('done')})`,
  ].join('\n');
  const value = (of: Value, type: string) => ({ value: of, type });
  const of = (lines: string, ...results: readonly unknown[]): Effect => ({ system: task, lines, prelude, results });
  return [
    of('72-73', value('T-1', 'string'), value('shop', 'string')),
    of(
      '89-92',
      expect.objectContaining({ type: 'map' }),
      expect.objectContaining({ type: 'map' }),
      value({}, 'map'),
      value({}, 'map'),
    ),
    of('96-98', value('u-17', 'string'), value('ada@example.com', 'string')),
    of('100-102', value('T-1', 'string'), value('r', 'string')),
    of('104-105', value('done', 'string')),
    of('107-108', value(true, 'bool')),
    // Newest first: the most recent one.
    of('110-111', value({ n: 2 }, 'map')),
    of('113-114', value(7000, 'int')),
    of('116-117', value(true, 'bool')),
  ];
}

/** Examples that a playground refuses, with the message; and lines of these examples that it accepts. */
const refusals: readonly {
  readonly system: SystemId;
  readonly lines: string;
  readonly because: string;
}[] = [
  ...[
    ['109-113', 'for f in ctx.files:'],
    ['122-126', 'for part in ctx.data_parts:'],
    ['156-160', 'for chunk in large_dataset:'],
    ['243-250', 'for chunk in chunks:'],
    ['416-434', 'for i, chunk in enumerate(chunks):'],
    ['443-453', 'for i, token in enumerate(llm_stream):'],
    ['462-475', 'for i, row in enumerate(query_results):'],
  ].map(([lines = '', line = '']) => ({ system: a2a, lines, because: `A playground runs no loops: “${line}”.` })),
  {
    system: a2a,
    lines: '225-229',
    because: 'A playground defines no functions: “async def handle(self, ctx: TaskContext) -> None:”.',
  },
  { system: a2a, lines: '273-278', because: 'A playground has no try and except: “try:”.' },
  { system: a2a, lines: '362-366', because: 'There is no send_email() in a playground' },
  { system: a2a, lines: '379-380', because: 'There is no now() in a playground' },
  { system: a2a, lines: '398-402', because: 'There is no download() in a playground' },
  { system: a2a, lines: '485-487', because: 'There is no translate() in a playground' },
  {
    system: a2a,
    lines: '607-612',
    because: 'A playground defines no functions and classes: “@dataclass(frozen=True)”.',
  },
  {
    system: adk,
    lines: '55-65',
    because: 'A playground defines no functions: “def instructions(ctx: ReadonlyContext) -> str:”.',
  },
  { system: voice, lines: '23-34', because: 'There is nothing called “client” here' },
  { system: voice, lines: '118-127', because: 'There is nothing called “client” here' },
  { system: voice, lines: '90-90', because: '[+] is for writing only' },
  { system: voice, lines: '160-163', because: '“...” marks values that were left out' },
  { system: voice, lines: '185-192', because: 'There is no get_pending_meals() in a playground' },
  { system: voice, lines: '206-211', because: 'There is no get_pending_meals() in a playground' },
  { system: voice, lines: '224-229', because: 'Defaults of a prompt are initial values of a run' },
  { system: noetic, lines: '4-17', because: 'A playground defines no functions: “async (input: string, ctx) => {”.' },
  { system: noetic, lines: '42-45', because: 'Memory layers are given at the start of a run' },
  { system: noetic, lines: '137-144', because: 'A playground runs no loops: “for (const layer of usage.layers) {”.' },
];

const startFor = ({ system, given = {}, prelude = '' }: Effect): Run => {
  const start = starts[system];
  const inContext =
    system === 'voice' ? { context: { ...(start['context'] as RecordValue), ...given } } : { ...start, ...given };
  return started(system, inContext, prelude);
};

describe('the examples of the pages', () => {
  it('are complete: each runs, or is refused', () => {
    const named = new Set([...runs, ...refusals].map(({ system, lines }) => `${system} ${lines}`));
    expect(examples.map(({ system, lines }) => `${system} ${lines}`).filter((name) => !named.has(name))).toEqual([]);
    expect(examples).toHaveLength(named.size);
  });

  it.each(runs.map((effect, index) => [index, effect.system, effect.lines, effect] as const))(
    '%i: %s %s runs as it is written, pasted or typed',
    (_index, system, lines, effect) => {
      const code = codeOf(system, lines);
      const pasted = tried(startFor(effect), code);
      expect(pasted.refused).toBeNull();
      expect(pasted.results).toEqual(effect.results);
      expect(pasted.said).toBe(effect.said ?? pasted.said);
      for (const [expression, value] of Object.entries(effect.afterwards ?? {})) {
        const looked = tried(pasted.run, expression);
        expect([expression, looked.refused, looked.results.at(-1)]).toEqual([expression, null, value]);
      }
      // Line breaks of Windows, and the indentation of a page.
      expect(tried(startFor(effect), code.replaceAll('\n', '\r\n')).results).toEqual(effect.results);
      expect(tried(startFor(effect), code.replaceAll(/^(?=.)/gm, '    ')).results).toEqual(effect.results);
      // A call that stops a pasted text does not stop a user who types the lines after it.
      const byLine = typed(startFor(effect), code);
      const isSame = pasted.said === null && !hasBranches(code);
      expect(isSame ? byLine.results : effect.results).toEqual(effect.results);
    },
  );

  it.each(refusals.map(({ system, lines, because }) => [system, lines, because] as const))(
    '%s %s is refused: %s',
    (system, lines, because) => {
      const run = started(system, starts[system], '');
      const { refused, run: after } = tried(run, codeOf(system, lines));
      expect(refused).toContain(because);
      expect(after).toBe(run);
      expect(typed(run, codeOf(system, lines)).refused).not.toBeNull();
    },
  );
});

describe.each(Object.values(none))('the page of %s as a whole', (system) => {
  const all = examples.filter((example) => example.system === system);

  it('is typed from its first example to its last: each continues from the ones before it, or is refused', () => {
    let run = started(system, starts[system], '');
    for (const { code } of all) {
      const next = typed(run, code);
      expect(next.refused ?? 'Good.').toMatch(/^\S.*[.!?]$/su);
      run = next.run;
    }
    expect(run.steps.length).toBeGreaterThan(0);
  });

  it('is pasted at once: nothing is performed when a part of it is refused', () => {
    const start = started(system, starts[system], '');
    const { refused, run } = tried(start, all.map(({ code }) => code).join('\n\n'));
    const isRefused = refusals.some((each) => each.system === system);
    expect(refused === null).toBe(!isRefused);
    expect(run.steps.length > 0).toBe(!isRefused);
  });
});

/** Unindented lines below a colon can be recognised only when the whole text is there. */
const hasBranches = (code: string): boolean => /^if .*:$/m.test(code);

describe('lines of refused examples', () => {
  const values = (system: SystemId, prelude: string, line: string, given: RecordValue = {}) => {
    const { results, refused } = tried(startFor({ system, lines: '', given, prelude, results: [] }), line);
    expect(refused).toBeNull();
    return results;
  };

  it('run where their names have values', () => {
    const exported = 'ctx.export()["artifacts"][0]["parts"][0]';
    expect(values(a2a, 'result = 42', `await ctx.complete(f"The answer is {result}")\n${exported}["text"]`)).toContain(
      'The answer is 42',
    );
    expect(values(a2a, '', 'await ctx.complete("Final report", artifact_id="report")')).toEqual([null]);
    expect(values(a2a, '', 'await ctx.respond("Email sent successfully.")')).toEqual([null]);
    expect(values(a2a, '', 'await ctx.emit_text_artifact("Here is the summary.", last_chunk=True)')).toEqual([null]);
    const file = codeOf(a2a, '416-434').split('\n').slice(1, 10).join('\n');
    expect(values(a2a, 'csv_bytes = b"a,b\\n1,2\\n"', `${file}\n${exported}["raw"]`).at(-1)).toBe('YSxiCjEsMgo=');
    const data = codeOf(a2a, '462-475').split('\n').slice(1, 6).join('\n');
    expect(values(a2a, 'users = ["a", "b"]', `${data}\n${exported}["data"]`).at(-1)).toEqual({
      users: ['a', 'b'],
      total: 2,
    });
    expect(values(a2a, '', 'prefs = await ctx.load_context() or {}\nlang = prefs.get("language", "en")').at(-1)).toBe(
      'en',
    );
  });

  it('run inside the views that callbacks and instructions are given', () => {
    expect(values(adk, 'ctx = ReadonlyContext(ctx)', 'return f"Help {ctx.state[\'user_name\']}."')).toEqual([
      'Help Alice.',
    ]);
    const prelude = 'ctx = CallbackContext(ctx)\nresponse = {"model_version": "gpt-x"}';
    const body = codeOf(adk, '55-65').split('\n').slice(-2).join('\n');
    expect(values(adk, prelude, `${body}\nroot.state["last_model"]\nctx.actions.state_delta`)).toEqual([
      null,
      null,
      'gpt-x',
      { last_model: 'gpt-x' },
    ]);
    expect(tried(started(adk, starts.adk, 'ctx = ReadonlyContext(ctx)'), 'ctx.state["x"] = 1').results).toEqual([
      { throws: 'read_only' },
    ]);
  });

  it('run as the body of a step', () => {
    const lines = codeOf(noetic, '4-17').split('\n');
    const body = lines.slice(2, -1).join('\n');
    const results = values(noetic, 'const input = "Ada";\nctx.run_step()', body);
    expect(results).toEqual([
      expect.stringMatching(/^Execution .+, step #1$/),
      'Tokens so far: 0',
      null,
      'Hello, Ada!',
    ]);
    const { run } = tried(started(noetic, starts.noetic, 'const input = "Ada"'), body);
    expect(tried(run, 'ctx.itemLog.items[0].id').results).toEqual([
      expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
    ]);
    expect(tried(run, 'ctx.itemLog.items[0].content[0].text').results).toEqual(['Ada']);
    const usage = codeOf(noetic, '137-144').split('\n');
    const model = 'ctx.model_call(model="m", response={"items": []}, instructions="be brief")';
    const without = [...usage.slice(0, 3), ...usage.slice(6)].join('\n');
    expect(values(noetic, model, without).at(-1)).toBe('system: 2, history: 0');
    expect(values(noetic, '', without)).toEqual([null]);
  });

  it('run on a call from its export', () => {
    const prelude =
      'workflow.n = 1\ndump = ctx.to_dict()\nagain = CallContext.from_dict(dump)\nagain.set("workflow.n", 2)';
    expect(values(voice, prelude, 'again.workflow.n\nctx.workflow.n\nagain.user.name')).toEqual([2, 1, 'Rahul']);
    expect(values(voice, 'dump = ctx.to_dict()', 'ctx.from_dict(dump)')).toEqual([
      expect.objectContaining({ call_id: 'abc-123' }),
    ]);
    expect(values(voice, '', 'context.workflow = {"meal_count": 1, "logged_meals": []}\nworkflow.meal_count')).toEqual([
      null,
      1,
    ]);
  });
});
