import { isRecord } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { entriesAt, fits, textAt } from '../../importing/values/where.ts';

/** The number of steps checked to recognise steps without their trajectory, or a trajectory without a version. */
const sample = 20;

/**
 * The Agent Trajectory Interchange Format, up to version 1.7.
 * https://github.com/laude-institute/harbor/blob/main/docs/rfcs/0001-trajectory-format.md
 */
export const atif = chatImporter({
  id: 'atif',
  title: 'ATIF trajectory',
  turns: ['', 'steps'],
  message: { source: ['system', 'user', 'agent'] },
  find({ value }, most) {
    const holder = { value, place: [] };
    const messages = isRecord(value) ? entriesAt(holder, 'steps', most) : entriesAt(holder, '', most);
    const isTrajectory = isRecord(value) && textAt(value, 'schema_version')?.startsWith('ATIF-') === true;
    const isOwn = messages
      .slice(0, sample)
      .every((step) => fits(step.value, { step_id: 'number', source: ['system', 'user', 'agent'], message: 'there' }));
    return messages.length > 0 && (isTrajectory || isOwn) ? [{ holder, messages }] : [];
  },
  reading: async () => (await import('./reading.ts')).reading,
});
