import { describe, expect, it } from '@jest/globals';
import { type InvocationUnits, UnitsByInvocation } from '../../../local/aws/invocation-units.ts';

const FIRST = { hasSucceeded: true, isRetry: false };

/** Records of invocations, and an invocation that consumes units. */
function recording() {
  const recorded: InvocationUnits[] = [];
  const units = new UnitsByInvocation((each) => void recorded.push(each));
  const consume = (key: string, read: number, write: number) => async () =>
    units.consumed(key, { read, write, ...FIRST });
  return { recorded, units, consume };
}

describe('The units of an invocation', () => {
  it('are those of the requests that its instance signed meanwhile', async () => {
    const { recorded, units, consume } = recording();
    units.consumed('f.1', { read: 9, write: 9, ...FIRST });
    await units.during('f.1', 'f', {}, async () => {
      await consume('f.1', 1, 2)();
      await consume('f.2', 5, 5)();
      await consume('f.1', 0.5, 0)();
      // A write whose condition failed.
      units.consumed('f.1', { read: 0, write: 7, ...FIRST, hasSucceeded: false });
      // The SDK did not see the answer to its first attempt in time.
      units.consumed('f.1', { read: 3, write: 0, ...FIRST, isRetry: true });
    });
    expect(recorded).toEqual([{ functionName: 'f', read: 1.5, write: 2 }]);
  });

  it('are divided among the records of a batch', async () => {
    const { recorded, units, consume } = recording();
    await units.during('f.1', 'f', { Records: [1, 2, 3, 4] }, consume('f.1', 2, 8));
    expect(recorded).toEqual([{ functionName: 'f', read: 0.5, write: 2 }]);
  });

  it('are recorded when the invocation fails', async () => {
    const { recorded, units } = recording();
    const failing = units.during('f.1', 'f', {}, () => Promise.reject(new Error('planned')));
    await expect(failing).rejects.toThrow('planned');
    expect(recorded).toEqual([{ functionName: 'f', read: 0, write: 0 }]);
  });

  it('are not recorded when another invocation shares the instance', async () => {
    const { recorded, units, consume } = recording();
    await units.during('f.1', 'f', {}, () => units.during('f.1', 'f', {}, consume('f.1', 1, 1)));
    expect(recorded).toEqual([]);
  });

  it('are not recorded when an earlier invocation that shared the instance still runs', async () => {
    const { recorded, units, consume } = recording();
    const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const running = [first, second].map(({ promise }) => units.during('f.1', 'f', {}, () => promise));
    first.resolve();
    await running[0];
    await units.during('f.1', 'f', {}, consume('f.1', 1, 1));
    second.resolve();
    await running[1];
    expect(recorded).toEqual([]);
    await units.during('f.1', 'f', {}, consume('f.1', 2, 3));
    expect(recorded).toEqual([{ functionName: 'f', read: 2, write: 3 }]);
  });
});
