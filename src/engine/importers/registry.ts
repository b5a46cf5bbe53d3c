import { a2aContext } from './a2a-context/index.ts';
import { a2aProtocol } from './a2a-protocol/index.ts';
import { adkContext } from './adk-context/index.ts';
import { adkEvalset } from './adk-evalset/index.ts';
import { adkHttprr } from './adk-httprr/index.ts';
import { adkSession } from './adk-session/index.ts';
import { ag2 } from './ag2/index.ts';
import { agentFramework } from './agent-framework/index.ts';
import { agentdojo } from './agentdojo/index.ts';
import { agentsSdk } from './agents-sdk/index.ts';
import { anthropicMessages } from './anthropic-messages/index.ts';
import { atif } from './atif/index.ts';
import { autogen } from './autogen/index.ts';
import { braintrust } from './braintrust/index.ts';
import { burr } from './burr/index.ts';
import { camel } from './camel/index.ts';
import { claudeCode } from './claude-code/index.ts';
import { claudeAgentSdk } from './claude-agent-sdk/index.ts';
import { codex } from './codex/index.ts';
import { copilotCli } from './copilot-cli/index.ts';
import { copilotChat } from './copilot-chat/index.ts';
import { evaCall } from './eva-call/index.ts';
import { geminiCli } from './gemini-cli/index.ts';
import { aiSdk } from './ai-sdk/index.ts';
import { aiSdkSteps } from './ai-sdk-steps/index.ts';
import { bedrockConverse } from './bedrock-converse/index.ts';
import { bedrockAgents } from './bedrock-agents/index.ts';
import { chatTranscript } from './chat-transcript/index.ts';
import { chatgptExport } from './chatgpt-export/index.ts';
import { claudeExport } from './claude-export/index.ts';
import { grokExport } from './grok-export/index.ts';
import { geminiTakeout } from './gemini-takeout/index.ts';
import { geminiApi } from './gemini-api/index.ts';
import { googleInteractions } from './google-interactions/index.ts';
import { llamaindex } from './llamaindex/index.ts';
import { haystack } from './haystack/index.ts';
import { langsmith } from './langsmith/index.ts';
import { sharegpt } from './sharegpt/index.ts';
import { ollama } from './ollama/index.ts';
import { opencode } from './opencode/index.ts';
import { goose } from './goose/index.ts';
import { openaiAssistants } from './openai-assistants/index.ts';
import { mcp } from './mcp/index.ts';
import { livekit } from './livekit/index.ts';
import { datadog } from './datadog/index.ts';
import { weave } from './weave/index.ts';
import { crewai } from './crewai/index.ts';
import { elevenlabs } from './elevenlabs/index.ts';
import { retell } from './retell/index.ts';
import { openaiEvals } from './openai-evals/index.ts';
import { openaiRealtime } from './openai-realtime/index.ts';
import { deepeval } from './deepeval/index.ts';
import { deepgram } from './deepgram/index.ts';
import { bland } from './bland/index.ts';
import { ultravox } from './ultravox/index.ts';
import { humeEvi } from './hume-evi/index.ts';
import { contactLens } from './contact-lens/index.ts';
import { mlflow } from './mlflow/index.ts';
import { semanticKernel } from './semantic-kernel/index.ts';
import { cohere } from './cohere/index.ts';
import { dify } from './dify/index.ts';
import { flowise } from './flowise/index.ts';
import { langflow } from './langflow/index.ts';
import { n8n } from './n8n/index.ts';
import { continueSession } from './continue-session/index.ts';
import { librechat } from './librechat/index.ts';
import { openWebui } from './open-webui/index.ts';
import { lmStudio } from './lm-studio/index.ts';
import { botFramework } from './bot-framework/index.ts';
import { trlPreferences } from './trl-preferences/index.ts';
import type { Importer } from '../importing/importer.ts';
import { kimi } from './kimi/index.ts';
import { cline } from './cline/index.ts';
import { cursorComposer } from './cursor-composer/index.ts';
import { amp } from './amp/index.ts';
import { zedThread } from './zed-thread/index.ts';
import { langchainEvents } from './langchain-events/index.ts';
import { langfuse } from './langfuse/index.ts';
import { langgraph } from './langgraph/index.ts';
import { inspect } from './inspect/index.ts';
import { letta } from './letta/index.ts';
import { noeticItems } from './noetic-items/index.ts';
import { noeticTasks } from './noetic-tasks/index.ts';
import { openaiChat } from './openai-chat/index.ts';
import { openaiResponses } from './openai-responses/index.ts';
import { openaiStream } from './openai-stream/index.ts';
import { openaiTraces } from './openai-traces/index.ts';
import { opik } from './opik/index.ts';
import { laminar } from './laminar/index.ts';
import { posthog } from './posthog/index.ts';
import { sentry } from './sentry/index.ts';
import { otelSpans } from './otel-spans/index.ts';
import { openhands } from './openhands/index.ts';
import { pi } from './pi/index.ts';
import { pipecat } from './pipecat/index.ts';
import { pydanticAi } from './pydantic-ai/index.ts';
import { qwenCode } from './qwen-code/index.ts';
import { sessionFile } from './session-file/index.ts';
import { taskSnapshot } from './task-snapshot/index.ts';
import { smolagents } from './smolagents/index.ts';
import { stagehand } from './stagehand/index.ts';
import { swarmEvals } from './swarm-evals/index.ts';
import { sweAgent } from './swe-agent/index.ts';
import { browserUse } from './browser-use/index.ts';
import { tauBench } from './tau-bench/index.ts';
import { tauVoice } from './tau-voice/index.ts';
import { vapi } from './vapi/index.ts';
import { voiceContext } from './voice-context/index.ts';
import { voiceTranscript } from './voice-transcript/index.ts';

/** The order decides between equal claims: narrower formats come first. */
export const importers: readonly Importer[] = [
  sessionFile,
  taskSnapshot,
  voiceContext,
  evaCall,
  vapi,
  pipecat,
  tauVoice,
  livekit,
  elevenlabs,
  retell,
  openaiRealtime,
  deepgram,
  bland,
  ultravox,
  humeEvi,
  contactLens,
  voiceTranscript,
  adkContext,
  adkSession,
  adkEvalset,
  adkHttprr,
  a2aContext,
  a2aProtocol,
  claudeCode,
  claudeAgentSdk,
  codex,
  geminiCli,
  pi,
  copilotCli,
  copilotChat,
  kimi,
  cline,
  cursorComposer,
  amp,
  zedThread,
  qwenCode,
  openhands,
  inspect,
  atif,
  agentFramework,
  anthropicMessages,
  agentsSdk,
  sweAgent,
  browserUse,
  stagehand,
  agentdojo,
  tauBench,
  noeticItems,
  noeticTasks,
  langfuse,
  langchainEvents,
  langgraph,
  pydanticAi,
  autogen,
  ag2,
  smolagents,
  camel,
  swarmEvals,
  deepeval,
  openaiEvals,
  crewai,
  letta,
  burr,
  openaiTraces,
  opik,
  laminar,
  sentry,
  posthog,
  otelSpans,
  datadog,
  braintrust,
  weave,
  aiSdk,
  aiSdkSteps,
  bedrockConverse,
  bedrockAgents,
  chatTranscript,
  chatgptExport,
  claudeExport,
  grokExport,
  geminiTakeout,
  geminiApi,
  googleInteractions,
  llamaindex,
  haystack,
  langsmith,
  sharegpt,
  ollama,
  opencode,
  goose,
  openaiAssistants,
  mcp,
  mlflow,
  semanticKernel,
  cohere,
  librechat,
  openWebui,
  lmStudio,
  botFramework,
  continueSession,
  dify,
  flowise,
  langflow,
  n8n,
  trlPreferences,
  openaiResponses,
  openaiStream,
  openaiChat,
];
