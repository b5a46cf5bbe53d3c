import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { isList } from '../../model/value.ts';
import { oneOrMany } from '../../importing/values/elements.ts';
import { entriesAt, fits, type Shape } from '../../importing/values/where.ts';

/** https://docs.crewai.com/en/concepts/tasks#task-output */
const task: Shape = { description: 'text', raw: 'text', agent: 'text' };

/** A line of the file that `output_log_file` names: `crew.py`, `_log_task_start`. */
const logged: Shape = { timestamp: 'text', task_name: 'there', task: 'text', agent: 'text', status: 'text' };

/**
 * Output of a crew of CrewAI, of one of its tasks or of an agent alone, printed or as JSON, and the log of a crew as JSON.
 * https://docs.crewai.com/en/concepts/crews#crew-output
 */
export const crewai = chatImporter({
  id: 'crewai',
  title: 'CrewAI output',
  turns: ['tasks_output', ''],
  message: [task, { raw: 'text', agent_role: 'text' }, logged],
  find({ value }) {
    const holder = { value, place: [] };
    if (fits(value, { raw: 'text', tasks_output: 'list' })) {
      const tasks = entriesAt(holder, 'tasks_output');
      return fits(tasks[0]?.value ?? null, task) ? [{ holder, messages: tasks }] : [];
    }
    if (isList(value)) {
      const lines = oneOrMany(value);
      return fits(lines[0]?.value ?? null, logged) ? [{ holder: { value: null, place: [] }, messages: lines }] : [];
    }
    // Many formats have descriptions and agents; only CrewAI has these two fields.
    const isAlone = fits(value, { ...task, expected_output: 'there', output_format: 'there' });
    const isOfAgent = fits(value, { raw: 'text', agent_role: 'text', usage_metrics: 'there', messages: 'list' });
    return isAlone || isOfAgent ? [{ holder, messages: [holder] }] : [];
  },
  reading: async () => (await import('./reading.ts')).reading,
});
