import { randomBytes } from 'node:crypto';
import { routes } from '../../functions/routes.ts';
import { newOrganisation } from '../support/api.ts';
import { eventually } from '../support/eventually.ts';
import { consoleSource } from '../support/sources.ts';

const address = () => `0x${randomBytes(20).toString('hex')}`;
const hash = () => `0x${randomBytes(32).toString('hex')}`;

/** The paths of all pages of the console, as its navigation lists them. */
const pagePaths = [...(consoleSource.get('console/app/pages.ts') ?? '').matchAll(/path: '([^']+)'/g)].map(
  ([, path = '']) => path,
);

/**
 * An organisation that has something on every page: a wallet, records, a rule, alerts, and a webhook and a destination
 * that cannot be reached.
 */
export async function filledOrganisation() {
  const { api, apiKey, organisationId } = await newOrganisation();
  const wallet = await api.ok(routes.createWallet, {
    body: { label: 'Treasury', address: address(), chains: ['ethereum'] },
  });
  const webhook = await api.ok(routes.createWebhook, {
    body: { url: 'http://127.0.0.1:9/hooks', events: ['alert.fired'], description: 'Accounting' },
  });
  await api.ok(routes.createAddressList, { body: { name: 'partners', purpose: 'allow' } });
  await api.ok(routes.createBookEntry, { body: { address: address(), label: 'Acme', lists: ['partners'] } });
  // It hears of no alert: a delivery for each record would take long.
  const destination = await api.ok(routes.createDestination, {
    body: {
      name: 'Council',
      kind: 'discord',
      config: { url: 'http://127.0.0.1:9/hooks' },
      match: { severities: ['info'], walletIds: [wallet.id], walletTypes: ['multisig'] },
    },
  });
  await api.ok(routes.testDestination, { params: { id: destination.id } });
  const rule = await api.ok(routes.createRule, {
    body: { name: 'Any transfer', ruleType: 'any_transfer', severity: 'critical', cooldownMinutes: 0 },
  });
  const record = ({ blockNumber, hoursAgo = 0 }: { blockNumber: number; hoursAgo?: number }) =>
    api.ok(routes.importTransaction, {
      body: {
        walletId: wallet.id,
        hash: hash(),
        chain: 'ethereum',
        blockNumber,
        blockTimestamp: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
        fromAddress: address(),
        toAddress: wallet.address,
        valueDecimal: '1234567.000000000000000001',
        tokenSymbol: 'ETH',
        txType: 'transfer',
        status: 'success',
      },
    });
  const records = await Promise.all(
    Array.from({ length: 30 }, (_, n) => record({ blockNumber: 21_000_000 + n, hoursAgo: n })),
  );
  const alerts = await eventually(
    () => api.ok(routes.listEvents, { query: { pageSize: 100 } }),
    ({ meta }) => meta.total === records.length,
  );
  const deliveries = await eventually(
    () => api.ok(routes.listDeliveries, { query: { pageSize: 100, status: 'failed' } }),
    ({ meta }) => meta.total > 0,
  );
  const reader = await api.ok(routes.createKey, { body: { name: 'Reader', scope: 'read' } });
  const opened = {
    transactions: records[0]?.id ?? '',
    wallets: wallet.id,
    rules: rule.id,
    alerts: alerts.data[0]?.id ?? '',
    destinations: destination.id,
    webhooks: webhook.id,
    deliveries: deliveries.data[0]?.id ?? '',
  };
  const details = Object.entries(opened).map(([page, id]) => `/${page}?open=${id}`);
  return { api, apiKey, organisationId, readKey: reader.key, record, opened, paths: [...pagePaths, ...details] };
}

export type FilledOrganisation = Awaited<ReturnType<typeof filledOrganisation>>;
