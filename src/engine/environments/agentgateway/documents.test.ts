import { beforeAll, describe, expect, test } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { diagnose } from '../../cel/check/index.ts';
import { CelError, parse, plan } from '../../cel/index.ts';
import { defaultDecisions } from '../../model/decisions.ts';
import type { GatewayHookId } from '../../model/hooks.ts';
import { toJson } from '../../model/json.ts';
import { materialise } from '../../model/materialise.ts';
import { Unknown, type RecordValue } from '../../model/value.ts';
import { ruleLanguage } from '../../rules/rule-language.ts';
import { sweep } from '../../rules/sweep.ts';
import { openSessionOf } from '../../rules/testing.ts';
import { loadEnvironmentsOf } from '../registry.ts';
import { gatewayLibrary } from './functions.ts';

/**
 * The expressions of the environment's own documents: agentgateway/agentgateway, commit 75b4e6c, Apache-2.0. Variables:
 * schema/cel-functions.md, architecture/cel.md, examples/, fuzz/corpus/cel_expression, and the tests of
 * crates/agentgateway (cel/tests.rs, cel/types_test.rs, http/authorization_tests.rs). Functions, with their results:
 * crates/celx/src/function_tests.rs.
 */
const examples: { readonly [H in GatewayHookId]: readonly string[] } = {
  'agentgateway.tool-call.before': [
    'mcp.tool.name == "echo"',
    'jwt.sub == "test-user" && mcp.tool.name == "get-sum"',
    'mcp.tool.name == "get-env" && jwt.nested.key == "value"',
    'jwt.sub == "test-user" && mcp.tool.name == "add"',
    'has(mcp.tool.name) && mcp.tool.name == "echo"',
    'mcp.tool.name == "increment" && mcp.tool.target == "server"',
    'mcp.tool.name == "increment" && jwt.groups == "admin"',
    'mcp.tool.name == "increment" && jwt.user.role == "admin"',
    'mcp.tool.name == "increment" && jwt.roles.contains("admin")',
    'mcp.tool.name == "increment" && !has(mcp.tool.arguments) && !has(mcp.tool.result) && !has(mcp.tool.error)',
    'mcp.tool.name == "echo" && request.headers["x-agent-name"] == "agent-one"',
    'mcp.tool.name == "echo" && mcpGuardrails.tier == "free"',
    'request.path == "/mcp"',
    'cidr("10.0.0.0/8").containsIP(source.address)',
    'request.headers["user-agent"].matches("^Mozilla/.*$")',
    'request.path == "/admin" && source.address.startsWith("10.")',
    'variables().filterKeys(k, k in ["request", "response", "source", "llm", "mcp"])',
    'request.headers["x-entitlement-tier"] in ["basic", "standard", "pro"]',
    'random() < 0.1',
    'request.headers["x-chaos"] == "1" ? 500 : 0',
    'request.headers.redacted().authorization',
    'request.headers.join()["x-forwarded-for"]',
    'request.headers.raw()["set-cookie"]',
    'request.headers.redacted().split()["authorization"]',
    'request.headers.cookie("session")',
    'request.pathAndQuery.query("foo") == ["bar", "baz"]',
    'request.uri.query("zap") == ["zip"]',
    'request.pathAndQuery.addQuery("foo", "qux") == "/api/test?foo=bar&foo=baz&foo=qux"',
    'request.uri.setQuery("foo", "qux") == "http://example.com/api/test?foo=qux"',
    'json(request.body).some_field',
    'json(request.body).with(b, b.field_a + b.field_b)',
    'toJson(json(request.body).merge({"model": "auto"}))',
    'default(request.headers["missing-header"], "fallback")',
    'coalesce(request.headers["x-id"], json(request.body).id, "fallback")',
    'unvalidatedJwtPayload(request.headers.authorization.split(" ")[1]).sub',
    'request.startTime.getFullYear() == 2000',
    'apiKey.key.unredacted()',
    'jwt.rawToken.unredacted()',
    'jwt == null',
    'has(jwt.sub)',
    'backend.name == "service/my-namespace/my-service:8080" || backend.type in ["ai", "mcp"]',
    'source.connectHeaders["x-custom-header"] == "custom-value" && source.connectHeaders.raw()["x-multi"] == ["a", "b"]',
    "proxy.requestProcessingDuration == duration('12ms')",
    'extauthz.role == "admin"',
  ],
  'agentgateway.tool-call.after': [
    'mcp.tool.arguments.userId == "123" && mcp.tool.result.structuredContent.status == "ok"',
    'mcp.tool.arguments.traceId',
    'mcp.methodName',
    'mcp.sessionId',
    'default(mcp.tool.error, null)',
    'json(request.body).model == "fast" && json(response.body).ok',
    'response.code',
  ],
  'agentgateway.llm.before': [
    'default(llm.requestModel, "not-set")',
    'llmRequest.metadata.cost_tier',
    'llm.prompt.map(c, {"message": c})',
    '[1, 2].map(x, llm.streaming, x + 1)',
    'llm.params',
  ],
  'agentgateway.llm.after': [
    'llm.totalTokens + llm.inputTokens + llm.outputTokens',
    'llm.outputTokens * uint(1000) + llm.inputTokens',
    'llm.completion.map(c, {"role":"assistant", "content": c})',
    'default(llm.responseModel, "not-set")',
    'string(default(llm.responseModel, "")==default(llm.requestModel, ""))',
    'llm.inputTokens == uint(100) && llm.providerInputTokens == uint(100) && llm.totalTokens == uint(150)',
    'llm.cost.total == 0.525',
    'llm.provider',
    'llm.streaming',
  ],
};

/** Examples that are reported here, and why. */
const faulty: readonly (readonly [expression: string, wrong: RegExp])[] = [
  ['foolen_{{mcp.tool.name}}', /./],
  ['has(jwt)', /has\(\)/],
  // Only its logs and traces have these functions.
  ['flattenRecursive(llm.prompt)', /flattenRecursive/],
];

beforeAll(() => loadEnvironmentsOf(['agentgateway.llm.before']));

const session = openSessionOf(`
  user: the weather, please
  model (100+5): I look it up
  get_weather({"userId": "123", "traceId": "t"}) -> {"status": "ok"}
  agent (120+30): clear
`);

const faultsOf = (hook: GatewayHookId, expression: string) => {
  const found = diagnose(expression, ruleLanguage(session, { hook, match: null, yields: 'value' }, defaultDecisions));
  return found.filter(({ severity }) => severity === 'error').map(({ message }) => message);
};

describe.each(Object.entries(examples))('%s', (at, expressions) => {
  const hook = at as GatewayHookId; // a key of the table
  test.each(expressions)('%s is free of errors, and has a value or is unknown', async (expression) => {
    expect(faultsOf(hook, expression)).toEqual([]);
    const rule = { hook, match: null, yields: 'value', expression } as const;
    const { counts, problem } = await sweep(session, rule, defaultDecisions, unhurried);
    expect(problem).toBeNull();
    expect(counts.value + counts.unknown).toBe(counts.eligible);
    expect(counts.eligible).toBeGreaterThan(0);
  });
});

test.each(faulty)('%s is reported', (expression, wrong) => {
  expect(faultsOf('agentgateway.tool-call.before', expression)[0]).toMatch(wrong);
});

/** The value as JSON, or the error's code. */
function evaluated(expression: string, variables: RecordValue = {}): string {
  const { expr, problems } = parse(expression);
  if (problems.length > 0) return problems[0]?.message ?? '';
  const value = plan(expr, gatewayLibrary).run(new Map(Object.entries(variables)));
  if (value instanceof CelError) return value.code;
  return value instanceof Unknown ? 'unknown' : toJson(materialise(value));
}

const results: readonly (readonly [expression: string, result: unknown])[] = [
  ['[1,2].with(a, a + a)', [1, 2, 1, 2]],
  [`json('{"hi":1}').hi`, 1],
  [`jsonField('{"hi":1}', "hi")`, 1],
  ['unvalidatedJwtPayload("eyJhbGciOiJub25lIn0.eyJzdWIiOiIxMjMiLCJhZG1pbiI6dHJ1ZX0.")', { sub: '123', admin: true }],
  ['unvalidatedJwtPayload("eyJhbGciOiJub25lIn0.eyJkYXRhIjoifn5-In0.").data', '~~~'],
  ["base64.encode('hello')", 'aGVsbG8='],
  ["base64Encode('hello')", 'aGVsbG8='],
  ['string(base64.decode("aGVsbG8="))', 'hello'],
  ['string(base64Decode(base64Encode("hello")))', 'hello'],
  ["string(base64.decode('Zg=='))", 'f'],
  ["string(base64.decode('Zg'))", 'f'],
  ['url.encode("hello world/?x=1&y=2")', 'hello%20world%2F%3Fx%3D1%26y%3D2'],
  ['url.encode("abc-._~")', 'abc-._~'],
  ['url.encode("!")', '%21'],
  ['url.decode("hello%20world%2F%3Fx%3D1%26y%3D2")', 'hello world/?x=1&y=2'],
  ['url.decode("a+b")', 'a+b'],
  ['form.decode("client_id=abc&scope=openid+profile")', { client_id: 'abc', scope: 'openid profile' }],
  ['form.decode("a=1&a=2")', { a: ['1', '2'] }],
  ['form.encode({"scope": "openid profile"})', 'scope=openid+profile'],
  [
    'form.decode(form.encode({"client_id": "app id", "scope": "openid profile"}))',
    { client_id: 'app id', scope: 'openid profile' },
  ],
  [
    'form.decode(form.encode(form.decode("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=abc").merge({"client_id": "app-id"})))',
    { client_id: 'app-id', device_code: 'abc', grant_type: 'urn:ietf:params:oauth:grant-type:device_code' },
  ],
  ['sha1.encode("hello")', 'aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d'],
  ['sha256.encode("hello")', '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'],
  ['md5.encode("hello")', '5d41402abc4b2a76b9719d911017c592'],
  ['math.least([-42.0, -21.5, -100.0]) == -100.0', true],
  ['math.greatest(1u, -2) == 1u', true],
  ['{"a": 1, "b": 2}.mapValues(v, v * 2)', { a: 2, b: 4 }],
  ["vars.mapValues(v, v +  ' hi')", { foo: 'hello hi', bar: 'world hi' }],
  ['{"a": 1, "b": 2}.filterKeys(k, k == "a")', { a: 1 }],
  [
    '{"model": "gpt", "messages": [], "secret": "x"}.filterKeys(k, k == "model" || k == "messages")',
    { model: 'gpt', messages: [] },
  ],
  ['{"anthropic_ver": "x", "model": "y"}.filterKeys(k, !k.startsWith("anthropic_"))', { model: 'y' }],
  ['{"a": 1}.filterKeys(k, k == "z")', {}],
  ['{"a": 1, "b": 2}.filterKeys(k, true)', { a: 1, b: 2 }],
  ['{"a": {"x": 1}, "b": 2}.filterKeys(k, k != "b")', { a: { x: 1 } }],
  ['{"a": 1, "b": 2, "c": 3}.filterKeys(k, k != "c").filterKeys(k, k == "a")', { a: 1 }],
  ['{"a": 1, "secret": 99}.filterKeys(k, k != "secret").mapValues(v, v * 2)', { a: 2 }],
  ['{}.filterKeys(k, true)', {}],
  ['vars.filterKeys(k, k != "foo")', { bar: 'world' }],
  ['default(a, "b")', 'b'],
  ['default({"a":1}["a"], 2)', 1],
  ['default({"a":1}["b"], 2)', 2],
  ['default(a.b, "b")', 'b'],
  ['coalesce(a, "b")', 'b'],
  ['coalesce({"a":1}["b"], {"a":2}["a"], 3)', 2],
  ['coalesce(fail("bad"), 1 / 0, "fallback")', 'fallback'],
  ['coalesce(null, "fallback")', 'fallback'],
  ['coalesce(null)', null],
  [
    '"/path/1/id/499c81c2/bar".regexReplace("/path/([0-9]+?)/id/([0-9a-z]{8})/bar", "/path/{n}/id/{id}/bar")',
    '/path/{n}/id/{id}/bar',
  ],
  ['"blah id=1234 bar".regexReplace("id=(.+?) ", "[$1] ")', 'blah [1234] bar'],
  ['"/id/1234/data".regexReplace("/id/[0-9]*/", "/id/{id}/")', '/id/{id}/data'],
  ['"ab".regexReplace("a" + "b", "12")', '12'],
  ['{"a":2}.merge({"b":3})', { a: 2, b: 3 }],
  ['{"a":2,"k":"v"}.merge({"a":3})', { a: 3, k: 'v' }],
  ['toJson({"hello": "world"})', '{"hello":"world"}'],
  ['{"foo": "hello"}.contains("foo") && ["a"].contains("a") && "abc".contains("b") && ![1].contains(2)', true],
  // Headers as a person gives them, after crates/agentgateway/src/cel/tests.rs.
  ['headers.join().multi', 'a,b,c'],
  ['headers.raw().multi', ['a,b', 'c']],
  ['headers.split().multi', ['a', 'b', 'c']],
  ['headers.filterKeys(k, k == "single")', { single: 'x' }],
  ['headers.cookie("session")', 'abc'],
  ['"/api/test?foo=bar&foo=baz&zap=zip".query("foo")', ['bar', 'baz']],
  ['"/api/test?foo=bar&foo=baz&zap=zip".addQuery("foo", "qux")', '/api/test?foo=bar&foo=baz&zap=zip&foo=qux'],
  [
    '"http://example.com/api/test?foo=bar&foo=baz&zap=zip".setQuery("foo", "qux")',
    'http://example.com/api/test?zap=zip&foo=qux',
  ],
  ['"a,b".split(",") == ["a", "b"] && ["a", "b"].join("-") == "a-b"', true],
];

const variables = {
  vars: { foo: 'hello', bar: 'world' },
  headers: { multi: ['a,b', 'c'], single: 'x', cookie: 'theme=dark; session=abc' },
};

test.each(results)('%s', (expression, result) => {
  expect(evaluated(expression, variables)).toBe(JSON.stringify(result));
});

test.each([
  [`json('{"hi":1}').unknown`, 'no_such_key'],
  [`jsonField('{"hi":1}', "unknown")`, 'no_such_key'],
  ['unvalidatedJwtPayload("not-a-jwt")', 'invalid_argument'],
  ['unvalidatedJwtPayload("a.b.c")', 'invalid_argument'],
  ['url.decode("%FF")', 'invalid_argument'],
  ['form.decode({})', 'no_such_overload'],
  ['form.encode([])', 'no_such_overload'],
  ['form.encode({"bad": {}})', 'invalid_argument'],
  ['{"a": 1}.filterKeys(k, k / 0)', 'no_such_overload'],
  ['{"a": 1}.filterKeys(k, 42)', 'no_such_overload'],
  ['[1, 2].filterKeys(k, true)', 'no_such_overload'],
  ['coalesce(fail("bad"), 1 / 0)', 'divide_by_zero'],
  ['coalesce()', 'no_such_overload'],
  ['default(1 / 0, 2)', 'divide_by_zero'],
  ['headers.cookie("missing")', 'no_such_key'],
  ['"/a".query("missing")', 'no_such_key'],
  ['random()', 'unknown'],
  ['uuid()', 'unknown'],
  ['variables()', 'unknown'],
])('%s is %s', (expression, outcome) => {
  expect(evaluated(expression, variables)).toBe(outcome);
});
