import { declare, withDoubles, type FunctionDeclaration, type Language } from '../../cel/check/index.ts';
import {
  bool,
  bytes,
  doubleType,
  dyn,
  intType,
  listOf,
  mapOf,
  string,
  timestamp,
  type Field,
  type RecordType,
  type Type,
} from '../../cel/types/types.ts';
import { hookIds, hooks, type CelAiHookId } from '../../model/hooks.ts';
import { oneLine } from '../../model/label.ts';
import { observedCalls, type ObservedCalls } from '../arguments-shape.ts';
import type { AnyPlace } from '../environment.ts';
import { guardrails } from '../guardrails.ts';
import { messageTypes, type FieldKind, type MessageName } from './message-types.ts';

export function celAiLanguage({ session, hook, expects, turns }: AnyPlace<CelAiHookId>): Language {
  const { variables } = hooks[hook];
  const types: { readonly [name: string]: () => Type } = {
    agent: () => agentType,
    now: () => timestamp,
    tool: () => toolType(observedCalls(session, turns())),
  };
  return {
    place: hook,
    variables: new Map(
      variables.map((name) => [name, { type: types[name]?.() ?? dyn, about: about[name] ?? '' }] as const),
    ),
    functions,
    absent: absentAt(hook),
    expects,
    snippets: snippetsAt(hook, session?.history.functions[0]?.key ?? 'refund'),
  };
}

/** `tool`: the name of a tool for those that are about one. */
const snippetsAt = (hook: CelAiHookId, tool: string): NonNullable<Language['snippets']> =>
  guardrails.flatMap(({ label, detail, about: text, in: written }) => {
    const own = written['cel-ai'];
    return 'hook' in own && own.hook === hook ? [{ label, detail, about: text, insert: own.expression(tool) }] : [];
  });

const about: { readonly [name: string]: string | undefined } = {
  agent: 'The agent, its messages so far, and the message that is judged.',
  tool: 'The tool that is called, and the call.',
  now: 'The time of the turn, as a timestamp.',
};

function absentAt(hook: CelAiHookId): Language['absent'] {
  const elsewhere = hookIds.filter((id) => hooks[id].environment === 'cel-ai' && hooks[id].variables.includes('tool'));
  return new Map(hooks[hook].variables.includes('tool') ? [] : [['tool', elsewhere]]);
}

const messages = new Map<string, Type>();

/** A message type as the checker knows it: a record of declared fields. */
function typeOfMessage(name: MessageName): Type {
  const known = messages.get(name);
  if (known !== undefined) return known;
  const fields = Object.entries(messageTypes[name]).map(([key, field]) =>
    declared(key, kindType(field.kind), field.about),
  );
  const type: RecordType = { kind: 'record', fields: new Map(fields), keys: 'closed', message: name };
  messages.set(name, type);
  return type;
}

function declared(key: string, type: Type, text: string): readonly [string, Field] {
  const asDeclared: Type = type.kind === 'scalar' ? { ...type, declared: true } : type;
  return [key, { type: asDeclared, about: text, seen: 0, total: 0 }];
}

const struct = mapOf(string, dyn);
const scalars: { readonly [kind: string]: Type | undefined } = {
  string,
  double: doubleType,
  int: intType,
  bool,
  bytes,
  timestamp,
  struct,
  strings: listOf(string),
};

function kindType(kind: FieldKind): Type {
  if (typeof kind === 'object') return listOf(typeOfMessage(kind.listOf));
  const scalar = scalars[kind];
  return scalar ?? typeOfMessage(kind as MessageName); // the other kinds are those of the table
}

const messageSet: Type = { kind: 'opaque', name: 'AgentMessageSet', parameters: [] };

const root = (...fields: readonly (readonly [string, Field])[]): RecordType => ({
  kind: 'record',
  fields: new Map(fields),
  keys: 'closed',
});

const agentType = root(
  declared('name', string, 'Name of the agent.'),
  declared('description', string, 'What the agent is for.'),
  declared('version', string, 'Version of the agent.'),
  declared('model', typeOfMessage('Model'), 'The model behind the agent.'),
  declared('provider', typeOfMessage('AgentProvider'), 'Who provides the agent.'),
  declared('auth', typeOfMessage('AgentAuth'), 'Identity of the agent itself.'),
  declared('context', typeOfMessage('AgentContext'), 'What the model reads, and how far it can be trusted.'),
  declared('input', typeOfMessage('AgentMessage'), 'The latest message of the user.'),
  declared('output', typeOfMessage('AgentMessage'), 'The pending answer; empty at other moments.'),
  declared('history', messageSet, 'The messages so far, each call with its result.'),
);

function toolType({ arguments: params, tool }: ObservedCalls): RecordType {
  const call = typeOfMessage('ToolCall');
  const own = [...(typeOfMessage('Tool') as RecordType).fields]; // a message is a record
  const described = tool?.description === undefined ? '' : ` Here: “${oneLine(tool.description)}”`;
  return root(
    ...own,
    declared('description', string, `What the tool does.${described}`),
    declared('provider', typeOfMessage('ToolProvider'), 'Where the tool is from.'),
    declared(
      'call',
      params === null ? call : withParams(call, withDoubles(params)),
      'The call: its arguments, and its result.',
    ),
  );
}

function withParams(call: Type, type: Type): Type {
  const params = call.kind === 'record' ? call.fields.get('params') : undefined;
  if (call.kind !== 'record' || params === undefined) return call;
  return { ...call, fields: new Map([...call.fields, ['params', { ...params, type }]]) };
}

/** Declares a function whose signatures name messages. */
function declareWith(text: string, ...signatures: readonly [string, ...string[]]): FunctionDeclaration {
  const plain = declare(text, ...signatures);
  return {
    ...plain,
    overloads: plain.overloads.map((overload) => ({
      ...overload,
      receiver: overload.receiver && resolved(overload.receiver),
      parameters: overload.parameters.map((parameter) => ({ ...parameter, type: resolved(parameter.type) })),
      result: resolved(overload.result),
    })),
  };
}

function resolved(type: Type): Type {
  if (type.kind === 'list') return listOf(resolved(type.element));
  if (type.kind !== 'opaque') return type;
  if (Object.hasOwn(messageTypes, type.name)) return typeOfMessage(type.name as MessageName); // a key of the table
  return { ...type, parameters: type.parameters.map(resolved) };
}

const findings = (name: string, parameters: string, text: string): FunctionDeclaration => {
  const of = (target: string) => `${target} . ${name}(${parameters}): optional(list(Finding))`;
  return declareWith(text, of('AgentContext'), of('AgentMessage'), of('AgentMessageSet'), of('ToolCall'));
};

const narrowing = (name: string, parameters: string, text: string): FunctionDeclaration =>
  declareWith(
    text,
    `AgentMessageSet . ${name}(${parameters}): AgentMessageSet`,
    `AgentMessage . ${name}(${parameters}): AgentMessageSet`,
  );

const functions: Language['functions'] = new Map(
  [
    declareWith('A finding, to compare with.', 'ai.finding(value: string, confidence: double): Finding'),
    findings(
      'sensitivityFindings',
      'label: string',
      'What was found of sensitive data, such as "pii"; empty for nothing.',
    ),
    findings('safetyFindings', 'label: string', 'What was found of unsafe content; empty for nothing.'),
    findings('threatFindings', '', 'What was found of attacks; empty for nothing.'),
    declareWith(
      'Whether all of these were found: by name, or with at least the confidence of a finding.',
      'optional(list(Finding)) . hasAll(names: list(string)): bool',
      'optional(list(Finding)) . hasAll(findings: list(Finding)): bool',
      'optional(list(Finding)) . hasAll(findings: optional(list(Finding))): bool',
      'list(Finding) . hasAll(names: list(string)): bool',
      'list(Finding) . hasAll(findings: list(Finding)): bool',
    ),
    declareWith(
      'The findings of both, each name with its highest confidence.',
      'optional(list(Finding)) . union(other: optional(list(Finding))): optional(list(Finding))',
      'optional(list(Finding)) . union(other: list(Finding)): optional(list(Finding))',
      'list(Finding) . union(other: optional(list(Finding))): optional(list(Finding))',
      'list(Finding) . union(other: list(Finding)): list(Finding)',
    ),
    narrowing('role', 'role: string', 'Only messages of "user" or of "agent".'),
    narrowing('toolCalls', 'name: string', 'Only calls of one tool.'),
    narrowing('resultType', 'type: string', 'Only parts and results of a type, "text" or "json", or of a MIME type.'),
    narrowing('before', 'time: timestamp', 'Only messages at or before a time.'),
    narrowing('after', 'time: timestamp', 'Only messages at or after a time.'),
    narrowing('prompts', '', 'Only texts: no tool calls and no files.'),
    declareWith('The parts of all messages of the set, oldest first.', 'AgentMessageSet . parts(): list(Part)'),
    declareWith('The messages of the set, oldest first.', 'AgentMessageSet . messages(): list(AgentMessage)'),
    declareWith('What is known of the tool that is called.', 'ToolCall . spec(): Tool'),
    declareWith(
      'The content as a message of a type. No such type is known here, so the content stays as it is.',
      'ContentPart . asType(type: dyn): dyn',
      'Part . asType(type: dyn): dyn',
    ),
  ].map((one) => [one.name, one]),
);
