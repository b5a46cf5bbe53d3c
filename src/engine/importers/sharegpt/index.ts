import { chatImporter } from '../../importing/describing/chat-importer.ts';

const speakers =
  'system human user gpt chatgpt assistant model bing bard function_call observation tool function function_response';

/**
 * Conversations of data sets in the form that ShareGPT had. Tools as LLaMA-Factory, Hermes and ToolBench write them:
 * https://github.com/hiyouga/LLaMA-Factory/blob/main/data/README.md
 * https://github.com/NousResearch/Hermes-Function-Calling
 * https://github.com/OpenBMB/ToolBench
 */
export const sharegpt = chatImporter({
  id: 'sharegpt',
  title: 'ShareGPT conversations',
  sessions: '',
  turns: ['conversations'],
  message: {
    from: speakers.split(' '),
    value: 'text',
  },
  looked: 5,
  reading: async () => (await import('./reading.ts')).reading,
});
