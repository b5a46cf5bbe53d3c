import type { RecordValue } from '../../model/value.ts';
import type { OperationCall } from '../machine.ts';

/** An example script: a start and its calls. */
export interface Sample {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly given: RecordValue;
  readonly calls: readonly OperationCall[];
}

const say = (text: string): RecordValue => ({ message: [{ mimeType: 'text/plain', text }] });

const call = (op: string, args: RecordValue = {}, names: { on?: string; as?: string } = {}): OperationCall => ({
  op,
  args,
  ...names,
});

export const taskSamples: readonly Sample[] = [
  {
    id: 'task-refunds',
    title: 'Refunds that a person has to approve',
    about:
      'One refund is made, one is blocked, one waits for a review and is denied; a research agent looks up the terms, and a guardrail stops what the agent should not say.',
    given: {
      started_at: '2026-05-20T03:00:00Z',
      user: { id: 'ann', email: 'ann@example.com' },
      model: 'gemini/gemini-2.5-flash',
      manifest: {
        name: 'support-agent',
        namespace: 'prod-eu',
        prompt: 'You help {context.user.email}. Refunds so far: {context.capabilities.refund.count_successful}.',
        limits: { max_turns: 12, max_age: '2h' },
        parameters: { properties: { ticket_id: { type: 'string' } } },
        capabilities: {
          'research-agent': '*',
          refund: {
            bindings: { customer: 'context.user.id' },
            before: [
              {
                assert: 'context.capabilities.refund.count_successful < 1 || input.amount <= 100',
                error_message: 'A second refund of {input.amount} is too much.',
              },
              {
                assert: 'review("lead@example.com")',
                condition: 'input.amount > 50',
                error_message: 'The lead has not approved {input.amount}.',
              },
            ],
          },
        },
        guardrails: { after: [{ assert: '!output.message[0].text.contains("password")' }] },
        exposes: { refunds: 'context.capabilities.refund.count_successful' },
      },
      agents: {
        'research-agent': {
          prompt: 'You look up what {context.user.email} asks.',
          limits: { max_turns: 3 },
          capabilities: { search: '*' },
        },
      },
    },
    calls: [
      call('input', { ...say('Please refund both orders.'), params: { ticket_id: 'T-1' } }),
      call('llm', { prompt: 120, completion: 18, text: 'Two refunds to make.' }),
      call('call', { function: 'refund', args: { amount: 40, customer: 'bob' }, result: { status: 'refunded' } }),
      call('call', { function: 'refund', args: { amount: 2400 }, result: { status: 'refunded' } }),
      call('call', { function: 'refund', args: { amount: 80 }, result: { status: 'refunded' } }),
      call('advance', { seconds: 300 }),
      call('deny', { user: 'lead@example.com', reason: 'not twice a week' }),
      call('llm', { prompt: 180, completion: 20, text: 'What do the terms say?' }),
      call('call', { function: 'research_agent', args: { message: 'How often may one refund?' } }, { as: 'research' }),
      call('llm', { prompt: 60, completion: 9 }, { on: 'research' }),
      call('call', { function: 'search', args: { q: 'refund terms' }, result: 'once a week' }, { on: 'research' }),
      call('llm', { prompt: 75, completion: 12, text: 'Once a week.' }, { on: 'research' }),
      call('output', say('Once a week.'), { on: 'research' }),
      call('llm', { prompt: 240, completion: 25, text: 'One refund is made.' }),
      call('output', say('One refund is made; the other has to wait a week.')),
      call('input', say('What is the password of the shop?')),
      call('llm', { prompt: 260, completion: 8, text: 'The password is …' }),
      call('output', say('The password is hunter2.')),
    ],
  },
];
