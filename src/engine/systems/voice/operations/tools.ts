import { entry, isList, isRecord, type RecordValue, type Value } from '../../../model/value.ts';
import { unmetOf } from '../conditions.ts';
import type { ToolEnded } from '../event.ts';
import type { CallState } from '../state.ts';
import { runActions, type Ran } from './actions.ts';
import { optional, required } from '../../parameters.ts';
import { done, optionalTextIn, recordIn, textsIn, type Args, type Operation } from './operation.ts';
import { Running } from './running.ts';

const tool = optional('tool', 'string', 'The name of the tool.');
const params = required('params', 'map', 'The arguments of the call: they become params.');
const outcome = optional('outcome', 'string', 'ok or error; ok if left out.');
const output = optional('output', 'any', 'What the agent is given back.');
const error = optional('error', 'string', 'Why it failed, in words.');

const named = (args: Args): { readonly tool?: string } => {
  const name = optionalTextIn(args, 'tool');
  return name === undefined ? {} : { tool: name };
};

/** How a tool call ended, as far as the arguments say. */
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

/** A whole tool call: its parameters, its actions in order, then `on_success` or `on_failure`. */
function callTool(state: CallState, args: Args) {
  const running = new Running(state);
  const unmet = unmetOf(state, textsIn(args, 'conditions'));
  if (unmet.length > 0) {
    running.happen({ type: 'tool-blocked', ...named(args), params: recordIn(args, 'params'), unmet });
    return done({ outcome: 'blocked', unmet }, running.events);
  }
  running.happen({ type: 'tool-called', ...named(args), params: recordIn(args, 'params') });
  const ran = runActions(running, listIn(args, 'actions'));
  if (!ran.ok) running.fail(ran.fault);
  const ended = endedBy(
    ran.ok ? args : { ...args, outcome: 'error', error: String(entry(ran.fault, 'message') ?? '') },
  );
  const said = afterwards(running, entry(args, ended.outcome === 'ok' ? 'on_success' : 'on_failure')) ?? saidBy(ran);
  const back = ended.output ?? said;
  running.happen({ ...ended, ...(back === undefined ? {} : { output: back }) });
  return done({ outcome: ended.outcome, ...(back === undefined ? {} : { output: back }) }, running.events);
}

/** `{response}` on the original page, a list of actions on others. Yields what the agent is given back. */
function afterwards(running: Running, then: Value | undefined): string | undefined {
  if (then !== undefined && isList(then)) {
    const ran = runActions(running, [...then]);
    if (!ran.ok) running.fail(ran.fault);
    return saidBy(ran);
  }
  const response = then !== undefined && isRecord(then) ? entry(then, 'response') : undefined;
  return typeof response === 'string' ? running.text(response) : undefined;
}

const saidBy = (ran: Ran): string | undefined => (ran.ok ? ran.said : undefined);

function listIn(args: RecordValue, name: string): readonly Value[] {
  const value = entry(args, name);
  return value !== undefined && isList(value) ? [...value] : [];
}

const conditions = 'Names of flags, without all of which the tool is not run.';

export const toolOperations: readonly Operation[] = [
  {
    name: 'begin_tool',
    about: 'A tool call starts: params are its arguments and nothing else.',
    parameters: [params, tool],
    decide: (_state, args) => done(null, [{ type: 'tool-called', ...named(args), params: recordIn(args, 'params') }]),
  },
  {
    name: 'end_tool',
    about: 'The tool call came to its end. Its params stay until the next one.',
    parameters: [outcome, output, error],
    decide: (_state, args) => done(null, [endedBy(args)]),
  },
  {
    name: 'call_tool',
    about: 'A whole tool call: its params, its actions in order, then on_success or on_failure.',
    parameters: [
      tool,
      params,
      optional('conditions', 'list', conditions),
      optional('actions', 'list', 'Run in order, each seeing what those before it did.'),
      optional('on_success', 'any', '{response: text}, or a list of actions.'),
      optional('on_failure', 'any', 'Likewise, when an action is refused or the outcome is error.'),
      outcome,
      output,
      error,
    ],
    decide: callTool,
  },
];
