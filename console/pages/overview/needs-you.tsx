import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { PageLink } from '../../design/page-link.tsx';
import { isOffByService, needsAttention, neverArrived } from '../../design/webhook-health.ts';
import { useChains } from '../../live/chains.ts';
import { useCoverages } from '../../live/coverages.ts';
import { useCriticalAlerts } from '../../live/critical-alerts.ts';
import { useDestinations } from '../../live/destinations.ts';
import { useLiveItem } from '../../live/live-item.ts';
import { useMailSettings } from '../../live/mail-settings.ts';
import { useRecipients } from '../../live/recipients.ts';
import { useRules } from '../../live/rules.ts';
import { useWallets } from '../../live/wallets.ts';
import { useWebhooks } from '../../live/webhooks.ts';
import { useClient, useRefusal } from '../../session/session-context.ts';
import { useChainUsers } from './chain-users.ts';
import { type Counts, MOST_COUNTED, needsOf } from './needs.ts';

/** Values and settings change slowly. */
const SLOW_MS = 15_000;
const DAY_MS = 24 * 60 * 60_000;
/** A chain of these states records nothing at present. */
const STANDING: ReadonlySet<string> = new Set(['stopped', 'stalled']);

/**
 * Whether anything waits for the user: a sentence with a link for each thing. While the first steps ask for a wallet
 * and a rule, this asks for neither, and shows nothing if nothing else is needed.
 */
export function NeedsYou({ isNew }: { readonly isNew: boolean }) {
  const { counts, hasFailed } = useCounts();
  const needs = needsOf(isNew ? { ...counts, watchedWallets: undefined, activeRules: undefined } : counts);
  if (isNew && needs.length === 0) return null;
  const isKnown = Object.values(counts).every((count) => count !== undefined);
  const rest = hasFailed ? (
    <StatusIndicator type="error">
      {needs.length > 0
        ? 'There may be more: the service does not answer.'
        : 'Nobody knows: the service does not answer.'}
    </StatusIndicator>
  ) : (
    <StatusIndicator type="loading">{needs.length > 0 ? 'Looking for more' : 'Looking'}</StatusIndicator>
  );
  return (
    <Container header={<Header variant="h2">Does anything need you?</Header>}>
      <div aria-live="polite">
        {needs.length > 0 ? (
          <ul className="plain">
            {needs.map(({ to, text }) => (
              <li key={to}>
                <PageLink to={to}>{text}</PageLink>
              </li>
            ))}
          </ul>
        ) : null}
        {isKnown ? needs.length === 0 && <StatusIndicator type="success">Nothing needs you.</StatusIndicator> : rest}
      </div>
    </Container>
  );
}

function useCounts(): { readonly counts: Counts; readonly hasFailed: boolean } {
  const client = useClient();
  const critical = useCriticalAlerts();
  const webhooks = useWebhooks();
  const destinations = useDestinations();
  const coverages = useCoverages();
  const wallets = useWallets();
  const { nameOf } = useChains();
  const arrivals = useRecipients();
  // Only a key of scope admin may read the settings.
  const mayRead = useRefusal('admin') === undefined;
  const mail = useMailSettings();
  const values = useLiveItem({
    key: ['transactions', 'count', 'pending'],
    load: (signal) =>
      client.GET('/api/transactions', { params: { query: { valueStatus: 'pending', pageSize: 1 } }, signal }),
    pauseMs: SLOW_MS,
  });
  const unsent = useLiveItem({
    key: ['deliveries', 'newest', 'not_sent'],
    load: (signal) =>
      client.GET('/api/webhooks/deliveries', {
        params: { query: { status: 'not_sent', pageSize: MOST_COUNTED } },
        signal,
      }),
    pauseMs: SLOW_MS,
  });
  const silent = coverages.coverages.filter(({ status }) => status === 'unwatched' || STANDING.has(status));
  const users = useChainUsers(silent.map(({ chain }) => chain));
  const counted = silent.map(({ chain, status }) => ({ chain, status, wallets: users.usersOf(chain) }));
  const areChainsKnown =
    !coverages.isLoading && coverages.error === null && counted.every(({ wallets: each }) => each !== undefined);
  const inUse = counted.flatMap(({ wallets: each = 0, ...chain }) => (each > 0 ? [{ ...chain, wallets: each }] : []));
  const rules = useRules();
  const reads = [critical, webhooks, destinations, coverages, wallets, rules, values, unsent, arrivals, users];
  const counts = {
    watchedWallets: users.watched,
    activeRules: rules.isLoaded ? rules.rules.filter(({ isActive }) => isActive).length : undefined,
    criticalAlerts: critical.item?.meta.total,
    unheardRules: rules.isLoaded
      ? rules.rules.filter(({ isActive, audience }) => isActive && audience === 0).length
      : undefined,
    failingWebhooks: webhooks.isLoaded ? webhooks.webhooks.filter(needsAttention).length : undefined,
    destinationsOff: destinations.isLoaded ? destinations.destinations.filter(isOffByService).length : undefined,
    failingDestinations:
      destinations.isLoaded && arrivals.recipients !== undefined
        ? destinations.destinations.filter(({ id, isActive }) => isActive && neverArrived(id, arrivals.recipients) > 0)
            .length
        : undefined,
    silentAddresses: mayRead ? mail?.emailStatus.filter(({ status }) => status !== 'confirmed').length : 0,
    unsentMail: unsent.item?.data.filter(({ createdAt }) => Date.now() - Date.parse(createdAt) < DAY_MS).length,
    unwatchedChains: areChainsKnown
      ? inUse
          .filter(({ status }) => status === 'unwatched')
          .map(({ chain, wallets: each }) => ({ id: chain, name: nameOf(chain), wallets: each }))
      : undefined,
    stoppedChains: areChainsKnown ? inUse.filter(({ status }) => STANDING.has(status)).length : undefined,
    pendingValues: values.item?.meta.total,
  };
  return { counts, hasFailed: reads.some(({ error }) => error !== null) };
}
