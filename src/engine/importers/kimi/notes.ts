import { notesOf } from '../../importing/import-report.ts';

export const notes = notesOf('kimi', {
  lost: {
    line: '{# line} of an unknown kind left out.',
  },
  info: {
    program: '{# line} about the program itself (settings, requests, spending, goals): not shown as turns.',
    compacted: 'The conversation was compacted {once|# times}: the model no longer saw its earlier part.',
    undone: 'The user took something back {once|# times}: it is still shown, although the model no longer saw it.',
    cancelled: 'The user stopped the agent {once|# times}.',
    beside: '{# record} of tokens spent outside the turns, such as on compaction: only in the total.',
    injected: '{# reminder} that the program wrote in the user’s role: not counted as input.',
    retried: 'The model was called again {once|# times} after an error: its earlier answer is left out.',
    unanswered: '{# request} to the model without an answer: not shown as turns.',
    agent: '{# sub-agent} recorded in a separate journal, which can be opened, too.',
  },
  assumed: {
    unsent: '{# sub-agent} that no call in the journal started: shown at its end.',
  },
});

/** The first words of the record types in the journal's own definition, and messages to the screen of Kimi CLI. */
export const aboutProgram =
  /^(?:(?:config|cron|file_history|forked|full_compaction|goal|interaction|interruptionReminder|llm|mcp|micro_compaction|permission|plan|plan_mode|plugin|profile|prompt|runtime|skill|subagent|swarm_mode|task|token_counting|tools|tower_mode|turn|usage)(?:\.|$)|wire (?!Tool|Subagent))/;
