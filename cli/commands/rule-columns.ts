import stringWidth from 'string-width';
import { addressesNamed, bookLabels } from '../../sdk/book-labels.ts';
import { type AddressLabel, reasonText, ruleSentence } from '../../sdk/index.ts';
import type { Rule } from '../base/api-values.ts';
import type { Cli } from '../base/command.ts';
import { walletLabels } from '../base/wallet-labels.ts';
import { type Columns, LEAST_SENTENCE, usual } from '../output/text-table.ts';

/** The names of the rules of one team often begin alike. */
const LEAST_NAME = 32;

const columns: Columns<Rule> = {
  id: ({ id }) => id,
  name: ({ name }) => ({ whole: name, short: name, least: LEAST_NAME }),
  severity: ({ severity }) => severity,
  active: ({ isActive, mutedUntil }) => {
    if (isActive && mutedUntil !== null) return { whole: 'yes', short: 'muted' };
    return usual(isActive ? 'yes' : 'no', isActive);
  },
  audience: ({ audience }) => usual(audience, audience > 0),
  'fires when': (rule) => firesWhen(rule),
  fired: ({ firedCount }) => firedCount,
  'muted until': ({ mutedUntil }) => mutedUntil,
  suppressed: ({ suppressedCount }) => usual(suppressedCount, suppressedCount === 0),
  wallets: ({ wallets }) => walletsText(wallets),
  type: ({ ruleType }) => ruleType,
  cooldown: ({ cooldownMinutes, cooldownPer }) =>
    cooldownMinutes === 0 ? 'none' : `${cooldownMinutes} minutes per ${cooldownPer}`,
};

function firesWhen(rule: Rule, walletLabel?: (id: string) => string | undefined, addressLabel?: AddressLabel) {
  const text = ruleSentence(rule, walletLabel, addressLabel);
  // Counters behind the sentence go before the sentence stands below its row. Its end may be the exception.
  return { whole: text, short: text, least: LEAST_SENTENCE, wanted: stringWidth(text), isBelow: true };
}

/** The columns with the labels of the wallets and addresses that the sentences name. JSON has no sentence. */
export async function ruleColumns({ api, output }: Cli, rules: readonly Rule[]): Promise<Columns<Rule>> {
  if (output.json) return columns;
  // A sentence counts several wallets, and names a single one.
  const named = rules.flatMap(({ wallets: { ids } }) => (ids.length === 1 ? ids : []));
  const walletLabel = await walletLabels(api, named);
  const addressLabel = await bookLabels(api, rules.flatMap(addressesNamed));
  return { ...columns, 'fires when': (rule) => firesWhen(rule, walletLabel, addressLabel) };
}

/** One rule. The sentence rounds what the conditions state. */
export const ruleDetails = async (cli: Cli, rule: Rule): Promise<Columns<Rule>> => ({
  ...(await ruleColumns(cli, [rule])),
  conditions: ({ conditions }) => reasonText(conditions),
  'mute reason': ({ muteReason }) => muteReason,
  'custom webhook': ({ customWebhookUrl }) => customWebhookUrl,
  'last fired': ({ lastFiredAt }) => lastFiredAt,
});

/** `2, of the type cold, with the tag vault` */
function walletsText({ ids, tags, types }: Rule['wallets']): string {
  const parts = [
    ...(ids.length === 0 ? [] : [String(ids.length)]),
    ...types.map((type) => `of the type ${type}`),
    ...tags.map((tag) => `with the tag ${tag}`),
  ];
  return parts.length === 0 ? 'all' : parts.join(', ');
}
