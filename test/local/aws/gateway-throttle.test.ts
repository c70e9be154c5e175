import { describe, expect, it } from '@jest/globals';
import { stageOf, tokenBucket } from '../../../local/aws/gateway-throttle.ts';
import { resolveTemplate } from '../../../local/aws/template.ts';

describe('tokenBucket', () => {
  it('allows a burst at once and then as many requests as the rate refills', () => {
    const allows = tokenBucket(10, 3);
    expect([0, 0, 0, 0].map(allows)).toEqual([true, true, true, false]);
    expect(allows(100)).toBe(true);
    expect(allows(100)).toBe(false);
  });

  it('never holds more tokens than the burst', () => {
    const allows = tokenBucket(1000, 2);
    expect([60_000, 60_000, 60_000].map(allows)).toEqual([true, true, false]);
  });
});

describe('stageOf', () => {
  it('gives each method a bucket of its own', () => {
    const all = { ResourcePath: '/*', HttpMethod: '*', ThrottlingRateLimit: 1, ThrottlingBurstLimit: 1 };
    const Properties = { StageName: 'prod', MethodSettings: [all] };
    const Resources = { Stage: { Type: 'AWS::ApiGateway::Stage', Properties } };
    const stage = stageOf(resolveTemplate({ Resources }, { stackName: 's', awsEndpoint: '' }));
    expect(stage.name).toBe('prod');
    expect(stage.allowsNow('GET /api/wallets', 0)).toBe(true);
    expect(stage.allowsNow('GET /api/wallets', 0)).toBe(false);
    expect(stage.allowsNow('POST /api/wallets', 0)).toBe(true);
  });
});
