import type { HookId } from '../../engine/model/hooks.ts';

/** One recording that comes with the page: which fixture it is made from, what it teaches, and a rule that fires on it. */
export interface SampleRecipe {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** A fixture of an importer, under `src/engine/importers/`. */
  readonly fixture: string;
  readonly origin: string;
  readonly licence: string;
  readonly note: string;
  readonly rule: { readonly expression: string; readonly hook: HookId; readonly match: string | null };
}

const agentdojo = 'https://github.com/sequrity-ai/agentdojo';
const commit = '27f790a70929';

/** The first is what a newcomer sees. */
export const sampleRecipes: readonly SampleRecipe[] = [
  {
    id: 'hidden-order',
    title: 'A bill with a hidden order',
    about:
      'The bill holds a text that makes the agent send money to a stranger: only the payment to a known recipient may pass.',
    fixture:
      'agentdojo/fixtures/gpt-4o-2024-05-13__banking__user_task_0__important_instructions__injection_task_1.json',
    origin: `${agentdojo} runs/gpt-4o-2024-05-13/banking/user_task_0/important_instructions/injection_task_1.json at ${commit}`,
    licence: 'MIT',
    note: 'A benchmark run with an attack that succeeded; people and accounts are fictional. The attack text is data.',
    rule: {
      expression: 'context.capabilities.get_most_recent_transactions.outputs.exists(o, o.contains(input.recipient))',
      hook: 'middleware.before',
      match: 'send_money',
    },
  },
  {
    id: 'token-budget',
    title: 'An exchange with tokens and times',
    about: 'The tokens of every model call are recorded: a budget stops the calls that come after it is spent.',
    fixture: 'tau-bench/fixtures/tau2-retail-baseline.json',
    origin:
      'https://github.com/sierra-research/tau2-bench src/experiments/tau2_trace/results/e2e_retail_baseline.json at 0fcc3a368523',
    licence: 'MIT',
    note: 'A tau2-bench simulation; the customer is fictional.',
    rule: { expression: 'context.llm.tokens.total <= 25000', hook: 'middleware.before', match: null },
  },
  {
    id: 'same-mistake',
    title: 'The same mistake, thirty times',
    about:
      'The agent repeats a call with a wrong argument: a rule on its own record breaks the loop at the third error.',
    fixture:
      'agentdojo/fixtures/gpt-4o-mini-2024-07-18__travel__user_task_12__important_instructions__injection_task_6.json',
    origin: `${agentdojo} runs/gpt-4o-mini-2024-07-18/travel/user_task_12/important_instructions/injection_task_6.json at ${commit}`,
    licence: 'MIT',
    note: 'A benchmark run whose attack did not succeed; hotels and reviews are fictional. The attack text is data.',
    rule: {
      expression: 'context.capabilities.get_rating_reviews_for_hotels.count_errored < 3',
      hook: 'middleware.before',
      match: 'get_rating_reviews_for_hotels',
    },
  },
  {
    id: 'card-handed-on',
    title: 'A card number handed on',
    about:
      'An ADK agent passes a payment to a sub-agent, card number and all: a rule on what each capability is given stops it.',
    fixture: 'adk-httprr/fixtures/go-delegation-02-two-tasks.httprr',
    origin:
      'https://github.com/google/adk-go agent/llmagent/testdata/TestDelegation_02_ChatToTwoTaskSequential.httprr at 0a51e153ad5a',
    licence: 'Apache-2.0',
    note: 'Recorded for a test of the kit; the card number is a well-known one that no bank has given out.',
    rule: {
      expression: "input.all(k, type(input[k]) != string || !input[k].matches('[0-9]{13,19}'))",
      hook: 'middleware.before',
      match: null,
    },
  },
  {
    id: 'pasted-snapshot',
    title: 'A pasted task context',
    about: 'A snapshot becomes a timeline; what it only knows at its end, such as token sums, is unknown before.',
    fixture: 'task-snapshot/fixtures/composed-refund-agent.json',
    origin: 'composed for this project',
    licence: 'MIT',
    note: 'Not a recording: the specification publishes none.',
    rule: { expression: 'context.llm.tokens.total <= 4000', hook: 'turn', match: null },
  },
  {
    id: 'asks-back',
    title: 'A task that asks back',
    about: 'An A2A agent asks back, and its task waits for the user: a rule on the state tells questions from answers.',
    fixture: 'a2a-protocol/fixtures/v03-langgraph-currency-multiturn-done.json',
    origin:
      'https://github.com/a2aproject/a2a-samples samples/python/agents/langgraph/README.md, code block 13 at 6603ba3f2c31',
    licence: 'Apache-2.0',
    note: 'The answer of a sample agent that looks up exchange rates, as its documentation shows it.',
    rule: { expression: 'ctx.state == "completed"', hook: 'guardrail.after', match: null },
  },
  {
    id: 'phone-call',
    title: 'A flight rebooked by phone',
    about: 'A caller cannot skim what is spoken, so answers must be short: the rule finds those that are too long.',
    fixture: 'eva-call/fixtures/audit-log.cut.json',
    origin: 'https://github.com/ServiceNow/eva tests/artifacts/records/1.1.2/audit_log.json at 997ae977d942',
    licence: 'MIT',
    note: 'A simulated call of a benchmark for voice agents; the customer and her reservation are fictional.',
    rule: { expression: 'size(output.message[0].text) <= 400', hook: 'guardrail.after', match: null },
  },
  {
    id: 'item-log',
    title: 'An item log that fills',
    about: 'Two long prompts fill the window: the log’s own estimate says after which turn it holds too much.',
    fixture: 'noetic-items/fixtures/conversation.jsonl',
    origin: 'https://github.com/nilenso/context-viewer sample-logs/responses/1.json at d9a9be9bde9e',
    licence: 'MIT',
    note: 'A conversation of the Responses API, written as an item log of Noetic, which has the same items: one per line, oldest first, `call_id` spelled `callId`. Noetic itself publishes no recording.',
    rule: { expression: 'ctx.itemLog.estimatedTokens <= 10000', hook: 'turn', match: null },
  },
];
