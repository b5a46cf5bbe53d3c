import { entry, isList, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import { unmetOf } from '../conditions.ts';
import type { ToolEnded } from '../event.ts';
import type { CallState } from '../state.ts';
import { runActions, type ActionResult } from './actions.ts';
import { optional, required } from '../../parameters.ts';
import { done, optionalTextIn, recordIn, textsIn, type Args, type Operation } from './operation.ts';
import { Running } from './running.ts';

const tool = optional('tool', 'string', 'The name of the tool.');
const params = required('params', 'map', 'The arguments of the call, which become params.');
const outcome = optional('outcome', 'string', 'Either ok or error; ok by default.');
const output = optional('output', 'any', 'The result returned to the agent.');
const error = optional('error', 'string', 'The reason for a failure, in words.');

const named = (args: Args): { readonly tool?: string } => {
  const name = optionalTextIn(args, 'tool');
  return name === undefined ? {} : { tool: name };
};

/** The end of a tool call, from the arguments. */
function endedBy(args: Args): ToolEnded {
  const why = optionalTextIn(args, 'error');
  const returned = entry(args, 'output');
  return {
    type: 'tool-ended',
    outcome: optionalTextIn(args, 'outcome') === 'error' ? 'error' : 'ok',
    ...(returned === undefined ? {} : { output: returned }),
    ...(why === undefined ? {} : { error: why }),
  };
}

/** A complete tool call: its parameters, its actions in order, branch `on_success` or `on_failure`. */
function callTool(state: CallState, args: Args) {
  const running = new Running(state);
  const unmet = unmetOf(state, textsIn(args, 'conditions'));
  if (unmet.length > 0) {
    running.emit({ type: 'tool-blocked', ...named(args), params: recordIn(args, 'params'), unmet });
    return done({ outcome: 'blocked', unmet }, running.events);
  }
  running.emit({ type: 'tool-called', ...named(args), params: recordIn(args, 'params') });
  const result = runActions(running, listIn(args, 'actions'));
  if (!result.ok) running.fail(result.fault);
  const ended = endedBy(
    result.ok ? args : { ...args, outcome: 'error', error: String(entry(result.fault, 'message') ?? '') },
  );
  const response =
    afterwards(running, entry(args, ended.outcome === 'ok' ? 'on_success' : 'on_failure')) ?? responseOf(result);
  const agentOutput = ended.output ?? response;
  running.emit({ ...ended, ...(agentOutput === undefined ? {} : { output: agentOutput }) });
  return done(
    { outcome: ended.outcome, ...(agentOutput === undefined ? {} : { output: agentOutput }) },
    running.events,
  );
}

/**
 * Runs `on_success` or `on_failure`: `{response}` on the original page, a list of actions on others. Returns the text
 * for the agent.
 */
function afterwards(running: Running, branch: Value | undefined): string | undefined {
  if (branch !== undefined && isList(branch)) {
    const result = runActions(running, [...branch]);
    if (!result.ok) running.fail(result.fault);
    return responseOf(result);
  }
  const response = branch !== undefined && isRecord(branch) ? entry(branch, 'response') : undefined;
  return typeof response === 'string' ? running.text(response) : undefined;
}

const responseOf = (result: ActionResult): string | undefined => (result.ok ? result.response : undefined);

function listIn(args: RecordValue, name: string): readonly Value[] {
  const value = entry(args, name);
  return value !== undefined && isList(value) ? [...value] : [];
}

const conditions = 'The names of the flags that must all be true; otherwise the tool is not run.';

export const toolOperations: readonly Operation[] = [
  {
    name: 'begin_tool',
    about: 'Starts a tool call: params become exactly its arguments.',
    parameters: [params, tool],
    decide: (_state, args) => done(null, [{ type: 'tool-called', ...named(args), params: recordIn(args, 'params') }]),
  },
  {
    name: 'end_tool',
    about: 'Ends the tool call. Its params stay until the next one.',
    parameters: [outcome, output, error],
    decide: (_state, args) => done(null, [endedBy(args)]),
  },
  {
    name: 'call_tool',
    about: 'Runs a complete tool call: its params, its actions in order, then on_success or on_failure.',
    parameters: [
      tool,
      params,
      optional('conditions', 'list', conditions),
      optional('actions', 'list', 'The actions, in order; each sees the effects of those before it.'),
      optional('on_success', 'any', 'Either {response: text} or a list of actions.'),
      optional('on_failure', 'any', 'The same, for a refused action or an error outcome.'),
      outcome,
      output,
      error,
    ],
    decide: callTool,
  },
];
