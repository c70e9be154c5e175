import { describe, expect, it } from '@jest/globals';
import { failuresIn, queueMappings, streamMappings } from '../../../local/aws/event-source-mappings.ts';
import { resolveTemplate } from '../../../local/aws/template.ts';

const mapping = (Properties: object) => ({ Type: 'AWS::Lambda::EventSourceMapping', Properties });
const template = resolveTemplate(
  {
    Resources: {
      Inserts: mapping({
        FunctionName: 'evaluate',
        EventSourceArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/things/stream/local',
        BatchSize: 25,
        BisectBatchOnFunctionError: true,
        FilterCriteria: { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] },
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        MaximumRetryAttempts: 5,
        ParallelizationFactor: 10,
        DestinationConfig: { OnFailure: { Destination: 'arn:aws:sqs:us-east-1:000000000000:dlq' } },
      }),
      Jobs: mapping({
        FunctionName: 'work',
        EventSourceArn: 'arn:aws:sqs:us-east-1:000000000000:jobs',
        BatchSize: 10,
        ScalingConfig: { MaximumConcurrency: 3 },
      }),
    },
  },
  { stackName: 's', awsEndpoint: 'http://x' },
);

describe('The event source mappings of the template', () => {
  it('are read for streams', () => {
    expect(streamMappings(template)).toEqual([
      expect.objectContaining({
        id: 'Inserts',
        functionName: 'evaluate',
        tableName: 'things',
        batchSize: 25,
        bisect: true,
        maxRetries: 5,
        maxAgeMs: Number.POSITIVE_INFINITY,
        lanes: 10,
        reportsFailures: true,
        onFailure: 'arn:aws:sqs:us-east-1:000000000000:dlq',
      }),
    ]);
  });

  it('are read for queues', () => {
    expect(queueMappings(template)).toEqual([
      expect.objectContaining({ functionName: 'work', queueName: 'jobs', concurrency: 3, reportsFailures: false }),
    ]);
  });
});

describe('failuresIn', () => {
  const ok = (result: unknown) => ({ ok: true, result }) as const;
  const thrown = { ok: false, error: { errorType: 'Error', errorMessage: 'x', trace: [] } } as const;

  it.each([
    ['a function that threw', thrown, true, 'all'],
    ['an answer that names failures', ok({ batchItemFailures: [{ itemIdentifier: 'a' }] }), true, ['a']],
    ['an answer without failures', ok({ batchItemFailures: [] }), true, []],
    ['no answer', ok(undefined), true, []],
    ['a failure without an id', ok({ batchItemFailures: [{ itemIdentifier: '' }] }), true, 'all'],
    ['an answer that is something else', ok('fine'), true, 'all'],
    ['any answer when failures are not reported', ok('fine'), false, []],
  ])('interprets %s', (_, outcome, reports, expected) => {
    expect(failuresIn(outcome, reports)).toEqual(expected);
  });
});
