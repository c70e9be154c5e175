import { describe, expect, it } from '@jest/globals';
import { chainOf } from '../../../lib/chains/registry.ts';
import { usedPrices } from '../../../lib/overview/meta.ts';
import { fixedSetting } from '../../../local/aws/fixed-prices.ts';
import { environmentFor } from '../../../local/aws/function-environment.ts';
import { startOptions } from '../../../local/cli/start-options.ts';

const endpoints = { dynamoDb: 'http://d', sqs: 'http://q', aws: 'http://a', api: 'http://api' };
const spec = {
  ...{ name: 'list-chains', arn: 'arn', logGroup: 'logs', file: 'list-chains.mjs', exportName: 'handler' },
  ...{ version: '$LATEST', timeoutMs: 1_000, memoryMb: 256, concurrency: 1, asyncRetries: 0, maxEventAgeMs: 1_000 },
  // As the template of a stage has it.
  environment: { PRICE_SOURCE: 'live' },
};

/** The prices of a chain as `GET /api/chains` tells them, on a stack that was started with these options. */
const told = (chain: Parameters<typeof chainOf>[0], ...args: string[]) => {
  const { prices } = startOptions(args);
  const { PRICE_SOURCE = '' } = environmentFor(endpoints, { prices })(spec, 'key');
  return usedPrices(PRICE_SOURCE)(chainOf(chain));
};

describe('The prices of a local stack', () => {
  it('are live beside a node of a main net, as on a deployed stage', () => {
    const live = { source: 'live', nativeUsd: null };
    expect(told('ethereum', '--rpc', 'ethereum=https://rpc.example.com')).toEqual(live);
    expect(told('anvil', '--prices', 'live')).toEqual(live);
  });

  it('are fixed beside development chains, where a coin of a test network is worth nothing', () => {
    expect(told('anvil')).toEqual({ source: 'fixed', nativeUsd: '2500' });
    expect(told('xrp')).toEqual({ source: 'fixed', nativeUsd: '0.5' });
    expect(told('sepolia', '--rpc', 'sepolia=https://rpc.example.com')).toEqual({ source: 'fixed', nativeUsd: null });
  });

  it('have no price of a coin that their table leaves out', () => {
    expect(usedPrices('{"anvil": {"0x5FbDB2315678afecb367f032d93F642f64180aa3": "1"}}')(chainOf('anvil'))).toEqual({
      source: 'fixed',
      nativeUsd: null,
    });
    expect(usedPrices(fixedSetting('base', { x: '1' }))(chainOf('base')).nativeUsd).toBe('2500');
  });
});
