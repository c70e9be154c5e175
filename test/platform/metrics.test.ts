import { describe, expect, it } from '@jest/globals';
import { measured, ofVersion } from '../../lib/platform/metrics.ts';

// What Lambda sets in a function whose callers call no alias. The environment is read once for each process.
process.env.AWS_LAMBDA_FUNCTION_NAME = 'chainwatch-prod-record-matches';
process.env.AWS_LAMBDA_FUNCTION_VERSION = '$LATEST';

describe('ofVersion', () => {
  it('counts nothing in a function that is not released gradually', () => {
    expect(ofVersion(new Date(0), { handled: 1, faults: 0 })).toBeUndefined();
  });
});

describe('measured', () => {
  it('gives a line the metrics, their dimensions and the directive that names both', () => {
    const at = new Date(1_772_366_400_000);
    expect(measured(at, { chainLagSeconds: 12 }, { chain: 'ethereum' })).toEqual({
      chain: 'ethereum',
      chainLagSeconds: 12,
      _aws: {
        Timestamp: 1_772_366_400_000,
        CloudWatchMetrics: [
          {
            Namespace: expect.stringMatching(/^chainwatch-\w+$/),
            Dimensions: [['chain']],
            Metrics: [{ Name: 'chainLagSeconds', Unit: 'Seconds' }],
          },
        ],
      },
    });
  });

  it('names one empty set of dimensions for a metric of the whole stage', () => {
    expect(measured(new Date(0), { requestsNotCounted: 1 }, {})).toMatchObject({
      requestsNotCounted: 1,
      _aws: { CloudWatchMetrics: [{ Dimensions: [[]] }] },
    });
  });
});
