import { expect, test } from 'vitest';
import { firstSession } from '../../testing.ts';

// `error` of a message, and parts of the type `error`:
// https://github.com/danny-avila/LibreChat/blob/main/packages/data-provider/src/schemas.ts (tMessageSchema), types/assistants.ts
test.each([
  [{ text: '{"type":"no_user_key"}', error: true }, '[{"type":"no_user_key"}]'],
  [{ text: '', content: [{ type: 'error', error: 'overloaded' }] }, '[overloaded]'],
  [
    {
      text: '',
      content: [
        { type: 'text', text: 'Let me' },
        { type: 'error', error: 'overloaded' },
      ],
    },
    'Let me',
  ],
])('the error of a failed answer is not said by the model: %o', (answer, shown) => {
  const said = { messageId: '2', parentMessageId: '1', isCreatedByUser: false, sender: 'GPT', ...answer };
  const asked = { messageId: '1', parentMessageId: null, isCreatedByUser: true, sender: 'User', text: 'go' };
  const { opened, session } = firstSession(JSON.stringify({ conversationId: 'c', messages: [asked, said] }));
  expect(opened.importer.id).toBe('librechat');
  expect(session.history.turns.map(({ label }) => label)).toEqual(['go', shown]);
  expect(session.notes.map(({ code }) => code)).toContain('librechat/failed');
});
