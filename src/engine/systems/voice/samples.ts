import type { RecordValue } from '../../model/value.ts';
import type { OperationCall } from '../machine.ts';

/** A script that teaches: a start and the calls that follow. */
export interface Sample {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  readonly given: RecordValue;
  readonly calls: readonly OperationCall[];
}

const logMeal = (meal: string, items: string, left: readonly string[], at: string): OperationCall => ({
  op: 'call_tool',
  args: {
    tool: 'log_meal',
    at,
    params: { meal_type: meal, items },
    actions: [
      {
        type: 'context.set',
        path: 'workflow.logged_meals[+]',
        value: { meal_type: '{{params.meal_type}}', items: '{{params.items}}', logged_at: '{{now}}' },
      },
      { type: 'context.set', path: 'workflow.pending_meals', value: left },
      { type: 'webhook', method: 'POST', url: 'https://meals.example/{{user.id}}', body: { meal: '{{params}}' } },
      {
        type: 'conditional',
        condition: 'workflow.pending_meals',
        else: [{ type: 'flag.set', flag: 'all_meals_logged' }],
      },
    ],
    on_success: { response: '{{params.meal_type}} is logged. Left: {{workflow.pending_meals}}.' },
  },
});

export const voiceSamples: readonly Sample[] = [
  {
    id: 'voice-meals',
    title: 'Two meals and a handoff',
    about:
      'A caller logs two meals. A tool fills templates, appends to a list and sets a flag. The flag allows a handoff to the feedback agent, which sees the shared state but not the other agent’s own state.',
    given: {
      context: {
        call_id: 'call-1',
        tenant_id: 'tenant-a',
        workflow_id: 'meal-logging',
        current_agent: 'meal-agent',
        user: { id: 'u-7', name: 'Asha', pending_meals: ['Breakfast', 'Lunch'] },
        workflow: { logged_meals: [], pending_meals: ['Breakfast', 'Lunch'] },
      },
      variables: [{ name: 'user.nickname', default: 'there' }],
      now: '2026-05-20T03:00:00Z',
    },
    calls: [
      {
        op: 'agent_says',
        args: { text: 'Hi {{user.nickname}}, {{user.name}}! What did you have for {{user.pending_meals[0]}}?' },
      },
      { op: 'user_says', args: { text: 'Two idlis and some sambar', at: '2026-05-20T03:00:09Z' } },
      logMeal('Breakfast', '2 idli, 1 bowl sambar', ['Lunch'], '2026-05-20T03:00:11Z'),
      { op: 'set_agent_state', args: { key: 'questions_asked', value: 1 } },
      { op: 'agent_says', args: { text: 'And for {{workflow.pending_meals[0]}}?' } },
      { op: 'trigger_handoff', args: { target: 'feedback-agent', conditions: ['all_meals_logged'] } },
      { op: 'user_says', args: { text: 'Only rice today', at: '2026-05-20T03:00:31Z' } },
      logMeal('Lunch', '1 plate rice', [], '2026-05-20T03:00:33Z'),
      { op: 'trigger_handoff', args: { target: 'feedback-agent', conditions: ['all_meals_logged'] } },
      { op: 'switch_agent', args: { name: 'feedback-agent' } },
      { op: 'get_agent_state', args: { agent: 'feedback-agent' } },
      { op: 'agent_says', args: { text: 'All {{workflow.logged_meals}} noted. How was it, {{user.nick}}?' } },
      { op: 'set_agent_state', args: { key: 'feedback_given', value: false } },
      { op: 'to_dict', args: {} },
    ],
  },
];
