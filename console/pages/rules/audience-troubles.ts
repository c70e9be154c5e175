import { type components, coversWallet } from '../../../sdk/index.ts';
import { type Match, USUAL_EVENTS } from '../../design/match-words.ts';
import { isOffByService, needsAttention, silentEmail } from '../../design/webhook-health.ts';
import type { SilentSwitch } from './audience.ts';

type Schemas = components['schemas'];
type Rule = Pick<Schemas['Rule'], 'id' | 'ruleType' | 'severity' | 'wallets' | 'notifyEmail'>;
type Wallet = Pick<Schemas['Wallet'], 'id' | 'type' | 'tags'>;

/** A receiver that the API counts for a rule, although nothing arrives there. */
export interface Trouble {
  readonly kind: string;
  /** Null for the e-mail addresses of the settings. */
  readonly id: string | null;
  /** What its users call the receiver; null for the e-mail addresses of the settings. */
  readonly name: string | null;
  readonly text: string;
  readonly match: Match & { readonly events?: readonly string[] };
}

interface Receivers {
  readonly webhooks: readonly Schemas['Webhook'][];
  readonly destinations: readonly Schemas['Destination'][];
  /** Undefined for a key that may not read the settings. */
  readonly mail: Pick<Schemas['Settings'], 'emails' | 'emailStatus'> | undefined;
}

/**
 * The receivers of an organisation where nothing arrives. Receivers that their owner turned off are none: the API does
 * not count them.
 */
export function troublesOf({ webhooks, destinations, mail }: Receivers): readonly Trouble[] {
  const { emails = [], emailStatus = [] } = mail ?? {};
  const silent = new Set(emailStatus.flatMap(({ address, status }) => (status === 'confirmed' ? [] : [address])));
  const textOf = (destination: Schemas['Destination']): string | undefined => {
    if (isOffByService(destination)) return 'is off';
    const isSilent = destination.isActive && silentEmail(destination, mail) !== undefined;
    return isSilent ? 'is not confirmed' : undefined;
  };
  return [
    ...webhooks.filter(needsAttention).map((webhook) => ({
      ...{ kind: 'webhook', id: webhook.id, name: webhook.description || webhook.url },
      text: webhook.isActive ? 'fails' : 'is off',
      match: { ...webhook.match, events: webhook.events },
    })),
    ...destinations.flatMap((destination) => {
      const { kind, id, name, match } = destination;
      const text = textOf(destination);
      return text === undefined ? [] : [{ kind, id, name, text, match }];
    }),
    // The API counts all addresses of the settings once: an address that is confirmed hears.
    ...(emails.length > 0 && emails.every((address) => silent.has(address))
      ? [{ kind: 'email', id: null, name: null, text: 'e-mail not confirmed', match: {} }]
      : []),
  ];
}

/** The receivers in trouble that the API counts for a rule. */
export const troublesOfRule = (troubles: readonly Trouble[], rule: Rule, wallets: readonly Wallet[]) =>
  troubles.filter(({ id, match }) => (id === null ? rule.notifyEmail : matchesRule(match, rule, wallets)));

/** The same as the API asks: a field without values matches everything, and any wallet of the rule may match. */
function matchesRule(match: Trouble['match'], rule: Rule, wallets: readonly Wallet[]): boolean {
  const has = (wanted: readonly string[] = [], values: readonly string[]) =>
    wanted.length === 0 || values.some((value) => wanted.includes(value));
  const { events = [], walletIds = [], walletTypes = [], walletTags = [] } = match;
  const covered = wallets.filter((wallet) => coversWallet(rule.wallets, wallet));
  const asksForWallets = walletIds.length + walletTypes.length + walletTags.length > 0;
  return (
    (events.length === 0 ? USUAL_EVENTS : events).includes('alert.fired') &&
    has(match.severities, [rule.severity]) &&
    has(match.ruleIds, [rule.id]) &&
    has(match.ruleTypes, [rule.ruleType]) &&
    (!asksForWallets ||
      covered.some(({ id, type, tags }) => has(walletIds, [id]) && has(walletTypes, [type]) && has(walletTags, tags)))
  );
}

/** How many of the receivers that the API counts hear, such as `3 of 4`. */
export const hearing = (total: number, troubles: readonly Trouble[]): string =>
  `${Math.max(0, total - troubles.length).toLocaleString()} of ${total.toLocaleString()}`;

interface Audience {
  readonly members: readonly Pick<Trouble, 'kind' | 'id'>[] | undefined;
  readonly silent: readonly SilentSwitch[];
}

/**
 * What stands beside the switches of a rule that send nowhere, by the field of the switch. While somebody hears, the
 * missing address is no fault: the list of who hears has it.
 */
export function switchWarnings({ members = [], silent }: Audience, troubles: readonly Trouble[]) {
  const isOfSettings = ({ kind, id }: Pick<Trouble, 'kind' | 'id'>) => kind === 'email' && id === null;
  const isUnconfirmed = members.some(isOfSettings) && troubles.some(isOfSettings);
  return new Map([
    ...(members.length > 0 ? [] : silent).map(
      ({ toggle, text }) => [toggle, `${text} Nothing is sent until somebody adds it.`] as const,
    ),
    ...(isUnconfirmed ? [['notifyEmail', 'No e-mail address of the settings is confirmed.'] as const] : []),
  ]);
}
