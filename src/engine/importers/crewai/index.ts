import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { entriesAt, fits, type Shape } from '../../importing/values/where.ts';

/** https://docs.crewai.com/en/concepts/tasks#task-output */
const task: Shape = { description: 'text', raw: 'text', agent: 'text' };

/**
 * Output of a crew of CrewAI or of one of its tasks, printed or as JSON.
 * https://docs.crewai.com/en/concepts/crews#crew-output
 */
export const crewai = chatImporter({
  id: 'crewai',
  title: 'CrewAI output',
  turns: ['tasks_output', ''],
  message: task,
  find({ value }) {
    const holder = { value, place: [] };
    if (fits(value, { raw: 'text', tasks_output: 'list' })) {
      const tasks = entriesAt(holder, 'tasks_output');
      return fits(tasks[0]?.value ?? null, task) ? [{ holder, messages: tasks }] : [];
    }
    // Many formats have descriptions and agents; only CrewAI has these two fields.
    const isAlone = fits(value, { ...task, expected_output: 'there', output_format: 'there' });
    return isAlone ? [{ holder, messages: [holder] }] : [];
  },
  reading: async () => (await import('./reading.ts')).reading,
});
