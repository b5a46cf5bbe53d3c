/**
 * The reason why an answer was cut short, as part of a sentence; undefined if the model ended by itself. Providers
 * write the same
 * reasons in their own ways: `content_filter`, `content-filter`, `ContentFiltered`.
 *
 * - https://platform.openai.com/docs/api-reference/chat/object
 * - https://docs.claude.com/en/api/handling-stop-reasons
 * - https://ai.google.dev/api/generate-content#FinishReason
 * - https://docs.cohere.com/v1/reference/chat
 * - https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */
export function cutBy(reason: string): string | undefined {
  // Python prints the name of the enum before the value: `FinishReason.SAFETY`.
  const word = reason
    .toLowerCase()
    .replace(/^.*\./s, '')
    .replaceAll(/[^a-z]/g, '');
  return cuts.find(([words]) => words.includes(word))?.[1];
}

const cuts: readonly (readonly [words: readonly string[], by: string])[] = [
  [
    ['length', 'maxtokens', 'maxoutputtokens', 'modellength', 'modelcontextwindowexceeded', 'errorlimit'],
    'the token limit',
  ],
  [['contentfilter', 'contentfiltered'], 'the content filter'],
  [
    ['safety', 'errortoxic', 'imagesafety', 'prohibitedcontent', 'imageprohibitedcontent', 'blocklist', 'spii'],
    'the safety filter',
  ],
  [['recitation', 'imagerecitation'], 'the filter against recitation'],
  [['guardrailintervened', 'guardrail'], 'a guardrail'],
  [['refusal'], 'the model’s refusal'],
];
