import { describe, expect, it } from 'vitest';
import type { LifecycleEdge } from '../../engine/systems/lifecycle-outline.ts';
import { diagramWords, edgeLabel, edgeWords } from './Diagram.tsx';

const edge = (more: Partial<LifecycleEdge>): LifecycleEdge => ({
  from: 'working',
  to: 'completed',
  by: ['complete'],
  isKnown: true,
  taken: 0,
  steps: [],
  ...more,
});

describe('an edge', () => {
  it('is labelled with its steps, or with their count if there are many', () => {
    expect(edgeLabel(edge({}))).toBe('');
    expect(edgeLabel(edge({ taken: 2, steps: [2, 5] }))).toBe('2 5');
    expect(edgeLabel(edge({ taken: 1000, steps: [2, 4, 6, 2000] }))).toBe('1\u2009000×');
  });

  it('states its operation and when it was taken', () => {
    expect(edgeWords(edge({}))).toBe('working to completed by complete: not taken');
    expect(edgeWords(edge({ from: null, to: 'submitted', by: [], taken: 1, steps: [1] }))).toBe(
      'initial state: submitted: taken 1 time (step 1)',
    );
    expect(edgeWords(edge({ by: [], isKnown: false, taken: 5, steps: [1, 3, 5, 9] }))).toBe(
      'working to completed: taken 5 times (steps 1, 3, 5 … 9), although the system does not define it',
    );
  });
});

it('the diagram as a text states the current state, each transition taken, and how many were not', () => {
  const words = diagramWords({
    of: 'task-1',
    place: ['ctx', 'state'],
    states: [
      { id: 'working', title: 'working', about: '', isTerminal: false, visits: 1 },
      { id: 'completed', title: 'completed', about: '', isTerminal: true, visits: 1 },
    ],
    edges: [edge({ taken: 1, steps: [2] }), edge({ to: 'failed' })],
    steps: 2,
    current: 'completed',
    latest: null,
    allowed: [],
  });
  expect(words).toBe(
    '2 states. The current state is completed after 2 steps. working to completed by complete: taken 1 time (step 2). 1 transition not taken.',
  );
});
