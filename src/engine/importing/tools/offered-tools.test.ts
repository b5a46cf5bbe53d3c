import { describe, expect, test } from 'vitest';
import type { Value } from '../../model/value.ts';
import { createImportReport } from '../import-report.ts';
import { DefinedTools, offeredAt, offeredTools } from './offered-tools.ts';

const schema = { type: 'object', properties: { city: { type: 'string' } } };
const definitionsIn = (value: Value) => offeredTools({ value, place: ['tools'] }).map(({ definition }) => definition);

describe('a definition', () => {
  const whole = { name: 'weather', description: 'Says the weather.', input_schema: schema };

  test.each<[string, Value]>([
    [
      'OpenAI',
      [{ type: 'function', function: { name: 'weather', description: 'Says the weather.', parameters: schema } }],
    ],
    ['Anthropic', [{ name: 'weather', description: 'Says the weather.', input_schema: schema }]],
    ['Gemini', [{ functionDeclarations: [{ name: 'weather', description: 'Says the weather.', parameters: schema }] }]],
    ['Bedrock', [{ toolSpec: { name: 'weather', description: 'Says the weather.', inputSchema: { json: schema } } }]],
    ['MCP', [{ name: 'weather', description: 'Says the weather.', inputSchema: schema }]],
    ['a text', JSON.stringify([{ name: 'weather', description: 'Says the weather.', parameters: schema }])],
    [
      'texts',
      [JSON.stringify({ name: 'weather', description: 'Says the weather.', parameters: JSON.stringify(schema) })],
    ],
    ['a record by name', { weather: { description: 'Says the weather.', parameters: schema } }],
  ])('in the form of %s is read', (_, value) => {
    expect(definitionsIn(value)).toEqual([whole]);
  });

  test('of MCP has annotations, further values and its server', () => {
    const tool = { name: 'rm', annotations: { destructiveHint: true }, _meta: { team: 'a' }, outputSchema: schema };
    const [found] = offeredAt({ value: { result: { tools: [tool] } }, place: [3] }, 'result.tools', {
      server: 'files',
    });
    expect(found).toEqual({
      definition: {
        name: 'rm',
        annotations: { destructiveHint: true },
        metadata: { team: 'a' },
        output_schema: schema,
        server: 'files',
      },
      place: [3, 'result', 'tools', 0],
      hasMore: false,
    });
  });

  test('in a group of Codex has the group as its server', () => {
    const group = { type: 'function_group', name: 'git', tools: [{ name: 'log', parameters: schema }] };
    expect(definitionsIn([group])).toEqual([{ name: 'log', input_schema: schema, server: 'git' }]);
  });
});

describe('the definitions of a session', () => {
  const defined = () => {
    const report = createImportReport();
    return { report, tools: new DefinedTools(report) };
  };
  const added = (tools: DefinedTools, value: Value, owner?: string) =>
    tools.added(offeredTools({ value, place: [] }), owner).map(({ name, description }) => `${name}: ${description}`);

  test('are those that are new or different, in each task', () => {
    const { tools } = defined();
    const old = [{ name: 'a', description: 'A' }, { name: 'b', description: 'B' }, { name: 'only a name' }];
    expect(added(tools, old)).toEqual(['a: A', 'b: B']);
    expect(added(tools, old)).toEqual([]);
    expect(
      added(tools, [
        { name: 'a', description: 'A' },
        { name: 'b', description: 'other' },
      ]),
    ).toEqual(['b: other']);
    expect(added(tools, old, 'child')).toEqual(['a: A', 'b: B']);
  });

  test('keep what a part of a definition does not mention', () => {
    const { tools } = defined();
    tools.added(offeredTools({ value: [{ name: 'a', description: 'A', parameters: schema }], place: [] }));
    const part = { definition: { name: 'a', description: 'new' }, place: [], hasMore: false, isPart: true } as const;
    expect(tools.added([part])).toEqual([{ name: 'a', description: 'new', input_schema: schema }]);
  });

  test('note settings that are left out, and definitions without a name', () => {
    const { tools, report } = defined();
    expect(added(tools, [{ name: 'a', description: 'A', strict: true }, { description: 'nameless' }])).toEqual([
      'a: A',
    ]);
    expect(report.notes().map(({ severity, code }) => [severity, code])).toEqual([
      ['info', 'import/tool-settings'],
      ['lost', 'import/tool-without-name'],
    ]);
  });
});
