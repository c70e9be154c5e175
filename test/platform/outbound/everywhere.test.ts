import { globSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { sender } from '../../../lib/channels/channel-registry.ts';
import { channels } from '../../../lib/channels/index.ts';
import type { Address } from '../../../lib/channels/port/channel.ts';
import { StoredSettings } from '../../../lib/channels/settings/schema.ts';
import { outboundWith } from '../../../lib/platform/outbound/outbound.ts';
import { dataKeyOf, sealer } from '../../../lib/platform/sealer.ts';
import { allConfirmed } from '../../support/email-addresses.ts';
import { aDelivery, aDestination, aRule, aWebhook, organisation, uuid } from '../../support/records.ts';
import { paceWith } from '../../support/turns.ts';
import { closeAll, counting } from './receiver.ts';

afterEach(closeAll);

const root = `${import.meta.dirname}/../../..`;

describe('outgoing requests of the service', () => {
  it('use the guarded post, except requests to configured nodes, to the price source and to the own API', () => {
    const nodeModules = String.raw`from '(?:node:)?(?:https?|http2|net|tls|dgram|dns)(?:\/promises)?'`;
    const dials = new RegExp(String.raw`\bfetch\(|\bWebSocket\(|${nodeModules}|from '(?:undici|axios|got|ws)'`);
    const files = globSync(['lib/**/*.ts', 'functions/**/*.ts'], { cwd: root });
    const dialling = files.filter((file) => dials.test(readFileSync(`${root}/${file}`, 'utf8')));
    expect(dialling.filter((file) => !file.startsWith('lib/platform/outbound/')).sort()).toEqual([
      'lib/chains/port/rpc-request.ts',
      // Asks the URL that the stage configures, and no URL of a tenant.
      'lib/operation/canary/canary-customer.ts',
      'lib/prices/defillama.ts',
    ]);
  });
});

describe('an attempt at an inner address', () => {
  const seal = sealer([dataKeyOf('3'.repeat(32))]);
  const sealed = (text: string, recordId: string) => seal.seal(text, { organisationId: organisation, recordId });
  const toSecretUrls = channels.all.filter(({ settingsFields }) => settingsFields?.secretUrl);
  const sealedFields = toSecretUrls.flatMap(({ settingsFields }) => settingsFields?.sealed ?? []);
  const toDestinations = channels.all.filter(({ destination }) => destination?.url);
  const addresses: Record<string, Address> = {
    webhook: { kind: 'webhook', webhookId: uuid(5) },
    custom: { kind: 'custom', ruleId: uuid(3) },
    ...Object.fromEntries(toSecretUrls.map(({ kind }) => [kind, { kind }])),
    ...Object.fromEntries(toDestinations.map(({ kind }) => [`${kind} destination`, { kind, destinationId: uuid(9) }])),
  };

  it.each(Object.keys(addresses))('by a %s is refused with its reason, and no connection is opened', async (kind) => {
    const guarded = await counting();
    for (const [host, reason] of [
      ['127.0.0.1', 'The host must be a public address.'],
      ['2130706433', 'The host must be a public address.'],
      ['[::ffff:127.0.0.1]', 'The host must be a public address.'],
      ['localhost', 'The host must be public, not localhost.'],
    ]) {
      const url = `https://${host}:${guarded.port}/hook`;
      const send = sender(channels, {
        now: () => new Date('2026-01-31T09:00:10.000Z'),
        version: '1.2.3',
        serviceUrl: 'https://chainwatch.example',
        pace: paceWith(),
        isOpen: async () => true,
        outbound: outboundWith('strict'),
        sealer: seal,
        webhooks: { find: async () => aWebhook({ url, sealedSecret: sealed('secret', uuid(5)) }) },
        destinations: { find: async () => aDestination({ sealedSecret: sealed(url, uuid(9)) }) },
        deliveries: { find: async () => null },
        rules: { find: async () => aRule({ customWebhookUrl: url, sealedCustomSecret: sealed('secret', uuid(3)) }) },
        settings: {
          get: async () =>
            StoredSettings.parse(Object.fromEntries(sealedFields.map((field) => [field, sealed(url, 'settings')]))),
        },
        ...allConfirmed,
        sendMail: () => Promise.reject(new Error('no e-mail in this test')),
      });
      const channel = addresses[kind];
      await expect(send(aDelivery({ url, ...(channel && { channel }) }), 1)).resolves.toMatchObject({
        kind: 'failed',
        error: `url_refused: ${reason}`,
        exchange: { response: null },
      });
    }
    expect(guarded.connections).toBe(0);
  });
});
