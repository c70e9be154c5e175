import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eachLane } from '../../lib/platform/batch.ts';
import { ofVersion } from '../../lib/platform/metrics.ts';
import { metricsIn } from '../support/embedded-metrics.ts';
import { capturedLog } from '../support/stderr.ts';

// The process of a released function, as Lambda starts it. The environment is read once for each process.
const before = { ...process.env };
process.env.AWS_LAMBDA_FUNCTION_NAME = 'chainwatch-prod-deliver';
process.env.AWS_LAMBDA_FUNCTION_VERSION = '7';

let lines: ReturnType<typeof capturedLog>;
beforeEach(() => {
  lines = capturedLog();
});
afterEach(() => {
  jest.restoreAllMocks();
  process.env = before;
});

const dimensions = { function: 'chainwatch-prod-deliver', functionVersion: '7' };

describe('A version of a released function', () => {
  it('counts the records of a batch and those that fail, each once', async () => {
    const idOf = (id: string) => id;
    await eachLane(['a', 'b', 'c'], idOf, idOf, async ([id = ''], fail) => {
      if (id === 'b') fail(id, new Error('is bad'));
      if (id !== 'a') throw new Error('is bad');
    });
    const counted = lines.filter(({ event }) => event === 'batch.completed');
    expect(counted.flatMap(metricsIn)).toMatchObject([
      { name: 'handled', dimensions, value: 3 },
      { name: 'faults', dimensions, value: 2 },
    ]);
  });

  it('is named by the function and its version', () => {
    expect(ofVersion(new Date(0), { handled: 1, faults: 0 })).toMatchObject({ ...dimensions, handled: 1, faults: 0 });
  });
});
