import type { EntryKind } from './mapping.ts';

/** The words of a name or a value, in small letters: `toolCall`, `tool_call` and `Tool call` have the same ones. */
export const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const tools = set('tool tools function functions action capability');
const ends = set(
  'result results output response return returned end ended finish finished observation complete completed',
);
const starts = set('call calls use invoke invocation request start started invoked');
const inputs = set('user human customer client caller input prompt query question requester patient student');
const models = set('assistant ai agent bot model llm gpt chatbot answer reply completion generation thought response');
const surroundings = set('system developer meta metadata info log debug session init config');

/** What an entry with this value in its kind's field most likely is; undefined when its words say nothing. */
export function kindOfWord(value: string): EntryKind | undefined {
  const words = wordsOf(value);
  const has = (known: ReadonlySet<string>) => words.some((word) => known.has(word));
  if (words.includes('observation')) return 'result';
  if (has(tools)) {
    if (has(ends)) return 'result';
    // A message whose role is `tool` is what a tool said; an `action` is what is asked of it.
    return has(starts) || words.includes('action') ? 'call' : 'result';
  }
  if (has(inputs)) return 'input';
  if (has(models)) return 'llm';
  return has(surroundings) ? 'skip' : undefined;
}

/**
 * Names of fields by what they usually hold, the likeliest first, their words written together. They are those of the
 * message formats in use: OpenAI, Anthropic, LangChain, ReAct traces, OpenTelemetry.
 */
export const fieldNames = {
  kind: 'role type kind event eventtype speaker sender author from actor source name messagetype',
  text: 'text content message utterance transcript body value msg thought output response say prompt query data',
  callName: 'name toolname functionname tool function action call capability command',
  callArguments: 'arguments args input params parameters toolinput actioninput kwargs payload data',
  callId: 'id ref callid toolcallid tooluseid requestid invocationid',
  resultId: 'ref toolcallid tooluseid callid responseto requestid invocationid replyto parentid id',
  resultContent: 'output result content response observation return returned value text data message body',
  flag: 'iserror error errored failed failure haserror ok success successful succeeded status outcome exitcode',
  time: 'timestamp time ts at createdat datetime date created when starttime startedat sentat',
  prompt: 'prompttokens inputtokens tokensin prompttokencount promptcount tokensprompt',
  completion: 'completiontokens outputtokens tokensout candidatestokencount completioncount tokenscompletion',
} as const;

export type FieldRole = keyof typeof fieldNames;

const ranks = new Map(
  Object.entries(fieldNames).map(([role, names]) => [
    role,
    new Map(names.split(' ').map((name, rank) => [name, rank])),
  ]),
);

/** How likely a field of this name plays the role: 0 for the likeliest; undefined when the name says nothing. */
export const rankOf = (role: FieldRole, name: string): number | undefined =>
  ranks.get(role)?.get(wordsOf(name).join(''));
