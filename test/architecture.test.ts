import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cyclicEdges, filesOf, forbidden, imports, isIn, isPackage, root, source } from './support/sources.ts';

/**
 * What still breaks a rule. The lists may only shrink: a test fails for a new entry and for an entry that is no longer
 * true.
 */
const allowed = {
  cycles: [
    'lib/alerts/events → lib/alerts/rules',
    'lib/alerts/rules → lib/webhooks',
    'lib/chains → lib/chains/evm',
    'lib/chains → lib/chains/solana',
    'lib/chains → lib/chains/xrp',
    'lib/chains/evm → lib/chains',
    'lib/chains/solana → lib/chains',
    'lib/chains/xrp → lib/chains',
    'lib/deliveries → lib/alerts/rules',
    'lib/deliveries → lib/notifications',
    'lib/deliveries → lib/webhooks',
    'lib/notifications → lib/alerts/events',
    'lib/notifications → lib/alerts/rules',
    'lib/notifications → lib/deliveries',
    'lib/notifications → lib/webhooks',
    'lib/webhooks → lib/alerts/events',
    'lib/webhooks → lib/deliveries',
    'lib/webhooks → lib/notifications',
  ],
  platform: ['lib/platform/http/failure.ts → lib/chains/chain.ts'],
  deliveries: [
    'lib/deliveries/record-attempt.ts → lib/notifications/deliveries.ts',
    'lib/deliveries/record-attempt.ts → lib/notifications/email.ts',
    'lib/deliveries/record-attempt.ts → lib/notifications/webhook-disabled.ts',
  ],
  chains: [
    'lib/alerts/rules/types/method-call.ts → lib/chains/evm/selectors.ts',
    'lib/chains/address.ts → lib/chains/evm/evm-address.ts',
    'lib/chains/address.ts → lib/chains/solana/solana-address.ts',
    'lib/chains/address.ts → lib/chains/xrp/xrp-address.ts',
    'lib/chains/any-address.ts → lib/chains/evm/evm-address.ts',
    'lib/chains/chain-wiring.ts → lib/chains/evm/token-cache.ts',
  ],
  channels: [],
  bench: [
    'bench/in-process-node.ts → test/support/recorded-chain/node.ts',
    'bench/recorded.ts → test/support/recorded-chain/evm.ts',
    'bench/recorded.ts → test/support/recorded-chain/made-chain.ts',
    'bench/recorded.ts → test/support/recorded-chain/node.ts',
    'bench/recorded.ts → test/support/recorded-chain/solana.ts',
    'bench/recorded.ts → test/support/recorded-chain/xrp.ts',
    'bench/scan-blocks.ts → test/support/deps.ts',
    'bench/scan-blocks.ts → test/support/table.ts',
    'bench/scanning.ts → test/support/deps.ts',
    'bench/watched.ts → test/support/deps.ts',
  ],
};

describe('The imports of the repository', () => {
  it('are found by the pattern that reads them', () => {
    expect(source.size).toBeGreaterThan(150);
    expect(imports).toContainEqual({ file: 'functions/wallets/routes.ts', to: 'lib/wallets/schema.ts' });
    expect(imports).toContainEqual({ file: 'lib/chains/evm/evm-address.ts', to: 'ethers' });
    expect(imports.filter(({ to }) => to.endsWith('.ts') && !existsSync(join(root, to)))).toEqual([]);
  });

  it('never lead from lib to its users', () => {
    expect(
      forbidden((from, to) => isIn(from, 'lib') && isIn(to, 'functions', 'infra', 'local', 'bench', 'scripts', 'test')),
    ).toEqual([]);
  });

  it('never lead from functions to the infrastructure or the local stack', () => {
    expect(forbidden((from, to) => isIn(from, 'functions') && isIn(to, 'infra', 'local', 'test'))).toEqual([]);
  });

  it('never lead from infra to local, and from local only to the build and the stages', () => {
    const mayImport = ['infra/bundle.ts', 'infra/stages.ts'];
    expect(forbidden((from, to) => isIn(from, 'infra') && isIn(to, 'local', 'test'))).toEqual([]);
    expect(
      forbidden((from, to) => isIn(from, 'local') && isIn(to, 'infra', 'test') && !mayImport.includes(to)),
    ).toEqual([]);
  });

  it('never lead from bench to the tests', () => {
    expect(forbidden((from, to) => isIn(from, 'bench') && isIn(to, 'test'))).toEqual(allowed.bench);
  });

  it('form no cycle between the folders of lib', () => {
    expect(cyclicEdges('lib')).toEqual(allowed.cycles);
  });
});

describe('The layers of lib', () => {
  it('have values at the bottom, which import nothing else of lib', () => {
    expect(forbidden((from, to) => isIn(from, 'lib/values') && isIn(to, 'lib') && !isIn(to, 'lib/values'))).toEqual([]);
  });

  it('have a platform that imports no domain', () => {
    expect(
      forbidden((from, to) => isIn(from, 'lib/platform') && isIn(to, 'lib') && !isIn(to, 'lib/platform', 'lib/values')),
    ).toEqual(allowed.platform);
  });

  it('have deliveries that know no channel', () => {
    expect(
      forbidden((from, to) => isIn(from, 'lib/deliveries') && isIn(to, 'lib/channels', 'lib/notifications')),
    ).toEqual(allowed.deliveries);
  });

  it('have domains that do not know HTTP', () => {
    const http = 'lib/platform/http';
    expect(forbidden((from, to) => isIn(from, 'lib') && !isIn(from, http) && isIn(to, http))).toEqual([]);
  });
});

describe('The members of a registry', () => {
  it.each<[string, RegExp, string[], readonly string[]]>([
    ['rule types', /^lib\/alerts\/rules\/types\/(?!index\.ts)/, ['lib/alerts/rules/types/index.ts'], []],
    [
      'chain families',
      /^lib\/chains\/(?!port\/)[\w-]+\//,
      ['lib/chains/families.ts', 'lib/chains/readers.ts'],
      allowed.chains,
    ],
    ['channels', /^lib\/channels\/(?!port\/|message\/)[\w-]+\//, ['lib/channels/index.ts'], allowed.channels],
  ])('are imported by no other file: %s', (_what, member, registries, exceptions) => {
    const isOutside = (from: string, to: string) => dirname(from) !== dirname(to) && !registries.includes(from);
    expect(forbidden((from, to) => isIn(from, 'lib') && member.test(to) && isOutside(from, to))).toEqual(exceptions);
  });
});

describe('The packages', () => {
  it.each([
    ['ethers', 'evm'],
    ['@solana/web3.js', 'solana'],
    ['xrpl', 'xrp'],
  ])('include %s, which only lib/chains/%s imports in the product', (sdk, family) => {
    const mayImport = (from: string) => isIn(from, `lib/chains/${family}`, 'local', 'bench', 'scripts');
    expect(forbidden((from, to) => isPackage(to, sdk) && !mayImport(from))).toEqual([]);
  });

  it('include middy, which only lib/platform/http imports', () => {
    expect(forbidden((from, to) => to.startsWith('@middy/') && !isIn(from, 'lib/platform/http'))).toEqual([]);
  });

  it('include the types of Lambda events, which the handlers, lib/platform and the local stack import', () => {
    const mayImport = (from: string) =>
      isIn(from, 'lib/platform/http', 'functions', 'local') || from === 'lib/platform/batch.ts';
    expect(forbidden((from, to) => isPackage(to, 'aws-lambda') && !mayImport(from))).toEqual([]);
  });

  it('include the document client, which only the table, the rate limit and repositories with an index import', () => {
    const mayImport = (from: string) =>
      isIn(from, 'lib/platform/table', 'lib/platform/rate-limit') || /^lib\/([\w-]+\/)+(repo|due)\.ts$/.test(from);
    expect(
      forbidden((from, to) => isIn(from, 'lib') && isPackage(to, '@aws-sdk/lib-dynamodb') && !mayImport(from)),
    ).toEqual([]);
  });
});

describe('The files', () => {
  const files = filesOf('lib', 'functions', 'infra', 'local', 'bench', 'scripts');

  it('have unique names, except the names that each domain repeats', () => {
    const repeated = ['schema.ts', 'repo.ts', 'index.ts', 'routes.ts'];
    const byName = Map.groupBy(
      files.filter((file) => !repeated.includes(basename(file))),
      (file) => basename(file),
    );
    expect([...byName.values()].filter(({ length }) => length > 1)).toEqual([]);
  });

  it('of lib lie in a folder', () => {
    expect(files.filter((file) => dirname(file) === 'lib')).toEqual([]);
  });
});
