import { contractDescriptors } from './buf.mjs';
import { doubtfulMethods, safeMethodsFile } from './safe-methods.mjs';

describe('what may be called again', () => {
  it('is what reads: each method that describes, finds, gets, lists or resolves says so in its contract, and no other does', () => {
    expect(doubtfulMethods(contractDescriptors())).toEqual([]);
  });

  it('is what the contract says, whatever the name', () => {
    const method = (name, idempotencyLevel) => ({ name, options: { idempotencyLevel } });
    const service = {
      name: 'ThingService',
      method: [method('GetThing', 'NO_SIDE_EFFECTS'), method('GetUp'), method('CreateThing', 'IDEMPOTENT')],
    };
    const file = safeMethodsFile({ file: [{ package: 'svc.things.v1', service: [service] }] });
    expect(file.match(/'.*'/g)).toEqual(["'/svc.things.v1.ThingService/GetThing'"]);
  });
});
