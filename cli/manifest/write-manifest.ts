import { Document, YAMLMap, YAMLSeq } from 'yaml';
import {
  type Destination,
  type Rule,
  SECRET_URLS,
  type Settings,
  secretFieldOf,
  TOGGLES,
  type Wallet,
  type Webhook,
} from '../base/api-values.ts';
import { CommandError } from '../base/failures.ts';
import { numbersAsText } from './decimal-text.ts';
import { MOST_OF_A_SECTION } from './manifest-schema.ts';
import type { PresentState } from './present-state.ts';
import { identityOfWallet, xAddressOf } from './wallet-identity.ts';

const HEADER = ` Written by \`chainwatch export\`. \`chainwatch apply -f\` makes the service what this file states.
 The secrets of webhooks are not part of it: no answer of the API shows them. Mutes are not part of it either: they end
 by themselves, and \`apply\` leaves them as they are.`;

const IS_SET = 'is set. It is a secret, so the file can only name an environment variable.';

/**
 * The present state, the oldest record first, as the content of a manifest, with which `apply` finds nothing to change.
 * @throws CommandError when two records have the same identity; the message names both ids.
 */
export function manifestOf(present: PresentState) {
  const { wallets, rules, addressLists, addressBook, destinations, webhooks, settings, families } = present;
  // A section that is left out needs no names.
  if (fits(wallets)) assertDistinct('wallets', wallets, (wallet) => identityOfWallet(wallet, families));
  assertDistinct('rules', rules, ({ name }) => name);
  assertDistinct('destinations', destinations, ({ name }) => name);
  assertDistinct('webhooks', webhooks, ({ url }) => url);
  const owners = new Set(wallets.flatMap(({ managedBy }) => managedBy ?? []));
  // With several owners, each wallet states its own.
  const [owner] = owners.size === 1 ? owners : [];
  return {
    ...(owner !== undefined && { managedBy: owner }),
    ...(fits(wallets) && { wallets: wallets.toReversed().map((wallet) => manifestWallet(wallet, owner)) }),
    addressLists: addressLists.toReversed().map(({ name, purpose, source }) => ({ name, purpose, source })),
    ...(fits(addressBook) && {
      addressBook: addressBook
        .toReversed()
        .map(({ address, family, label, note, lists }) => ({ address, family, label, note, lists })),
    }),
    rules: rules.toReversed().map((rule) => manifestRule(rule, wallets)),
    destinations: destinations.toReversed().map((each) => manifestDestination(each, rules, wallets)),
    webhooks: webhooks.toReversed().map((webhook) => manifestWebhook(webhook, rules, wallets)),
    ...(settings && { settings: manifestSettings(settings) }),
  };
}

/** Whether a file may state so many records. `export` leaves out a section with more of them. */
export const fits = (records: readonly unknown[]): boolean => records.length <= MOST_OF_A_SECTION;

/** The content as YAML, with comments where the file cannot state what the service has. */
export function manifestYaml(content: ReturnType<typeof manifestOf>, present: PresentState): string {
  const document = new Document(content);
  document.commentBefore = HEADER;
  const comment = (section: unknown, fields: readonly string[]) => {
    if (fields.length > 0 && section instanceof YAMLMap)
      section.comment = fields.map((field) => ` ${field} ${IS_SET}`).join('\n');
  };
  const nth = (section: string, n: number): unknown => {
    const list = document.get(section);
    return list instanceof YAMLSeq ? list.items[n] : undefined;
  };
  comment(
    document.get('settings'),
    SECRET_URLS.filter((field) => present.settings?.[field]),
  );
  for (const [n, { kind }] of present.destinations.toReversed().entries()) {
    const field = secretFieldOf(kind);
    comment(nth('destinations', n), field === undefined ? [] : [`config.${field}`]);
  }
  for (const [n, { headers }] of present.webhooks.toReversed().entries()) {
    comment(
      nth('webhooks', n),
      Object.keys(headers).map((name) => `headers.${name}`),
    );
  }
  return document.toString({ lineWidth: 0 });
}

function assertDistinct<T extends { readonly id: string }>(
  section: string,
  records: readonly T[],
  identityOf: (record: T) => string,
): void {
  const ids = new Map<string, string>();
  for (const record of records) {
    const identity = identityOf(record);
    const other = ids.get(identity);
    if (other !== undefined) {
      throw new CommandError(
        `The ${section} ${other} and ${record.id} are both "${identity}", so no file can tell them apart. ` +
          'Rename or delete one of them.',
      );
    }
    ids.set(identity, record.id);
  }
}

const manifestWallet = (wallet: Wallet, owner: string | undefined) => {
  const { label, chains, type, color, watch, tags, externalId, managedBy } = wallet;
  const stated = { label, address: xAddressOf(wallet), chains, type, color, watch, tags, externalId };
  return { ...stated, ...(managedBy !== owner && { managedBy }) };
};

function manifestRule(rule: Rule, wallets: readonly Wallet[]) {
  const { name, ruleType, severity, isActive, conditions } = rule;
  const { ids, tags, types } = rule.wallets;
  const { customWebhookUrl, cooldownMinutes, cooldownPer } = rule;
  return {
    name,
    ruleType,
    severity,
    isActive,
    wallets: ids.map((id) => referenceTo(id, wallets)),
    ...(tags.length > 0 && { walletTags: tags }),
    ...(types.length > 0 && { walletTypes: types }),
    conditions: numbersAsText(conditions),
    ...Object.fromEntries(TOGGLES.map((toggle) => [toggle, rule[toggle]])),
    customWebhookUrl,
    cooldownMinutes,
    cooldownPer,
  };
}

/** The label of a wallet, if no other wallet has the label; else the address. A deleted wallet has only its id. */
function referenceTo(walletId: string, wallets: readonly Wallet[]): string {
  const wallet = wallets.find(({ id }) => id === walletId);
  if (wallet === undefined) return walletId;
  const { label, address } = wallet;
  return wallets.filter((each) => each.label === label).length === 1 ? label : address;
}

/** The names of what a match names by ids. A deleted rule has only its id. */
function manifestMatch(
  { ruleIds, walletIds, ...rest }: Destination['match'],
  rules: readonly Rule[],
  wallets: readonly Wallet[],
) {
  return {
    ...rest,
    ...(ruleIds && { rules: ruleIds.map((id) => rules.find((rule) => rule.id === id)?.name ?? id) }),
    ...(walletIds && { wallets: walletIds.map((id) => referenceTo(id, wallets)) }),
  };
}

/** Without the secret. */
function manifestDestination(destination: Destination, rules: readonly Rule[], wallets: readonly Wallet[]) {
  const { name, kind, config, match, isActive } = destination;
  const { [secretFieldOf(kind) ?? '']: _, ...plain } = config;
  return { name, kind, config: plain, match: manifestMatch(match, rules, wallets), isActive };
}

/** Without the secret and the headers. */
const manifestWebhook = (webhook: Webhook, rules: readonly Rule[], wallets: readonly Wallet[]) => {
  const { url, events, description, payload, match, isActive } = webhook;
  return { url, events, description, payload, match: manifestMatch(match, rules, wallets), isActive };
};

/** A secret URL that is set is left out. */
const manifestSettings = (settings: Settings) => ({
  emails: settings.emails,
  ...Object.fromEntries(SECRET_URLS.filter((field) => settings[field] === null).map((field) => [field, null])),
});
