import { err } from '../../../base/result.ts';
import { isList, type Value } from '../../model/value.ts';
import type { Importer } from '../../importing/importer.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import { firstValues, type Placed } from '../../importing/values/elements.ts';
import { elementsAt, entriesAt, fits, textAt, type Shape } from '../../importing/values/where.ts';

/**
 * A log of Inspect as JSON. An `.eval` file is a ZIP of the same parts.
 * https://inspect.aisi.org.uk/eval-logs.html
 */
const log: Shape = { version: 'number', status: 'text', eval: 'record' };

const samples = [
  { id: 'text', messages: 'list' },
  { id: 'number', messages: 'list' },
] as const;

/** A sample, copied without its log. */
const sampleAlone: Shape = { epoch: 'number', target: 'there', model_usage: 'there' };

const described = chatImporter({
  id: 'inspect',
  title: 'Inspect log',
  turns: ['messages'],
  message: { role: ['system', 'user', 'assistant', 'tool'] },
  counted: 'sample',
  find({ value }) {
    const root = { value, place: [] };
    if (areMessagesAlone(value)) return [{ holder: { value: null, place: [] }, messages: entriesAt(root, '') }];
    if (areEventsAlone(value)) return [{ holder: root, messages: [root] }];
    if (fits(value, sampleAlone) && isSample(value)) return [conversationOf(root)];
    return fits(value, log) ? entriesAt(root, 'samples').map(conversationOf) : [];
  },
  reading: async () => (await import('./reading.ts')).reading,
});

export const inspect: Importer = {
  ...described,
  claim: (document) => (fits(document.value, log) ? 'certain' : described.claim(document)),
  async load() {
    const read = await described.load();
    return (document) => (isEmptyLog(document.value) ? withoutSamples(document.value) : read(document));
  },
};

const isSample = (value: Value): boolean => samples.some((shape) => fits(value, shape));

/** A sample without messages is read for its error. */
function conversationOf(holder: Placed): FoundConversation {
  const messages = entriesAt(holder, 'messages');
  return { holder, messages: isSample(holder.value) && messages.length === 0 ? [holder] : messages };
}

/** Only the header was written. */
const isEmptyLog = (value: Value): boolean => fits(value, log) && elementsAt(value, 'samples').length === 0;

function withoutSamples(value: Value) {
  const why = textAt(value, 'error.message');
  const failed = why === undefined ? '' : ` Its run failed with “${why.slice(0, 200)}”.`;
  const message = `This log of Inspect holds no sample: its header may have been written alone.${failed}`;
  return err({ code: 'import/empty', message });
}

/**
 * The messages of a sample, copied without it, in a form unique to Inspect: a call has its function's name beside its
 * arguments, and a result repeats the name.
 */
const areMessagesAlone = (value: Value): boolean =>
  isList(value) &&
  firstValues(value, 40).some(
    (message) =>
      fits(message, { role: ['tool'], tool_call_id: 'text', function: 'text' }) ||
      (fits(message, { role: ['assistant'] }) &&
        elementsAt(message, 'tool_calls').some((call) =>
          fits(call, { id: 'text', function: 'text', arguments: 'record' }),
        )),
  );

/**
 * The events of a sample, copied without it. A model event must hold its input messages, not ranges of the sample’s. Many
 * events may precede the first model call.
 */
const areEventsAlone = (value: Value): boolean =>
  isList(value) &&
  firstValues(value, 400).some(
    (event) =>
      fits(event, { event: ['model'], model: 'text', 'output.choices': 'list' }) &&
      elementsAt(event, 'input').length > 0,
  );
