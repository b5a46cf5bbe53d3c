/**
 * The messages of the CEL project's AI policy environment: their fields, with one sentence each. The facts are those of
 * google/cel-spec, doc/policy/ai (README.md, agent_env.yaml, common_env.yaml, tool_call_env.yaml), and of
 * agent_context.proto in google/cel-java (Apache-2.0).
 */
export type FieldKind =
  | 'string'
  | 'double'
  | 'int'
  | 'bool'
  | 'bytes'
  | 'timestamp'
  /** `google.protobuf.Struct`: a JSON object, in which every number is a double. */
  | 'struct'
  | 'strings'
  | MessageName
  | { readonly listOf: MessageName };

export interface FieldOf {
  readonly kind: FieldKind;
  readonly about: string;
}

export type MessageName =
  | 'Finding'
  | 'TrustLevel'
  | 'DataSource'
  | 'AgentContext'
  | 'AgentAuth'
  | 'AgentProvider'
  | 'Model'
  | 'AgentMessage'
  | 'Part'
  | 'ContentPart'
  | 'ErrorPart'
  | 'ToolCall'
  | 'Tool'
  | 'ToolAnnotations'
  | 'ToolProvider';

export type Fields = { readonly [field: string]: FieldOf };

const field = (kind: FieldKind, about: string): FieldOf => ({ kind, about });

export const messageTypes: { readonly [M in MessageName]: Fields } = {
  Finding: {
    value: field('string', 'What was found, such as phone_number.'),
    confidence: field('double', 'How sure the detector is, from 0 to 1.'),
    explanation: field('string', 'Why the detector found it.'),
  },
  TrustLevel: {
    level: field('string', 'The level, such as trusted or untrusted.'),
    findings: field({ listOf: 'Finding' }, 'Findings that support the level.'),
  },
  DataSource: {
    id: field('string', 'Identifies the source, such as bigquery:sales_table.'),
    provenance: field('string', 'Kind of the source, such as UserPrompt or PublicWeb.'),
  },
  AgentContext: {
    prompt: field('string', 'The texts so far that the model reads, one after the other.'),
    trust: field('TrustLevel', 'How far the data in the context can be trusted.'),
    sources: field({ listOf: 'DataSource' }, 'Where the data in the context is from.'),
  },
  AgentAuth: {
    principal: field('string', 'Identity of the agent, in SPIFFE form where possible.'),
    claims: field('struct', 'Claims about the agent, as a JWT has them.'),
    oauth_scopes: field('strings', 'OAuth scopes that were granted to the agent.'),
  },
  AgentProvider: {
    url: field('string', 'Address of the agent’s service.'),
    organization: field('string', 'Who provides the agent.'),
  },
  Model: { name: field('string', 'Name of the model.') },
  AgentMessage: {
    role: field('string', 'user or agent.'),
    parts: field({ listOf: 'Part' }, 'Texts, files and tool calls of the message, in order.'),
    metadata: field('struct', 'Further values that came with the message.'),
    time: field('timestamp', 'When the message was made.'),
  },
  Part: {
    prompt: field('ContentPart', 'A text; unset in a part of another kind.'),
    tool_call: field('ToolCall', 'A tool call; unset in a part of another kind.'),
    attachment: field('ContentPart', 'A file; unset in a part of another kind.'),
    error: field('ErrorPart', 'An error; unset in a part of another kind.'),
  },
  ContentPart: {
    id: field('string', 'Identifies the part.'),
    type: field('string', 'text, json or file.'),
    mime_type: field('string', 'MIME type, such as text/plain.'),
    name: field('string', 'Name of the content.'),
    description: field('string', 'Description of the content.'),
    uri: field('string', 'Address of the content.'),
    content: field('string', 'The content as text; JSON as its text.'),
    data: field('bytes', 'The content as bytes, of a file.'),
    structured_content: field('struct', 'The content as a JSON object.'),
    annotations: field('struct', 'Further values of the part.'),
    time: field('timestamp', 'Time of the part.'),
  },
  ErrorPart: {
    id: field('string', 'Identifies what failed.'),
    code: field('int', 'Code of the error, such as an HTTP status.'),
    error_message: field('string', 'What went wrong, in words.'),
    time: field('timestamp', 'When it went wrong.'),
  },
  ToolCall: {
    id: field('string', 'Identifies the call.'),
    name: field('string', 'Name of the tool.'),
    params: field('struct', 'Arguments of the call. Every number in it is a double.'),
    result: field('ContentPart', 'Result of the call; unset before it ran, and if it failed.'),
    error: field('ErrorPart', 'Error of the call; unset unless it failed or was blocked.'),
    time: field('timestamp', 'When the call was made.'),
    user_confirmed: field('bool', 'Whether the user confirmed the call.'),
  },
  Tool: {
    name: field('string', 'Name of the tool.'),
    description: field('string', 'What the tool does.'),
    input_schema: field('struct', 'JSON Schema of its arguments.'),
    output_schema: field('struct', 'JSON Schema of its result.'),
    annotations: field('ToolAnnotations', 'How the tool behaves.'),
    metadata: field('struct', 'Further values of the tool.'),
  },
  ToolAnnotations: {
    read_only: field('bool', 'The tool changes nothing.'),
    destructive: field('bool', 'The tool may destroy something.'),
    idempotent: field('bool', 'Repeating a call changes nothing more.'),
    open_world: field('bool', 'The tool reaches beyond a closed set of things.'),
    async: field('bool', 'The tool returns before its work is done.'),
    output_trust: field('TrustLevel', 'How far its results can be trusted.'),
  },
  ToolProvider: {
    url: field('string', 'Where the tools are from.'),
    organization: field('string', 'Who provides the tools.'),
    authorization_server_url: field('string', 'Where a credential for the tools is requested.'),
    supported_scopes: field('strings', 'OAuth scopes of the provider.'),
  },
};
