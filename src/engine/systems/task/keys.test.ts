import { describe, expect, it } from 'vitest';
import { collisions, functionKey, keyOf } from './keys.ts';

describe('the key of a capability', () => {
  it('is its reference for a tool with one capability, with the capability for one with several, its name for an agent', () => {
    expect(functionKey({ kind: 'single', ref: 'slack-post' })).toBe('slack_post');
    expect(functionKey({ kind: 'multi', ref: 'github-file', capability: 'read-chunk' })).toBe('github_file_read_chunk');
    expect(functionKey({ kind: 'agent', name: 'research-agent' })).toBe('research_agent');
  });

  it('has underscores for hyphens and is otherwise the name, identifier or not', () => {
    expect(functionKey({ kind: 'single', ref: '--a.b 1-é' })).toBe('__a.b 1_é');
  });

  it('is unchanged when a recording has the finished key', () => {
    expect(functionKey({ kind: 'key', key: 'get-weather' })).toBe('get-weather');
    expect([keyOf('get-weather'), keyOf({ ref: 'a-b' }), keyOf({ ref: 'a', capability: 'b-c' })]).toEqual([
      'get-weather',
      'a_b',
      'a_b_c',
    ]);
  });
});

describe('colliding keys', () => {
  it('are reported with all that share them', () => {
    expect(
      collisions([
        { kind: 'single', ref: 'slack-post' },
        { kind: 'single', ref: 'slack_post' },
        { kind: 'multi', ref: 'a', capability: 'b-c' },
        { kind: 'multi', ref: 'a-b', capability: 'c' },
        { kind: 'agent', name: 'alone' },
      ]),
    ).toEqual([
      { key: 'slack_post', declared: ['slack-post', 'slack_post'] },
      { key: 'a_b_c', declared: ['a:b-c', 'a-b:c'] },
    ]);
  });

  it('do not include a capability that is declared twice', () => {
    expect(
      collisions([
        { kind: 'single', ref: 'a' },
        { kind: 'single', ref: 'a' },
      ]),
    ).toEqual([]);
  });

  it('include the name that the specification reserves', () => {
    expect(collisions([{ kind: 'single', ref: '-meta' }])).toEqual([{ key: '_meta', declared: ['_meta', '-meta'] }]);
  });
});
