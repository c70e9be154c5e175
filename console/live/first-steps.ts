import { useEffect } from 'react';
import { useClient, useRefusal, useSession } from '../session/session-context.ts';
import { useCoverages } from './coverages.ts';
import { useDestinations } from './destinations.ts';
import { useLiveItem } from './live-item.ts';
import { useMailSettings } from './mail-settings.ts';
import { useRules } from './rules.ts';
import { useWallets } from './wallets.ts';
import { useWebhooks } from './webhooks.ts';

/** Whether a message has arrived matters to the last steps alone. */
const SLOW_MS = 10_000;

/** The steps in their order: what is true when it is done, and the page where the user does it. */
const STEPS = {
  wallet: { what: 'A wallet is watched', next: 'add a wallet', to: '/wallets?add=wallet' },
  receiver: {
    what: 'Chainwatch knows where to tell you',
    next: 'say where to tell you',
    to: '/destinations?add=destination',
  },
  rule: { what: 'A rule says what is worth an alert', next: 'make a rule from a template', to: '/rules?open=new' },
  message: { what: 'A message has arrived', next: 'send a test message', to: '/' },
  chain: { what: 'A chain of your wallets is watched', next: 'see which chains are watched', to: '/coverage' },
} as const;

export type FirstStepId = keyof typeof STEPS;

export interface FirstStep {
  readonly id: FirstStepId;
  readonly isDone: boolean;
  readonly what: string;
  readonly next: string;
  readonly to: string;
}

/**
 * The first minutes of an organisation: five steps. Undefined while nobody knows them, for a key that may only read,
 * and when all were done once: then nothing shows on this device any more, because deliveries and wallets come and go.
 */
export function useFirstSteps(): readonly FirstStep[] | undefined {
  const { me } = useSession();
  const mayWrite = useRefusal('write') === undefined;
  const done = useDone();
  const kept = `first steps ${me.organisation.id}`;
  const areAllDone = Object.values(done).every((isDone) => isDone);
  useEffect(() => {
    if (areAllDone) localStorage.setItem(kept, 'done');
  }, [areAllDone, kept]);
  if (!mayWrite || areAllDone || localStorage.getItem(kept) !== null) return undefined;
  const step = (id: FirstStepId): readonly FirstStep[] => {
    const isDone = done[id];
    return isDone === undefined ? [] : [{ id, isDone, ...STEPS[id] }];
  };
  const steps = IDS.flatMap(step);
  return steps.length === IDS.length ? steps : undefined;
}

const IDS = ['wallet', 'receiver', 'rule', 'message', 'chain'] as const satisfies readonly FirstStepId[];

/** Which steps are done; undefined while nobody knows. */
function useDone(): Readonly<Record<FirstStepId, boolean | undefined>> {
  const client = useClient();
  const wallets = useWallets();
  const rules = useRules();
  const webhooks = useWebhooks();
  const destinations = useDestinations();
  const coverages = useCoverages();
  const settings = useMailSettings();
  const mayReadSettings = useRefusal('admin') === undefined;
  const arrived = useLiveItem({
    key: ['deliveries', 'count', 'delivered'],
    load: (signal) =>
      client.GET('/api/webhooks/deliveries', { params: { query: { status: 'delivered', pageSize: 1 } }, signal }),
    pauseMs: SLOW_MS,
  });
  const chains = wallets.wallets.flatMap((wallet) => (wallet.watch ? wallet.chains : []));
  const hasReceiver =
    destinations.destinations.length > 0 ||
    webhooks.webhooks.length > 0 ||
    (settings !== undefined && (settings.emails.length > 0 || settings.slackWebhookUrl !== null));
  const areReceiversKnown =
    webhooks.isLoaded && destinations.isLoaded && (settings !== undefined || !mayReadSettings || hasReceiver);
  const areChainsKnown = wallets.isLoaded && !coverages.isLoading && coverages.error === null;
  return {
    wallet: wallets.isLoaded ? wallets.wallets.length > 0 : undefined,
    receiver: areReceiversKnown ? hasReceiver : undefined,
    rule: rules.isLoaded ? rules.rules.length > 0 : undefined,
    message: arrived.item === undefined ? undefined : arrived.item.meta.total > 0,
    chain: areChainsKnown ? chains.some((chain) => !coverages.unwatched.has(chain)) : undefined,
  };
}
