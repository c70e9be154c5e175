import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { intervalMs, recurringOf, startRecurring } from '../../../local/aws/recurring-schedules.ts';
import { resolveTemplate } from '../../../local/aws/template.ts';
import { onlyWatching } from '../../../local/aws/watch-schedules.ts';
import { watchesOf } from '../../../local/chains/watches.ts';

const schedule = (chain: string) => ({
  Type: 'AWS::Scheduler::Schedule',
  Properties: {
    Name: chain,
    ScheduleExpression: 'rate(1 minute)',
    Target: { Arn: { 'Fn::GetAtt': ['Watch', 'Arn'] }, RoleArn: 'arn:role', Input: `{"chain":"${chain}"}` },
  },
});
const template = resolveTemplate(
  {
    Resources: {
      Handover: { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'handover' } },
      Watch: { Type: 'AWS::Lambda::Function', Properties: { FunctionName: 'watch-chain' } },
      Rule: {
        Type: 'AWS::Events::Rule',
        Properties: {
          ScheduleExpression: 'rate(5 minutes)',
          Targets: [{ Arn: { 'Fn::GetAtt': ['Handover', 'Arn'] } }],
        },
      },
      Anvil: schedule('anvil'),
      Xrp: schedule('xrp'),
      Base: schedule('base'),
    },
  },
  { stackName: 's', awsEndpoint: 'http://aws' },
);

describe('The recurring schedules of the local stack', () => {
  const all = recurringOf(template);

  it('are the rules and the schedules of the template', () => {
    expect(all.map(({ functionName, everyMs }) => [functionName, everyMs])).toEqual([
      ['handover', 300_000],
      ['watch-chain', 60_000],
      ['watch-chain', 60_000],
      ['watch-chain', 60_000],
    ]);
    expect(all[0]?.event).toMatchObject({ source: 'aws.events' });
    expect(all[1]?.event).toEqual({ chain: 'anvil' });
  });

  it('contain only the watchers of the watched chains, with the options of each chain', () => {
    const watches = watchesOf(['xrp', 'anvil'], {
      start: { xrp: 7 },
      confirmations: { anvil: 2 },
      reconcileEvery: { anvil: 5 },
      traceBlocks: { anvil: 'always' },
    });
    expect(onlyWatching(all, watches).map(({ event }) => event)).toEqual([
      all[0]?.event,
      { chain: 'anvil', confirmations: 2, reconcileEvery: 5, traceBlocks: 'always' },
      { chain: 'xrp', start: 7 },
    ]);
  });

  it('contain no watcher if no chain is watched', () => {
    expect(onlyWatching(all, [])).toEqual([all[0]]);
  });
});

describe('startRecurring', () => {
  afterEach(() => void jest.useRealTimers());

  it('invokes each function at once and then at its rate, until the stop', () => {
    jest.useFakeTimers();
    const called: unknown[] = [];
    const end = startRecurring([{ functionName: 'f', everyMs: 60_000, event: 1 }], (name) => called.push(name));
    jest.advanceTimersByTime(120_000);
    expect(called).toHaveLength(3);
    end();
    jest.advanceTimersByTime(120_000);
    expect(called).toHaveLength(3);
  });
});

describe('intervalMs', () => {
  it.each([
    ['rate(1 minute)', 60_000],
    ['rate(5 minutes)', 300_000],
    ['rate(2 hours)', 7_200_000],
  ])('converts %s', (expression, ms) => {
    expect(intervalMs(expression)).toBe(ms);
  });

  it('throws for unsupported expressions', () => {
    expect(() => intervalMs('cron(0 10 * * ? *)')).toThrow('cron');
  });
});
