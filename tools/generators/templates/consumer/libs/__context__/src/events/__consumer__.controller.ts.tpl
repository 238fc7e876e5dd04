import type { {{Event}} } from '@svc/contracts/{{source}}';
import { {{source}}Events } from '@svc/contracts/public-events';
import type { {{handlingImport}}ReceivedEvent } from '@svc/event-bus';
import { EventController, {{decorator}} } from '@svc/event-bus/nest';

/** Say what follows here from what {{source}} publishes. */
@EventController('{{consumer}}')
export class {{Consumer}}Controller {
  @{{decorator}}({{source}}Events.{{Event}})
  async {{event}}(_event: ReceivedEvent<{{Event}}>{{handling}}): Promise<void> {}
}
