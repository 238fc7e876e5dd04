import { EventController } from '@svc/event-bus/nest';
import { {{Consumer}}Controller } from './{{consumer}}.controller.js';

it('takes {{Event}} of {{source}}', () => {
  // A controller that takes nothing is refused; what it does is tested by calling its methods.
  expect(() => EventController('{{consumer}}')({{Consumer}}Controller)).not.toThrow();
  expect(new {{Consumer}}Controller().{{event}}).toBeInstanceOf(Function);
});
