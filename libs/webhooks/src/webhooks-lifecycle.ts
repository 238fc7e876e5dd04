import { Injectable } from '@nestjs/common';
import { ContextLifecycle } from '@svc/service-host';
import { DeliveryDispatcher } from './delivery/delivery-dispatcher.js';
import { DeliveryDuties } from './delivery/delivery-duties.js';

@Injectable()
export class WebhooksLifecycle extends ContextLifecycle {
  constructor(
    private readonly dispatcher: DeliveryDispatcher,
    private readonly duties: DeliveryDuties,
  ) {
    super();
  }

  override async start(): Promise<void> {
    await this.duties.start();
    this.dispatcher.start();
  }

  override drain(graceMs: number): Promise<void> {
    return this.dispatcher.drain(graceMs);
  }

  override async stop(): Promise<void> {
    await this.duties.stop();
    await this.dispatcher.stop();
  }
}
