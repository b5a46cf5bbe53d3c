import { describe, expect, it } from 'vitest';
import { runVector, type Vector } from '../vectors.ts';
import { adkVectors } from './vectors.ts';

const context = { session_id: 's', agent_name: 'RootAgent', user_id: 'u', app_name: 'a', state: { a: 1 } };
const event = { type: 'agent_message', content: { parts: [{ type: 'text', text: 'hi' }] } };

/** In the form of the vectors, because they describe what a program sees through labels and probes. */
const behaviour: readonly (readonly [string, Omit<Vector, 'id'>])[] = [
  [
    'a context copies the entries of a dict; the inner objects stay shared',
    {
      given: { context, mine: { k: 1, inner: { deep: true } } },
      do: [
        { op: 'new', as: 'x', args: { context: { ...context, state: { $ref: 'given.mine' } } } },
        { op: 'new', as: 'y', args: { context: { ...context, state: { $ref: 'x.state' }, unheard_of: 1 } } },
        { op: 'set_state', on: 'x', args: { key: 'k', value: 2 } },
      ],
      expect: {
        state: {
          'given.mine': { k: 1, inner: { deep: true } },
          'x.state': { $not_same: 'given.mine' },
          'x.state.inner': { $same: 'given.mine.inner' },
          'y.state.inner': { $same: 'x.state.inner' },
          'y.state.k': 1,
          'y.unheard_of': { $absent: true },
          'x.invocation_id': { $not_equal: 'y.invocation_id' },
        },
      },
    },
  ],
  [
    'a context that is assigned the session or the state of another context shares it',
    {
      given: { context, session: { id: 's', app_name: 'a', user_id: 'u' } },
      do: [
        { op: 'new', as: 'x', args: { context: { ...context, session: { $ref: 'root.session' } } } },
        { op: 'set_field', on: 'x', args: { field: 'state', value: { $ref: 'root.state' } } },
        { op: 'append_event', args: { session: 'x.session', event } },
      ],
      expect: {
        state: {
          'x.session': { $same: 'root.session' },
          'x.state': { $same: 'root.state' },
          'root.session.events': { $length: 1 },
        },
      },
    },
  ],
  [
    'a read-only view shows later writes, and refuses deletions and assignments',
    {
      given: { context },
      do: [
        { op: 'readonly', as: 'ro' },
        { op: 'set_state', args: { key: 'b', value: 2 } },
        { op: 'delete_state', on: 'ro', args: { key: 'missing' } },
        { op: 'set_field', on: 'ro', args: { field: 'state', value: {} } },
        { op: 'get', on: 'ro', args: { field: 'session' } },
      ],
      expect: {
        steps: {
          2: { throws: { kind: 'read_only' } },
          3: { throws: { kind: 'read_only', field: 'state' } },
          4: { throws: { kind: 'unknown_field' } },
        },
        state: { 'ro.state': { a: 1, b: 2 }, 'ro.user_id': 'u', 'ro.branch': '', 'ro.actions': { $absent: true } },
      },
    },
  ],
  [
    'callback contexts share the state, and have their own actions',
    {
      given: { context, session: { id: 's', app_name: 'a', user_id: 'u', state: { nested: { x: 1, y: 2 } } } },
      do: [
        { op: 'callback', as: 'cb' },
        { op: 'callback', as: 'other' },
        { op: 'set_field', on: 'cb', args: { field: 'state', value: { b: 2 } } },
        { op: 'set_action', on: 'cb', args: { field: 'escalate', value: true } },
        { op: 'set_delta', on: 'cb', args: { key: 'nested', value: { z: 3 } } },
        { op: 'append_event', args: { session: 'root.session', event, actions_from: 'cb' } },
        { op: 'set_delta', on: 'cb', args: { key: 'late', value: 1 } },
      ],
      expect: {
        state: {
          'cb.state': { $same: 'root.state' },
          'root.state': { a: 1, b: 2 },
          'other.actions.escalate': null,
          'other.actions.state_delta': {},
          'root.session.events[0].actions.escalate': true,
          'root.session.state': { nested: { z: 3 } },
        },
      },
    },
  ],
  [
    'nested sequences build paths, a silent member passes its input on, and escalation ends all of them',
    {
      given: { context, dialect: 'implemented' },
      do: [
        {
          op: 'run_sequential',
          args: {
            name: 'outer',
            agents: [
              { name: 'inner', sequence: [{ name: 'inner-a' }, { name: 'quiet', silent: true }, { name: 'inner-b' }] },
              { name: 'last', sequence: [{ name: 'boss', escalate: true }, { name: 'never' }] },
              { name: 'never' },
            ],
            input: 'x',
          },
        },
      ],
      expect: {
        steps: {
          0: {
            returns: [
              { agent_name: 'inner-a', branch: 'inner.inner-a', text: 'echo:x' },
              { agent_name: 'inner-b', branch: 'inner.inner-b', text: 'echo:echo:x' },
              { agent_name: 'boss', branch: 'last.boss', text: 'echo:echo:echo:x' },
            ],
          },
        },
      },
    },
  ],
  [
    'an agent tool answers with its last final text, and its events go to the callback of its parent',
    {
      given: { context, event_sink: true, session: { id: 's', app_name: 'a', user_id: 'u' } },
      do: [
        {
          op: 'run_agent_tool',
          args: { agent: { name: 'team', sequence: [{ name: 'x' }, { name: 'y' }] }, request: 'q' },
        },
        { op: 'export' },
      ],
      expect: {
        steps: { 0: { returns: 'echo:echo:q' }, 1: { throws: { kind: 'not_serialisable', field: 'event_callback' } } },
        state: {
          sink: { $length: 2 },
          'sink[1]': { $partial: { branch: 'RootAgent.team.y', agent_name: 'y', author: 'y', session_id: 's' } },
          'root.session.events': [],
        },
      },
    },
  ],
  [
    'the contents of an event decide whether it is final',
    {
      given: { context },
      do: [
        { op: 'is_final', args: { event: { ...event, partial: true } } },
        { op: 'is_final', args: { event: { type: 'agent_message', actions: { skip_summarization: true } } } },
        { op: 'is_final', args: { event: { ...event, metadata: { react_step: 'thought' } } } },
        { op: 'is_final', args: { event: { ...event, metadata: { error: false } } } },
        { op: 'is_final', args: { event: { type: 'agent_message', content: { parts: [{ data: { x: 1 } }] } } } },
        { op: 'is_final', args: { event: { type: 'agent_message', content: { parts: [{ data: {} }] } } } },
        { op: 'is_final', args: { event: { type: 'agent_message' } } },
      ],
      expect: {
        steps: {
          0: { returns: false },
          1: { returns: true },
          2: { returns: false },
          3: { returns: true },
          4: { returns: true },
          5: { returns: false },
          6: { returns: false },
        },
      },
    },
  ],
  [
    'a call on a missing object is refused',
    {
      given: { context },
      do: [{ op: 'set_state', on: 'missing', args: { key: 'k', value: 1 } }],
      expect: { steps: { 0: { throws: { kind: 'unknown_object' } } }, state: { 'root.state': { a: 1 } } },
    },
  ],
  [
    'a transfer keeps the branch and everything else',
    {
      given: { context },
      do: [
        { op: 'derive', as: 'child', args: { agent_name: 'child' } },
        { op: 'transfer', on: 'child', as: 'expert', args: { agent_name: 'expert' } },
      ],
      expect: {
        state: {
          'expert.agent_name': 'expert',
          'expert.branch': 'RootAgent.child',
          'expert.state': { $same: 'root.state' },
        },
      },
    },
  ],
];

describe('the values that a program sees', () => {
  it.each(behaviour)('%s', (id, vector) => {
    expect(runVector(adkVectors, { id, ...vector })).toEqual([]);
  });
});
