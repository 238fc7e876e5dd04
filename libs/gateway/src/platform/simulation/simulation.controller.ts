import { Controller, Inject } from '@nestjs/common';
import type { WorkspaceCaller } from '@svc/contracts/common';
import { ConversationDirection, type GetWorkspaceConversationResponse } from '@svc/contracts/conversations';
import type { PlatformGraph } from '@svc/definitions/platform';
import { DomainError } from '@svc/errors';
import { z } from 'zod';
import { defineRoute, forWorkspace, type RouteInput, Serves } from '../../route/index.js';
import {
  DEFINITIONS,
  WORKSPACE_CONVERSATIONS,
  type DefinitionsClient,
  type WorkspaceConversationsClient,
} from '../../services.js';
import { smallBody } from '../../wire/sizes.js';
import { present } from '../conversation/conversation-mapping.js';
import { greetingDeadlineMs, plainStart, plainTurn } from '../conversation/plain-requests.js';
import { outcomeOf } from '../conversation/turn-stream.js';
import { of } from '../definition/definition-controller.js';
import { storedBody } from '../definition/definition-wire.js';
import { readsPerMinute, turnsPerMinute, writesPerMinute } from '../per-minute.js';
import { uuid } from '../uuid.js';
import { workspaceId, WorkspacePath } from '../workspace-path.js';
import { CreateSession, Destroyed, SessionCreated, Snapshot, Step, Stepped } from './simulation-schemas.js';
import { snapshotOf, stateOf } from './snapshot.js';

const SessionPath = z.object({ workspace_id: workspaceId, session_id: uuid.toLowerCase() });
const exampleId = 'c56a4180-65aa-42ec-a945-5fd21dec0538';

const createSession = defineRoute({
  surface: 'platform',
  operationId: 'create-simulation-session',
  method: 'POST',
  path: '/v1/:workspace_id/simulations/sessions',
  summary:
    'Tries an agent: begins a conversation that is in no list and no figure. Needs `ContextGraph.view` too.',
  access: forWorkspace('Simulation.run'),
  request: { params: WorkspacePath, body: { media: 'json', schema: CreateSession, maxBytes: smallBody } },
  answer: { status: 200, content: 'json', schema: SessionCreated },
  errors: ['not_found'],
  perMinute: writesPerMinute,
  example: { body: { service_id: exampleId } },
});

const step = defineRoute({
  surface: 'platform',
  operationId: 'step-simulation-session',
  method: 'POST',
  path: '/v1/:workspace_id/simulations/sessions/step',
  summary: 'Takes one turn of a simulation, and shows what it did. Needs `ContextGraph.view` too.',
  access: forWorkspace('Simulation.run'),
  request: { params: WorkspacePath, body: { media: 'json', schema: Step, maxBytes: smallBody } },
  answer: { status: 200, content: 'json', schema: Stepped },
  errors: ['not_found', 'conversation_busy', 'conversation_finished'],
  perMinute: turnsPerMinute,
  example: { body: { session_id: exampleId, caller_text: 'Hello' } },
});

const getSession = defineRoute({
  surface: 'platform',
  operationId: 'get-simulation-session',
  method: 'GET',
  path: '/v1/:workspace_id/simulations/sessions/:session_id',
  summary: 'Shows where a simulation is, and how it came there. Needs `ContextGraph.view` too.',
  access: forWorkspace('Simulation.run'),
  request: { params: SessionPath },
  answer: { status: 200, content: 'json', schema: Snapshot },
  errors: ['not_found'],
  perMinute: readsPerMinute,
});

const destroySession = defineRoute({
  surface: 'platform',
  operationId: 'destroy-simulation-session',
  method: 'DELETE',
  path: '/v1/:workspace_id/simulations/sessions/:session_id',
  summary: 'Ends a simulation.',
  access: forWorkspace('Simulation.run'),
  request: { params: SessionPath },
  answer: { status: 200, content: 'json', schema: Destroyed },
  errors: ['not_found', 'conversation_busy'],
  perMinute: writesPerMinute,
});

@Controller()
export class SimulationController {
  constructor(
    @Inject(WORKSPACE_CONVERSATIONS) private readonly workspaceConversations: WorkspaceConversationsClient,
    @Inject(DEFINITIONS) private readonly definitions: DefinitionsClient,
  ) {}

  @Serves(createSession)
  async create({ caller, body }: RouteInput<typeof createSession>) {
    const { conversation, turns } = await this.workspaceConversations.startWorkspaceConversation(
      {
        ...{ ...plainStart, caller, greets: true },
        serviceId: body.service_id,
        entityId: body.entity_id ?? undefined,
        direction: ConversationDirection.CONVERSATION_DIRECTION_SIMULATED,
      },
      { deadlineMs: greetingDeadlineMs },
    );
    const snapshot = await this.#snapshot(caller, present(conversation).conversationId);
    return {
      session_id: present(conversation).conversationId,
      greeting: turns.at(-1)?.text ?? '',
      is_terminal: snapshot.terminal_reached,
      snapshot,
    };
  }

  @Serves(step)
  async step({ caller, body }: RouteInput<typeof step>) {
    const conversationId = body.session_id;
    const before = await this.#read(caller, conversationId, 'without turns');
    const graph = await this.#graph(caller, before);
    const turn = this.workspaceConversations.takeWorkspaceTurn({
      ...{ ...plainTurn, caller, conversationId, includeToolCalls: true },
      message: body.caller_text,
    });
    const { output } = await outcomeOf(turn);
    const snapshot = snapshotOf(await this.#read(caller, conversationId), graph);
    const [from, to] = [stateOf(before, graph), snapshot.current_state.name];
    const calls = output.flatMap(({ toolCalls }) => toolCalls);
    return {
      observation: {
        state_before: from,
        state_after: to,
        state_changed: from !== to,
        agent_text: output.map(({ text }) => text).join('\n'),
        is_terminal: snapshot.terminal_reached,
        tools_called: calls.map(({ toolName }) => toolName),
        tool_call_details: calls.map(({ toolName, inputJson, result, errorMessage, callId, succeeded }) => ({
          ...{ tool_name: toolName, input: inputJson, call_id: callId, succeeded },
          result: errorMessage ?? result,
        })),
        selected_action: output.at(-1)?.action ?? null,
        ...{ empathy_tier: 0, has_pause: false, engine_ms: null, nav_ms: null },
      },
      snapshot,
    };
  }

  @Serves(getSession)
  get({ caller, params }: RouteInput<typeof getSession>) {
    return this.#snapshot(caller, params.session_id);
  }

  @Serves(destroySession)
  async destroy({ caller, params }: RouteInput<typeof destroySession>) {
    await this.#read(caller, params.session_id, 'without turns');
    await this.workspaceConversations.closeWorkspaceConversation({
      caller,
      conversationId: params.session_id,
    });
    return { status: 'destroyed' as const };
  }

  async #snapshot(caller: WorkspaceCaller, conversationId: string) {
    const read = await this.#read(caller, conversationId);
    return snapshotOf(read, await this.#graph(caller, read));
  }

  /** @throws DomainError `not_found`, also for a conversation that is no simulation */
  async #read(
    caller: WorkspaceCaller,
    conversationId: string,
    part: 'whole' | 'without turns' = 'whole',
  ): Promise<GetWorkspaceConversationResponse> {
    const omitsTurns = part === 'without turns';
    const request = { caller, conversationId, includeToolCalls: !omitsTurns, omitsTurns };
    const read = await this.workspaceConversations.getWorkspaceConversation(request);
    const { direction } = present(read.conversation);
    if (direction !== ConversationDirection.CONVERSATION_DIRECTION_SIMULATED) throw noSession();
    return read;
  }

  /** The one that the conversation runs on. */
  async #graph(
    caller: WorkspaceCaller,
    { conversation }: GetWorkspaceConversationResponse,
  ): Promise<PlatformGraph> {
    const { contextGraphId, contextGraphVersionNumber } = present(conversation);
    const { version } = await this.definitions.findDefinitionVersion({
      ...of(caller),
      kind: 'context_graph',
      definitionId: contextGraphId,
      version: contextGraphVersionNumber,
      alsoDeleted: true,
    });
    return storedBody<PlatformGraph>(present(version).bodyJson);
  }
}

function noSession(): DomainError {
  return new DomainError('not_found', 'There is no such simulation.');
}
