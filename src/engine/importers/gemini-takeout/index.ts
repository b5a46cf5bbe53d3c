import { info } from '../../importing/import-report.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { elementsAt, textAt } from '../../importing/values/where.ts';

/**
 * *My Activity* of Gemini Apps from Google Takeout, as JSON: each prompt with its answer as a piece of a web page, the newest
 * first. There is no published definition; many public readers of such files agree on these fields.
 */
export const geminiTakeout = chatImporter({
  id: 'gemini-takeout',
  title: 'Gemini activity of Google Takeout',
  turns: [''],
  message: { header: ['Gemini Apps', 'Bard', 'Gemini'], title: 'text', time: 'text' },
  isKnownByOne: true,
  // In another language, the words of the user cannot be distinguished from those of Takeout.
  isOwn: ({ messages }) => messages.some(({ value }) => isPrompt(value)),
  reading: {
    messages: {
      kind: (activity) =>
        !isPrompt(activity) ? 'skip' : elementsAt(activity, 'safeHtmlItem').length > 0 ? 'llm' : 'input',
      asked: (activity) => (elementsAt(activity, 'safeHtmlItem').length > 0 ? askedIn(activity) : undefined),
      text: (activity) =>
        elementsAt(activity, 'safeHtmlItem').length > 0
          ? elementsAt(activity, 'safeHtmlItem')
              .map((item) => textAt(item, 'html') ?? '')
              .join('\n')
          : askedIn(activity),
      time: 'time',
      skipped: info(
        'gemini-takeout/activity',
        '{#|#} {activity|activities} other than prompts (feedback, settings, files made): not shown as turns.',
      ),
    },
    session: {
      agent: () => 'Gemini',
      timeKey: 'time',
      notes: (_, report) =>
        report.note(
          'assumed',
          'gemini-takeout/one-session',
          null,
          'Takeout does not say which prompts belong to one conversation: all are in one session, in the order of their times.',
        ),
    },
  },
});

/** In English; Takeout writes this word in the language of the account. */
const prompt = /^(?:Prompted|Asked|Said|Branched)[: ]\s*/;

const isPrompt = (activity: Value): boolean => prompt.test(textAt(activity, 'title') ?? '');

const askedIn = (activity: RecordValue): string => (textAt(activity, 'title') ?? '').replace(prompt, '');
