import { notesOf } from '../../importing/import-report.ts';

export const notes = notesOf('kimi', {
  lost: {
    line: '{# line} of an unknown kind left out.',
  },
  info: {
    program: '{# line} about the program itself (settings, requests, spending, goals): not shown as turns.',
    compacted: 'The conversation was compacted {once|# times}: the model no longer saw what came before.',
    undone:
      'The user took something back {once|# times}: the model no longer saw it, and it is still shown, because it happened.',
    cancelled: 'The user stopped the agent {once|# times}.',
    beside: '{# record} of tokens that no turn spent, such as on compaction: counted in all, and for no turn.',
    injected: '{# reminder} that the program wrote in the user’s role: not counted as input.',
    retried: 'The model was asked again {once|# times} after an error: what it had said before is left out.',
    unanswered: '{# request} to the model of which nothing came back: not shown as turns.',
    agent: 'What {# sub-agent} did is in a journal of its own, which can be opened by itself.',
  },
  assumed: {
    unsent: '{# sub-agent} whom no call in the journal sent: shown at its end.',
  },
});

/** The first words of the record types in the journal's own definition, and messages to the screen of Kimi CLI. */
export const aboutProgram =
  /^(?:(?:config|cron|file_history|forked|full_compaction|goal|interaction|interruptionReminder|llm|mcp|micro_compaction|permission|plan|plan_mode|plugin|profile|prompt|runtime|skill|subagent|swarm_mode|task|token_counting|tools|tower_mode|turn|usage)(?:\.|$)|wire (?!Tool|Subagent))/;
