import { CHANNELS } from '../../sdk/index.ts';

/** Names that need more than their words. */
const KNOWN: Readonly<Record<string, string>> = {
  gte: 'At least',
  gt: 'More than',
  lte: 'At most',
  lt: 'Less than',
  value_usd: 'Value in USD',
  side: 'The wallet',
  other_end: 'The other end',
  outside: 'Outside the organisation',
  own: 'An own wallet',
  unknown_value: 'While the value is unknown',
  gas_price_gwei: 'Gas price in gwei',
  window_minutes: 'Window in minutes',
  per: 'One sum for each',
  below: 'Balance falls below',
  above: 'Balance rises above',
  rearm_percent: 'Way back before it fires again, in percent',
  spender_in: 'Spender is one of',
  spender_not_in: 'Spender is none of',
  counterparty_in: 'Counterparty is one of',
  counterparty_not_in: 'Counterparty is none of',
  lookalike: 'Looks like a known address',
  first_time: 'First time with the counterparty',
  kinds: 'Kinds of change',
  walletIds: 'Wallets',
  notifyEmail: 'Send e-mail to the addresses of the settings',
  notifyWebhook: 'Send to the webhook of this rule',
  customWebhookUrl: 'Webhook of this rule',
  cooldownMinutes: 'Cooldown in minutes',
  cooldownPer: 'One cooldown for each',
};

/** The toggles of the channels that post to a URL of the settings. */
const POSTS = CHANNELS.flatMap(({ toggle, label, secretUrl }) =>
  toggle === null || secretUrl === null ? [] : [[toggle, `Post to the ${label} URL of the settings`] as const],
);
const TEXTS = new Map([...Object.entries(KNOWN), ...POSTS]);

const ACRONYMS = new Set(['id', 'nft', 'url', 'usd']);

/** A name of the API as a person writes it: `nft_transfer` is "NFT transfer", `minValueUsd` is "Min value USD". */
export function labelOf(name: string): string {
  const known = TEXTS.get(name);
  if (known !== undefined) return known;
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_.-]+/);
  const text = words.map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word)).join(' ');
  return capitalised(text);
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
