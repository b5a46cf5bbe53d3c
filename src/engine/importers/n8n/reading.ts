import { assumed } from '../../importing/import-report.ts';
import type { Value } from '../../model/value.ts';
import type { ChatReading, Entry } from '../../importing/describing/chat-reading.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { elementsAt, fieldAt, findAt, textAt } from '../../importing/values/where.ts';

const model = 'data.ai_languageModel.0.0.json';
const tool = 'data.ai_tool.0.0.json';
const asked = 'inputOverride.ai_languageModel.0.0.json';
const main = 'data.main.0.0.json';

export const reading: ChatReading = {
  messages: [
    {
      shape: { 'data.ai_languageModel': 'there' },
      kind: () => 'llm',
      text: [`${model}.response.generations.0.0.text`, `${model}.response.text`],
      tokens: [`${model}.tokenUsage`, `${model}.tokenUsageEstimate`],
      model: [`${asked}.options.model`, `${asked}.options.model_name`],
      end: `${model}.response.generations.0.0.generationInfo`,
      time: 'startTime',
      tookMs: 'executionTime',
      finish: (message, _, { more }) => [withCalls(message, more)],
    },
    {
      // Where only the agent's own run was kept.
      shape: { [`${main}.output`]: 'there' },
      kind: () => 'llm',
      text: `${main}.output`,
      items: {
        list: `${main}.intermediateSteps`,
        kind: () => 'exchange',
        areAnswers: true,
        calls: { id: 'action.toolCallId', name: 'action.tool', arguments: 'action.toolInput' },
        results: {
          content: 'observation',
          assumed: assumed(
            'n8n/outcome',
            () => 'The steps of an n8n agent do not say whether a call failed: each result counts as successful.',
          ),
        },
      },
      time: 'startTime',
    },
    { shape: { [`${main}.chatInput`]: 'text' }, kind: () => 'input', text: `${main}.chatInput`, time: 'startTime' },
    { shape: { [`${asked}.messages`]: 'list' }, kind: () => 'input', text: questionIn, time: 'startTime' },
  ],
  session: {
    name: (execution) => textAt(execution, 'workflowData.name'),
    agent: () => 'n8n',
    startedAt: 'startedAt',
    recording: { execution: 'id', workflow: 'workflowData.name', status: 'status', mode: 'mode' },
    arrange: stepsOf,
  },
};

/** Each answer of a model with the uses of tools after it: its own record does not have the calls. */
function stepsOf(runs: readonly Placed[]): readonly Entry[] {
  const isModel = ({ value }: Placed) => fieldAt(value, 'data.ai_languageModel') !== undefined;
  const isTool = ({ value }: Placed) => fieldAt(value, 'data.ai_tool') !== undefined;
  const hasModel = runs.some(isModel);
  const entries: (Placed & { more: Placed[] })[] = [];
  for (const run of runs) {
    const last = entries.at(-1);
    if (isTool(run)) last?.more.push(run);
    else if (isModel(run) || !hasModel || fieldAt(run.value, `${main}.chatInput`) !== undefined)
      entries.push({ ...run, more: [] });
  }
  const hasInput = entries.some(({ value }) => fieldAt(value, `${main}.chatInput`) !== undefined);
  const [first] = entries;
  const prompt = first && findAt(first.value, `${asked}.messages`);
  return hasInput || first === undefined || prompt === undefined
    ? entries
    : [{ value: { inputOverride: fieldAt(first.value, 'inputOverride') ?? null }, place: first.place }, ...entries];
}

/** The prompt of the first answer: messages as one text, `System: …\nHuman: …`. */
function questionIn(run: Value): Value | undefined {
  const [prompt] = elementsAt(run, `${asked}.messages`);
  if (typeof prompt !== 'string') return undefined;
  return prompt.slice(prompt.lastIndexOf('Human: ') + (prompt.includes('Human: ') ? 'Human: '.length : 0)).trim();
}

const withCalls = (message: NormalizedMessage, more: readonly Placed[]): NormalizedMessage => ({
  ...message,
  calls: more.map(({ value, place }): RequestedCall => ({
    id: undefined,
    name: String(place.at(-2) ?? ''),
    input: fieldAt(value, ['inputOverride.ai_tool.0.0.json.query', 'inputOverride.ai_tool.0.0.json']),
    place,
    result: resultOf(value),
  })),
});

function resultOf(run: Value): CallResult {
  const failed = textAt(run, ['error.message', 'error.description', `${tool}.error`]);
  if (failed !== undefined || textAt(run, 'executionStatus') === 'error')
    return { outcome: 'error', output: undefined, reason: failed ?? 'the run of the node failed' };
  const output = fieldAt(run, [`${tool}.response`, tool]);
  return { outcome: 'ok', output: output ?? null };
}
