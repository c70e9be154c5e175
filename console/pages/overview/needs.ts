import { counted } from '../../design/counted.ts';

/** What is known so far. An unknown count is undefined. */
export interface Counts {
  /** Without a watched wallet, or without an active rule, nothing can ever need somebody. */
  readonly watchedWallets: number | undefined;
  readonly activeRules: number | undefined;
  readonly criticalAlerts: number | undefined;
  /** Active rules of whose alerts nobody hears. */
  readonly unheardRules: number | undefined;
  readonly failingWebhooks: number | undefined;
  readonly destinationsOff: number | undefined;
  /** Destinations to which deliveries of the last day failed, while none arrived. */
  readonly failingDestinations: number | undefined;
  /** Addresses of the settings that get no mail: not confirmed, or given up. */
  readonly silentAddresses: number | undefined;
  /** E-mails of the last day that were not sent, because their recipients may get none: MOST_COUNTED or more. */
  readonly unsentMail: number | undefined;
  /** The chains of watched wallets of which the service records nothing, with the number of these wallets. */
  readonly unwatchedChains:
    | readonly { readonly id: string; readonly name: string; readonly wallets: number }[]
    | undefined;
  readonly stoppedChains: number | undefined;
  /** Records whose value in USD waits for a price. */
  readonly pendingValues: number | undefined;
}

/** So many e-mails that were not sent are counted. Beyond them the sentence says "at least". */
export const MOST_COUNTED = 100;

export interface Need {
  readonly text: string;
  /** The page that shows it. */
  readonly to: string;
}

/** A sentence for each thing that waits for somebody, the most urgent first. */
export function needsOf(counts: Counts): readonly Need[] {
  const { criticalAlerts, stoppedChains, unheardRules, failingWebhooks, destinationsOff, failingDestinations } = counts;
  const { silentAddresses, unsentMail, unwatchedChains = [], pendingValues, watchedWallets, activeRules } = counts;
  const need = (count: number | undefined, to: string, noun: string, one: string, several: string): readonly Need[] =>
    count === undefined || count === 0 ? [] : [{ to, text: `${counted(count, noun)} ${count === 1 ? one : several}` }];
  const unsent = 'of the last day were not sent';
  const atLeast = (each: Need) => (unsentMail === MOST_COUNTED ? { ...each, text: `At least ${each.text}` } : each);
  const begin =
    watchedWallets === 0
      ? [{ to: '/wallets?add=wallet', text: 'No wallet is watched, so nothing is recorded: add a wallet' }]
      : activeRules === 0
        ? [{ to: '/rules?open=new', text: 'No rule is on, so no alert can come: make a rule' }]
        : [];
  return [
    ...begin,
    ...need(criticalAlerts, '/alerts?status=open&severity=critical', 'critical alert', 'is open', 'are open'),
    ...need(
      stoppedChains,
      '/coverage',
      'chain',
      'has stopped: nothing is recorded',
      'have stopped: nothing is recorded',
    ),
    ...need(unheardRules, '/rules', 'rule', 'makes alerts of which nobody hears', 'make alerts of which nobody hears'),
    ...need(failingWebhooks, '/webhooks', 'webhook', 'fails or is off', 'fail or are off'),
    ...need(destinationsOff, '/destinations', 'destination', 'was turned off', 'were turned off'),
    ...need(failingDestinations, '/deliveries', 'destination', 'fails: nothing arrives', 'fail: nothing arrives'),
    ...need(silentAddresses, '/settings', 'e-mail address', 'gets no mail', 'get no mail'),
    ...need(unsentMail, '/deliveries?status=not_sent', 'e-mail', 'of the last day was not sent', unsent).map(atLeast),
    ...unwatchedChains.flatMap(({ id, name, wallets }) => {
      const rest = `${name}, which Chainwatch does not record here`;
      return need(wallets, `/wallets?chain=${id}&watch=true`, 'wallet', `uses ${rest}`, `use ${rest}`);
    }),
    ...need(
      pendingValues,
      '/transactions?valueStatus=pending',
      'transaction',
      'waits for its value in USD',
      'wait for their values in USD',
    ),
  ];
}
