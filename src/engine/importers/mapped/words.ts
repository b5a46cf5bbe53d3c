import type { EntryKind } from './mapping.ts';
import type { Path } from '../../model/path.ts';
import type { TypeName } from '../../model/value.ts';
import type { Field } from './fields.ts';

/** The words of a name or a value, in lower case: `toolCall`, `tool_call` and `Tool call` give the same words. */
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
const inputs = set(
  'user human customer client caller visitor guest shopper member subscriber you me input prompt query question requester patient student',
);
const models = set(
  'assistant assist ai agent bot helper copilot chatgpt claude gemini model llm gpt chatbot answer reply completion generation thought reasoning monologue response',
);
const surroundings = set('system developer meta metadata info log debug session init config environment');
/** A message of any speaker: another field has the kind. */
const spoken = set('message msg text chat say speak');
/** Events of a speaker that contain no message. */
const markers = set('start started begin change changed update updated level state');

/** The most likely kind of an entry with this value in its kind field; undefined when the value's words are unknown. */
export function kindOfWord(value: string): EntryKind | undefined {
  const words = wordsOf(value);
  const has = (known: ReadonlySet<string>) => words.some((word) => known.has(word));
  if (words.includes('observation')) return 'result';
  if (has(tools)) {
    if (has(ends)) return 'result';
    // A message with the role `tool` is a tool's output; an `action` is a request to a tool.
    return has(starts) || words.includes('action') ? 'call' : 'result';
  }
  const [first = ''] = words;
  if (words.includes('system') || surroundings.has(first)) return 'skip';
  const speaker = has(inputs) ? 'input' : has(models) ? 'llm' : undefined;
  if (speaker !== undefined) return markers.has(words.at(-1) ?? '') ? 'skip' : speaker;
  return has(surroundings) ? 'skip' : undefined;
}

/** The kind that a field's name suggests: an `observation` or a `tool_result` is a result, but a `tool_result_id` is an id. */
export function kindOfField(name: string): 'call' | 'result' | undefined {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  if (words.length === 1 && /^(?:results|outputs)$/.test(last)) return 'result';
  const kind = kindOfWord(name);
  if (kind === 'result') return ends.has(last) ? 'result' : undefined;
  return kind === 'call' && (starts.has(last) || last === 'action') ? 'call' : undefined;
}

/** Whether a value names a message rather than an action: `message` among `run`, `read` and `edit`. */
export const isSpokenWord = (value: string): boolean => wordsOf(value).some((word) => spoken.has(word));

/**
 * Names of fields by their usual content, the likeliest first, with their words written together. The names come from the
 * message formats in use: OpenAI, Anthropic, LangChain, ReAct traces, OpenTelemetry.
 */
export const fieldNames = {
  kind: 'role type kind event eventtype speaker sender author from actor source who by party participant name messagetype',
  text: 'text content message utterance transcript body value msg say says said speech words thought output response answer reply parts contents prompt query data completion generation assistant bot',
  asked: 'question prompt query userinput userprompt usermessage request instruction input user human task',
  callName:
    'name toolname functionname tool function action call capability command cmd op operation method fn func api skill endpoint',
  callArguments:
    'arguments args input params parameters toolinput actioninput kwargs payload data inputs in with request',
  callId: 'id ref callid toolcallid tooluseid requestid invocationid callref key',
  resultId: 'ref toolcallid tooluseid callid responseto requestid invocationid replyto cause parentid callref key id',
  resultContent:
    'output result content response observation return returned value text data message body outputs out reply back',
  flag: 'iserror error errored failed failure haserror ok success successful succeeded status outcome exitcode statuscode httpstatus returncode',
  time: 'timestamp time ts at createdat datetime date created when starttime startedat sentat createdms timestampms',
  session:
    'sessionid conversationid threadid dialogueid dialogid chatid traceid runid session conversation thread dialogue dialog sid',
  prompt:
    'prompttokens inputtokens tokensin prompttokencount promptcount tokensprompt usageprompt usageinput usagein tokensinput costin inputtokencount ntokensin',
  completion:
    'completiontokens outputtokens tokensout candidatestokencount completioncount tokenscompletion usagecompletion usageoutput usageout tokensoutput costout outputtokencount ntokensout',
} as const;

export type FieldRole = keyof typeof fieldNames;

const ranks = new Map(
  Object.entries(fieldNames).map(([role, names]) => [
    role,
    new Map(names.split(' ').map((name, rank) => [name, rank])),
  ]),
);

/** Like `rankOf`, for a name that is ambiguous without the name of the record around it. */
const rankOfPair = (role: FieldRole, record: string, name: string): number | undefined =>
  role === 'prompt' || role === 'completion' ? ranks.get(role)?.get(wordsOf(`${record} ${name}`).join('')) : undefined;

/** In English names the last word is the noun: a `final_response` is a response. */
const byLastWord: ReadonlySet<FieldRole> = new Set(['kind', 'text', 'callArguments', 'resultContent', 'time']);
const forLastWord = 8;

/** How likely a field with this name has the role: 0 for the likeliest; undefined when the name is unknown. */
export function rankOf(role: FieldRole, name: string): number | undefined {
  const known = ranks.get(role);
  const words = wordsOf(name);
  const whole = words.join('');
  const rank = known?.get(whole);
  if (rank !== undefined) return rank;
  const last = words.at(-1) ?? '';
  // An id may belong to anything: a `source_call_id` is a call's id, a `session_id` is not.
  if (role === 'resultId' || role === 'callId') return whole.endsWith('callid') ? forLastWord : undefined;
  // Many things have a name, and many things are events: such fields are no kinds.
  if (!byLastWord.has(role) || (role === 'kind' && !/^(?:role|type|kind)$/.test(last))) return undefined;
  const byLast = known?.get(last);
  return byLast === undefined ? undefined : byLast + forLastWord;
}

/** The field with the lowest score. Fields without a score are ignored, and the first of equals wins. */
export function best(fields: readonly Field[], score: (field: Field) => number | undefined): Field | undefined {
  let found: Field | undefined;
  let lowest = Infinity;
  for (const field of fields) {
    const own = score(field);
    if (own === undefined || own >= lowest) continue;
    found = field;
    lowest = own;
  }
  return found;
}

/**
 * How likely a field has a role, by its name: 0 is likeliest, and deeper fields are less likely. Undefined when the name is
 * unknown, or when the field never has one of these types; `null` accepts any type.
 */
export function named({ path, types }: Field, role: FieldRole, wanted: readonly TypeName[] | null): number | undefined {
  const name = nameOf(path);
  if (typeof name !== 'string' || (wanted !== null && !types.some((type) => wanted.includes(type)))) return undefined;
  const parent = path.at(-2);
  // `cost.in` is a count of tokens; `in` alone is ambiguous.
  const rank = rankOf(role, name) ?? (typeof parent === 'string' ? rankOfPair(role, parent, name) : undefined);
  return rank === undefined ? undefined : rank + 4 * (path.length - 1);
}

/** The name that describes a field's content: `role.value` is a role, because enumerations are written that way. */
function nameOf(path: Path): Path[number] | undefined {
  const last = path.at(-1);
  return last === 'value' && path.length > 1 ? path.at(-2) : last;
}
