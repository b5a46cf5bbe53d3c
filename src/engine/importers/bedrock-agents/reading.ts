import { openJson } from '../../model/json-text.ts';
import { isRecord, type Value } from '../../model/value.ts';
import type { ChatReading, Entry, Spot } from '../../importing/describing/chat-reading.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { elementsAt, fieldAt, recordAt, textAt } from '../../importing/values/where.ts';
import { tokensOf } from '../../importing/messages/any-message.ts';
import { textOf, readContent } from '../../importing/content/content.ts';
import { counted, createImportReport } from '../../importing/import-report.ts';

const finalText = 'observation.finalResponse.text';

export const reading: ChatReading = {
  messages: [
    { shape: { modelInvocationInput: 'record' }, kind: () => 'input', text: askedIn },
    {
      shape: { observation: 'record', [finalText]: 'absent' },
      kind: () => 'result',
      results: { outcome: ({ observation = null }) => ({ outcome: 'ok', output: outputOf(observation) }) },
    },
    {
      shape: {},
      kind: () => 'llm',
      parts: (_, { more }) =>
        more.flatMap(({ value }) => {
          const text = textAt(value, ['rationale.text', finalText]);
          return text === undefined ? [] : [{ text }];
        }),
      tokens: (answer) => {
        const usage = recordAt(answer, 'modelInvocationOutput.metadata.usage');
        return usage && tokensOf(usage);
      },
      finish: (message, _, { more }) => [
        { ...message, calls: more.flatMap(callIn), alsoAt: more.map(({ place }) => place) },
      ],
    },
  ],
  session: {
    agent: () => 'Bedrock agent',
    model: (_, { found }) =>
      found.messages
        .map(({ value }) => textAt(value, 'modelInvocationInput.foundationModel'))
        .find((model) => model !== undefined),
    recording: { agent: '0.trace.agentId', alias: '0.trace.agentAliasId', session: '0.trace.sessionId' },
    arrange: answersOf,
  },
};

/** The question is in the first prompt; each answer of the model is followed by what was read from it. */
function answersOf(steps: readonly Placed[]): readonly Entry[] {
  const entries: (Placed & { more: Placed[] })[] = [];
  let open: Placed[] | undefined;
  steps.forEach((step, index) => {
    const { value } = step;
    if (recordAt(value, 'modelInvocationInput') !== undefined) {
      open = undefined;
      if (index === 0 && questionIn(value) !== undefined) entries.push({ ...step, more: [] });
      return;
    }
    const isResult = recordAt(value, 'observation') !== undefined && textAt(value, finalText) === undefined;
    const isAnswer = recordAt(value, 'modelInvocationOutput') !== undefined;
    if (!isResult && !isAnswer && open !== undefined) return void open.push(step);
    const entry = { ...step, more: isAnswer || isResult ? [] : [step] };
    entries.push(entry);
    open = isResult ? undefined : entry.more;
  });
  return entries;
}

function askedIn(step: Value, { place, report }: Spot): Value | undefined {
  const asked = questionIn(step);
  if (asked !== undefined)
    report.note(
      'info',
      'bedrock-agents/prompt',
      [...place, 'modelInvocationInput', 'text'],
      (n) => `The question was read from ${counted(n, 'prompt')} of the model; the rest of the prompt is left out.`,
    );
  return asked;
}

/** The prompt is the request of a model as JSON, or one text that begins with instructions. */
function questionIn(step: Value): Value | undefined {
  const prompt = openJson(textAt(step, 'modelInvocationInput.text') ?? '');
  const last = elementsAt(prompt, 'messages').findLast((message) => textAt(message, 'role') === 'user');
  const content = fieldAt(last, 'content');
  if (content === undefined) return undefined;
  const words = textOf(readContent(content, [], createImportReport()));
  // Some models are sent the printed list of the contents: `[{text=Where is order 7?, type=text}]`.
  return /^\[\{text=([^]*), type=text\}\]$/.exec(words)?.[1] ?? words;
}

function callIn({ value, place }: Placed): readonly RequestedCall[] {
  const input = recordAt(value, 'invocationInput');
  const group = recordAt(input, 'actionGroupInvocationInput');
  const call = (name: string | undefined, given: Value | undefined) =>
    name === undefined ? [] : [{ id: undefined, name, input: given ?? null, place }];
  if (group !== undefined) {
    const named =
      textAt(group, 'function') ?? [textAt(group, 'verb'), textAt(group, 'apiPath')].filter(Boolean).join(' ');
    return call(named === '' ? textAt(group, 'actionGroupName') : named, parametersOf(group));
  }
  const lookup = recordAt(input, 'knowledgeBaseLookupInput');
  if (lookup !== undefined) return call('knowledge_base', lookup);
  const code = recordAt(input, 'codeInterpreterInvocationInput');
  if (code !== undefined) return call('code_interpreter', code);
  const other = recordAt(input, 'agentCollaboratorInvocationInput');
  return call(textAt(other, 'agentCollaboratorName'), fieldAt(other, ['input.text', 'input']));
}

/** `[{name, type, value}]`, of the path, the query and the body. */
function parametersOf(group: Value): Value {
  const body = recordAt(group, 'requestBody.content');
  const listed = [
    ...elementsAt(group, 'parameters'),
    ...Object.values(body ?? {}).flatMap((list) => (Array.isArray(list) ? (list as readonly Value[]) : [])),
  ];
  return Object.fromEntries(listed.map((one) => [textAt(one, 'name') ?? '', fieldAt(one, 'value') ?? null]));
}

function outputOf(observation: Value): Value {
  return (
    fieldAt(observation, [
      'actionGroupInvocationOutput.text',
      'agentCollaboratorInvocationOutput.output.text',
      'knowledgeBaseLookupOutput.retrievedReferences',
      'codeInterpreterInvocationOutput',
      'repromptResponse.text',
    ]) ?? (isRecord(observation) ? observation : null)
  );
}
