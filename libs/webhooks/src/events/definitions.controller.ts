import { agentsEvents } from '@svc/contracts/public-events';
import type { EffectHandling, ReceivedEvent } from '@svc/event-bus';
import { EventController, OnBatch } from '@svc/event-bus/nest';
import { DeliveryEmitter } from '../delivery/delivery-emitter.js';
import { resourceUpdated, type DefinitionEvent } from './resource-update.js';

/** Notifies destinations of changes in agents, context graphs and services. */
@EventController('definitions')
export class DefinitionsController {
  constructor(private readonly deliveries: DeliveryEmitter) {}

  @OnBatch<DefinitionEvent>(
    agentsEvents.AgentCreated,
    agentsEvents.AgentVersionCreated,
    agentsEvents.ContextGraphCreated,
    agentsEvents.ContextGraphVersionCreated,
    agentsEvents.ServiceCreated,
    agentsEvents.VersionSetPut,
  )
  async changed(events: readonly ReceivedEvent<DefinitionEvent>[], { tx }: EffectHandling): Promise<void> {
    await this.deliveries.emit(tx, events.map(resourceUpdated));
  }
}
