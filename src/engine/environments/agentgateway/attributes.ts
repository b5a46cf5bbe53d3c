/**
 * The attributes of a gateway's rules, with one sentence each. The facts are those of agentgateway/agentgateway,
 * schema/cel.md, commit 75b4e6c (Apache-2.0), restated in our own words.
 */
export type AttributeKind =
  | 'string'
  | 'int'
  | 'uint'
  | 'double'
  | 'bool'
  | 'timestamp'
  | 'duration'
  | 'strings'
  | 'messages'
  | 'calls'
  | 'headers'
  /** Keys that the host decides: claims, metadata. */
  | 'open'
  /** Fields of its own, in this table. */
  | 'object'
  | 'any';

export interface Attribute {
  readonly kind: AttributeKind;
  readonly about: string;
}

const attribute = (kind: AttributeKind, about: string): Attribute => ({ kind, about });

/** By their dotted names. The fields of an object stand behind it. */
const attributes: { readonly [path: string]: Attribute } = {
  mcp: attribute('object', 'The MCP request: the tool that is called.'),
  'mcp.methodName': attribute('string', 'Name of the MCP method, such as tools/call. Only after the call.'),
  'mcp.sessionId': attribute('string', 'Identifies the MCP session. Only after the call.'),
  'mcp.tool': attribute('object', 'The tool that is called.'),
  'mcp.tool.target': attribute('string', 'Name of the server that has the tool.'),
  'mcp.tool.name': attribute('string', 'Name of the tool at its server.'),
  'mcp.tool.arguments': attribute('any', 'Arguments of the call. Only after the call.'),
  'mcp.tool.result': attribute('any', 'Result of the call, in MCP’s form. Only after the call.'),
  'mcp.tool.error': attribute('any', 'Error of the protocol, instead of a result. Only after the call.'),
  'mcp.prompt': attribute('object', 'The prompt that is asked for; no part of a tool call.'),
  'mcp.prompt.target': attribute('string', 'Name of the server that has the prompt.'),
  'mcp.prompt.name': attribute('string', 'Name of the prompt.'),
  'mcp.resource': attribute('object', 'The resource that is read; no part of a tool call.'),
  'mcp.resource.target': attribute('string', 'Name of the server that has the resource.'),
  'mcp.resource.name': attribute('string', 'Name of the resource.'),
  'mcp.task': attribute('object', 'The task that is asked about; no part of a tool call.'),
  'mcp.task.target': attribute('string', 'Name of the server that has the task.'),
  'mcp.task.name': attribute('string', 'Identifies the task.'),
  llm: attribute('object', 'The request to the model, and its response.'),
  'llm.requestModel': attribute('string', 'The model that was asked for.'),
  'llm.responseModel': attribute('string', 'The model that answered. Only after the response.'),
  'llm.provider': attribute('string', 'Provider of the model.'),
  'llm.streaming': attribute('bool', 'Whether the response is streamed.'),
  'llm.inputTokens': attribute('uint', 'Tokens of the prompt, those of the cache included.'),
  'llm.providerInputTokens': attribute('uint', 'Tokens of the prompt, as the provider counts them.'),
  'llm.inputImageTokens': attribute('uint', 'Tokens of images in the prompt.'),
  'llm.inputTextTokens': attribute('uint', 'Tokens of texts in the prompt, where they are counted apart.'),
  'llm.inputAudioTokens': attribute('uint', 'Tokens of audio in the prompt.'),
  'llm.cachedInputTokens': attribute('uint', 'Tokens of the prompt that were read from a cache.'),
  'llm.cacheCreationInputTokens': attribute('uint', 'Tokens of the prompt that were written to a cache.'),
  'llm.outputTokens': attribute('uint', 'Tokens of the response.'),
  'llm.outputImageTokens': attribute('uint', 'Tokens of images in the response.'),
  'llm.outputTextTokens': attribute('uint', 'Tokens of texts in the response, where they are counted apart.'),
  'llm.outputAudioTokens': attribute('uint', 'Tokens of audio in the response.'),
  'llm.reasoningTokens': attribute('uint', 'Tokens of the model’s reasoning.'),
  'llm.totalTokens': attribute('uint', 'Tokens of prompt and response.'),
  'llm.providerTotalTokens': attribute('uint', 'Tokens of prompt and response, as the provider counts them.'),
  'llm.serviceTier': attribute('string', 'The provider’s tier of service.'),
  'llm.timeToFirstToken': attribute('duration', 'Time until the first token of the response.'),
  'llm.timePerOutputToken': attribute('duration', 'Average time of a token of the response.'),
  'llm.countTokens': attribute('uint', 'Tokens of a request that only counts them.'),
  'llm.prompt': attribute('messages', 'The messages so far, oldest first.'),
  'llm.completion': attribute('strings', 'Texts of the response. Only after the response.'),
  'llm.toolCalls': attribute('calls', 'Tool calls of the response. Only after the response.'),
  'llm.params': attribute('object', 'Parameters of the request.'),
  'llm.params.temperature': attribute('double', 'Temperature.'),
  'llm.params.top_p': attribute('double', 'Nucleus sampling.'),
  'llm.params.frequency_penalty': attribute('double', 'Penalty for frequent tokens.'),
  'llm.params.presence_penalty': attribute('double', 'Penalty for tokens that occurred.'),
  'llm.params.seed': attribute('int', 'Seed of the random choice.'),
  'llm.params.max_tokens': attribute('uint', 'Limit of the response’s tokens.'),
  'llm.params.encoding_format': attribute('string', 'Format of embeddings.'),
  'llm.params.dimensions': attribute('uint', 'Dimensions of embeddings.'),
  'llm.cost': attribute('open', 'Cost of the request in US dollars: total, input, output and others.'),
  'llm.costRates': attribute('open', 'Price of a million tokens in US dollars: input, output and others.'),
  llmRequest: attribute('any', 'The request to the model as it was sent.'),
  jwt: attribute('open', 'Claims of the caller’s verified token; null without one.'),
  apiKey: attribute('open', 'Metadata of the caller’s API key; null without one.'),
  basicAuth: attribute('object', 'The caller’s name and password.'),
  'basicAuth.username': attribute('string', 'Name of the caller.'),
  request: attribute('object', 'The HTTP request.'),
  'request.method': attribute('string', 'Method, such as GET.'),
  'request.uri': attribute('string', 'The whole address.'),
  'request.host': attribute('string', 'Name of the host.'),
  'request.scheme': attribute('string', 'Scheme, such as https.'),
  'request.path': attribute('string', 'Path of the address.'),
  'request.pathAndQuery': attribute('string', 'Path and query of the address.'),
  'request.version': attribute('string', 'Version of HTTP.'),
  'request.headers': attribute('headers', 'Headers of the request, by names in small letters.'),
  'request.body': attribute('any', 'The body, as bytes.'),
  'request.bodyPrefix': attribute('any', 'The beginning of the body, as bytes.'),
  'request.startTime': attribute('timestamp', 'When the request started.'),
  'request.endTime': attribute('timestamp', 'When the request ended.'),
  response: attribute('object', 'The HTTP response.'),
  'response.code': attribute('int', 'Status of the response.'),
  'response.grpcStatus': attribute('int', 'Status of a gRPC response.'),
  'response.headers': attribute('headers', 'Headers of the response, by names in small letters.'),
  'response.body': attribute('any', 'The body, as bytes.'),
  'response.bodyPrefix': attribute('any', 'The beginning of the body, as bytes.'),
  proxy: attribute('object', 'The gateway’s own part in the request.'),
  'proxy.bind': attribute('string', 'The port that accepted the request.'),
  'proxy.gateway': attribute('open', 'The gateway: namespace and name.'),
  'proxy.listener': attribute('open', 'The listener: name.'),
  'proxy.route': attribute('open', 'The route: namespace, name, kind and rule.'),
  'proxy.requestProcessingDuration': attribute('duration', 'Time before the request was forwarded.'),
  'proxy.upstreamDuration': attribute('duration', 'Time until the response came.'),
  'proxy.responseProcessingDuration': attribute('duration', 'Time before the response was forwarded.'),
  env: attribute('object', 'Where the gateway runs.'),
  'env.podName': attribute('string', 'Name of the pod.'),
  'env.namespace': attribute('string', 'Namespace of the pod.'),
  'env.gateway': attribute('string', 'Name of the gateway.'),
  source: attribute('object', 'Where the connection is from.'),
  'source.address': attribute('string', 'IP address of the caller.'),
  'source.port': attribute('int', 'Port of the caller.'),
  'source.rawAddress': attribute('string', 'IP address of the TCP connection.'),
  'source.rawPort': attribute('int', 'Port of the TCP connection.'),
  'source.identity': attribute('open', 'Identity of the caller: trustDomain, namespace, serviceAccount.'),
  'source.spiffeId': attribute('string', 'SPIFFE ID of the caller’s certificate.'),
  'source.subjectAltNames': attribute('strings', 'Alternative names of the caller’s certificate.'),
  'source.issuer': attribute('string', 'Issuer of the caller’s certificate.'),
  'source.subject': attribute('string', 'Subject of the caller’s certificate.'),
  'source.subjectCn': attribute('string', 'Common name of the caller’s certificate.'),
  'source.certificate': attribute('string', 'The caller’s certificate, as PEM.'),
  'source.unverifiedWorkload': attribute('open', 'The caller’s pod by its address: name, namespace, serviceAccount.'),
  'source.connectHeaders': attribute('headers', 'Headers of the CONNECT request around this one.'),
  destination: attribute('object', 'The address at the gateway that was called.'),
  'destination.address': attribute('string', 'IP address.'),
  'destination.port': attribute('int', 'Port.'),
  'destination.hostname': attribute('string', 'Name of the host, where it is known.'),
  backend: attribute('object', 'Where the gateway forwards the request to.'),
  'backend.name': attribute('string', 'Name of the backend.'),
  'backend.type': attribute('string', 'ai, mcp, static, dynamic, service or unknown.'),
  'backend.protocol': attribute('string', 'http, tcp, a2a, mcp or llm.'),
  extauthz: attribute('open', 'Data that an external authorization service returned.'),
  extproc: attribute('open', 'Data that an external processor returned.'),
  mcpGuardrails: attribute('open', 'Data that a processor of MCP guardrails returned.'),
  metadata: attribute('open', 'Values that a transformation of the gateway set.'),
};

/** Names of the fields of each object. */
const fieldNames = new Map<string, string[]>();
for (const path of Object.keys(attributes)) {
  const dot = path.lastIndexOf('.');
  if (dot < 0) continue;
  const parent = path.slice(0, dot);
  fieldNames.set(parent, [...(fieldNames.get(parent) ?? []), path.slice(dot + 1)]);
}

export const fieldsOf = (path: string): readonly string[] => fieldNames.get(path) ?? [];

export const attributeAt = (path: string): Attribute | undefined =>
  Object.hasOwn(attributes, path) ? attributes[path] : undefined;
