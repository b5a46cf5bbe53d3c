import * as v from 'valibot';
import { conversationEntry, imported } from '../../importing/transcript/conversation-entry.ts';
import type { Read, SessionEntry } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { noteSystem } from '../../importing/messages/message-list.ts';
import type { ImportReport } from '../../importing/import-report.ts';
import type { Placed } from '../../importing/values/one-or-many.ts';
import type { NormalizedMessage } from '../../importing/transcript/normalized-message.ts';
import type { RecordedTokens } from '../../importing/transcript/transcript.ts';
import { Tool, type Response } from './format.ts';
import { readMessage } from './messages.ts';
import { conversationIn, type Conversation } from './shapes.ts';
import { plusAny, tokensTold } from '../../importing/values/tokens.ts';

export const read: Read = ({ value }) => {
  const found = conversationIn(value);
  return imported(
    found === undefined ? [] : [entryOf(found)],
    'This looks like Amazon Bedrock, but no message is in it.',
  );
};

function entryOf(conversation: Conversation): SessionEntry {
  const { messages, messagesPlace, request, requestPlace, response, responsePlace } = conversation;
  const asked = messages.map((value, index): Placed => ({ value, place: [...messagesPlace, index] }));
  const place = [...responsePlace, 'output', 'message'];
  const answer = response === undefined ? [] : [{ value: response.output.message, place }];
  return conversationEntry({
    importer: 'bedrock-converse',
    messages: [...asked, ...answer],
    read: (placed, report) => {
      const told = readMessage(placed, report);
      const isAnswer = response !== undefined && placed.place === place;
      return isAnswer ? told.map((one) => ({ ...one, ...billingOf(response, conversation, report) })) : told;
    },
    about: () => ({
      declared: (request?.toolConfig?.tools ?? []).flatMap((tool) => {
        const parsed = v.safeParse(Tool, tool);
        return parsed.success ? [parsed.output.toolSpec.name] : [];
      }),
      ...(request?.modelId !== undefined && { model: request.modelId }),
    }),
    end(_, report) {
      (request?.system ?? []).forEach((_block, index) => noteSystem([...requestPlace, 'system', index], report));
    },
  });
}

function billingOf(response: Response, { at }: Conversation, report: ImportReport): Partial<NormalizedMessage> {
  return {
    ended: response.stopReason,
    tokens: tokensOf(response),
    tookMs: response.metrics?.latencyMs,
    at: at && readInstant(at.value, at.place, report),
  };
}

/** What was read from a cache or written to it was part of the prompt. */
function tokensOf({ usage }: Response): RecordedTokens | undefined {
  const prompt = plusAny(usage?.inputTokens, usage?.cacheReadInputTokens, usage?.cacheWriteInputTokens);
  return tokensTold(prompt, usage?.outputTokens);
}
