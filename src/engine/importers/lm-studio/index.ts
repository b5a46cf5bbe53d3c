import { isRecord } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';
import type { Entry, FoundConversation, MessageReading } from '../../importing/describing/chat-reading.ts';
import { type ImportReport, assumed, info } from '../../importing/import-report.ts';
import { entriesAt, elementsAt, fieldAt, textAt } from '../../importing/values/where.ts';
import type { Placed } from '../../importing/values/elements.ts';

const parts: MessageReading['items'] = {
  list: 'content',
  kind: {
    field: 'type',
    values: { text: 'text', toolCallRequest: 'call', toolCallResult: 'result', file: 'file' },
    otherwise: 'content',
  },
  calls: {
    id: ['callId', 'toolCallRequestId', 'toolCallRequest.id'],
    name: ['toolCallRequest.name', 'name'],
    arguments: ['toolCallRequest.arguments', 'parameters'],
  },
  results: {
    id: ['callId', 'toolCallRequestId', 'toolCallId'],
    content: 'content',
    flag: (result, { more }) => {
      const status = more.find(({ value }) => isRecord(value) && value['callId'] === result['callId']);
      return status && textAt(status.value, 'statusState.status.type');
    },
    ends: { toolCallSucceeded: 'worked', toolCallFailed: 'failed', toolCallDenied: 'blocked' },
    assumed: assumed(
      'lm-studio/outcome',
      'LM Studio did not record whether these calls failed: each result counts as successful.',
    ),
  },
  file: { data: ['fileIdentifier', 'name'], otherwise: 'application/octet-stream' },
};

/**
 * A conversation of LM Studio (`*.conversation.json`). There is no published definition; public programs that read and
 * write such files agree on these fields.
 */
export const lmStudio = chatImporter({
  id: 'lm-studio',
  title: 'LM Studio conversation',
  turns: ['messages'],
  message: { versions: 'list', currentlySelected: 'number' },
  reading: {
    messages: [
      {
        shape: { type: ['singleStep'] },
        kind: { field: 'role', values: { user: 'input', assistant: 'llm', system: 'system' } },
        items: parts,
      },
      {
        shape: { type: ['contentBlock'] },
        // The model's thoughts are a separate block.
        kind: (block) => (textAt(block, 'style.type') === 'thinking' ? 'skip' : 'llm'),
        items: parts,
        model: ['genInfo.identifier', 'genInfo.indexedModelIdentifier'],
        tokens: { prompt: 'genInfo.stats.promptTokensCount', completion: 'genInfo.stats.predictedTokensCount' },
        end: 'genInfo.stats.stopReason',
        skipped: info(
          'import/reasoning',
          '{#|#} {part|parts} with the model’s reasoning: not part of its message, so left out of the text.',
        ),
      },
    ],
    session: {
      title: 'name',
      agent: () => 'LM Studio',
      model: ['lastUsedModel.identifier'],
      startedAt: 'createdAt',
      system: 'systemPrompt',
      arrange: (messages) => messages.flatMap(blocksOf),
      notes: noteOthers,
    },
  },
});

/** The version that is shown; an answer in several steps is the blocks with content, each with the states of its calls. */
function blocksOf(message: Placed): readonly Entry[] {
  const version = shownOf(message);
  if (version === undefined) return [];
  if (textAt(version.value, 'type') !== 'multiStep') return [version];
  const steps = entriesAt(version, 'steps');
  const states = steps.filter(({ value }) => textAt(value, 'type') === 'toolStatus').toReversed();
  const firstOfCall = new Map(states.map((state) => [fieldAt(state.value, 'callId'), state]));
  return steps.filter(hasContent).map((block) => {
    const own = new Set(elementsAt(block.value, 'content').map((part) => firstOfCall.get(fieldAt(part, 'callId'))));
    return { ...block, more: [...own].filter((state) => state !== undefined) };
  });
}

function shownOf(message: Placed): Placed | undefined {
  const selected = fieldAt(message.value, 'currentlySelected');
  const versions = entriesAt(message, 'versions');
  return versions[typeof selected === 'number' ? selected : 0] ?? versions[0];
}

const hasContent = ({ value }: Placed): boolean => elementsAt(value, 'content').length > 0;

function noteOthers({ messages }: FoundConversation, report: ImportReport): void {
  for (const message of messages) {
    const shown = shownOf(message);
    for (const { value, place } of entriesAt(message, 'versions')) {
      if (value !== shown?.value)
        report.note('lost', 'lm-studio/versions', place, '{# version} of messages that {is|are} not shown: left out.');
    }
  }
}
