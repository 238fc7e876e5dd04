import { consumptionsIn } from './event-consumers.mjs';

const published = new Map([['bank', ['AccountOpened', 'MoneyDeposited']]]);
const about = { file: 'libs/shop/src/events/it.ts', context: 'shop', published };
const taken = (text) =>
  consumptionsIn(text, about).map(
    ({ consumer, source, type, way }) => `${consumer}: ${source}.${type} (${way})`,
  );

describe('who consumes what', () => {
  it('given an event controller, then each type of each of its methods, by the consumer', () => {
    const controller = `
      import { bankEvents } from '@svc/contracts/public-events';
      @EventController('prices', { readsPersonal: true })
      export class PricesController {
        @On(bankEvents.AccountOpened) async opened(event) {}
        @OnBatch(bankEvents.AccountOpened, bankEvents.MoneyDeposited) async all(events) {}
      }
      @EventController('letters')
      export class LettersController {
        @ReactTo(bankEvents.MoneyDeposited) async deposited(event) {}
      }`;
    expect(taken(controller)).toEqual([
      'shop.prices: bank.AccountOpened (projection)',
      'shop.prices: bank.AccountOpened (projection)',
      'shop.prices: bank.MoneyDeposited (projection)',
      'shop.letters: bank.MoneyDeposited (reaction)',
    ]);
  });

  it('given a method for all that a context publishes, then each of its types', () => {
    const controller = `
      @EventController('all')
      export class AllController { @OnBatch(...Object.values(bankEvents)) async all(events) {} }`;
    expect(taken(controller)).toEqual([
      'shop.all: bank.AccountOpened (projection)',
      'shop.all: bank.MoneyDeposited (projection)',
    ]);
  });

  it('given a tail, then what it is called, and the types that it looks at', () => {
    const tail = (subscriber) => `
      const types = new Set([bankEvents.MoneyDeposited.type]);
      new BackgroundTail({ subscriber: ${subscriber}, sources: [bankEvents.AccountOpened.source] });`;
    expect(taken(tail("'shop.cache'"))).toEqual(['shop.cache: bank.MoneyDeposited (tail)']);
    expect(taken(tail('`${context}.cache`'))).toEqual(['<context>.cache: bank.MoneyDeposited (tail)']);
  });

  it('given what tells events apart that a controller has taken, then nothing more', () => {
    expect(taken('if (isEventOf(event, bankEvents.MoneyDeposited)) add(event);')).toEqual([]);
  });

  it('given an event that is named where nobody is known to consume it, then it says so', () => {
    expect(() => taken('const type = bankEvents.MoneyDeposited.type;')).toThrow(
      'libs/shop/src/events/it.ts takes bank.MoneyDeposited in no EventController and no tail.',
    );
  });
});
