import fc from 'fast-check';
import { CreateAddressList } from '../../../lib/address-book/address-list-schema.ts';
import { createEntries } from '../../../lib/address-book/bulk-entries.ts';
import { CreateBookEntry } from '../../../lib/address-book/schema.ts';
import { acknowledge, resolve } from '../../../lib/alerts/events/repo.ts';
import { createRule, updateRule } from '../../../lib/alerts/rules/change-rule.ts';
import { assertUnused } from '../../../lib/alerts/rules/list-in-use.ts';
import { CreateRule } from '../../../lib/alerts/rules/schema.ts';
import { createDestination, updateDestination } from '../../../lib/channels/destinations/change-destination.ts';
import { createKey } from '../../../lib/organisations/api-keys/create-key-for.ts';
import { followEmailLink } from '../../../lib/organisations/email-addresses/follow-email-link.ts';
import { emailAddressId } from '../../../lib/organisations/email-addresses/repo.ts';
import { setLimits } from '../../../lib/organisations/limits/set-limits.ts';
import type { NewMute } from '../../../lib/organisations/mutes/schema.ts';
import type { Changer } from '../../../lib/platform/audit/acting.ts';
import { plusDays } from '../../../lib/values/time.ts';
import { createWallets } from '../../../lib/wallets/bulk-creation.ts';
import { CreateWallet } from '../../../lib/wallets/schema.ts';
import { createWebhook, updateWebhook } from '../../../lib/webhooks/change-webhook.ts';
import { CreateWebhook } from '../../../lib/webhooks/schema.ts';
import { aStoredTransaction } from '../../support/records.ts';
import { type Day, EMAILS } from './day.ts';
import { ALL, type Do, type Doing, jobActs, nth, to } from './day-jobs.ts';

const rules = (day: Day) => day.parts.rules.all(day.organisation);
const webhooks = (day: Day) => day.parts.webhooks.all(day.organisation);
const destinations = (day: Day) => day.parts.destinations.all(day.organisation);
const wallets = async (day: Day) => (await day.parts.wallets.list(day.organisation, ALL)).data;
const apiKeys = async (day: Day) => (await day.parts.keys.list(day.organisation, ALL)).data;
const book = async (day: Day) => (await day.parts.book.list(day.organisation, ALL)).data;
const lists = async (day: Day) => (await day.parts.lists.list(day.organisation, ALL)).data;
const transactions = async (day: Day) => day.seen.transactions;
const events = async (day: Day) => day.seen.events;

const emailOf = ({ n }: Doing): string => EMAILS[n % EMAILS.length] ?? '';
/** The end comes after the day. */
const muteOf = (day: Day, { n, text }: Doing): NewMute => ({
  ...{ until: plusDays(day.deps.now(), 2 + (n % 20)).toISOString(), reason: text, critical: n % 2 === 0 },
});
const LISTS = ['partners', 'sanctioned'];
const listsOf = ({ n }: Doing): string[] => LISTS.slice(0, n % (LISTS.length + 1));
const sourceOf = (n: number) => ({ url: `http://127.0.0.1:9/lists/${n}`, format: 'text', column: null }) as const;
const slackOf = (n: number) => ({ url: `http://127.0.0.1:9/slack/${n}abcd` });

export const acts = {
  'create a rule': ({ parts, organisation }, { text, n }) =>
    createRule(
      parts,
      organisation,
      CreateRule.parse({
        ...{ name: text, ruleType: 'large_transfer', conditions: { value_usd: { gte: n } }, cooldownMinutes: n + 1 },
      }),
    ),
  'change a rule': to(rules, ({ parts, organisation }, { id }, { text, n }) =>
    updateRule(parts, organisation, id, { name: text, isActive: n % 2 === 0, conditions: { value_usd: { lte: n } } }),
  ),
  'mute and change a rule': to(rules, (day, { id }, act) => {
    const { until: mutedUntil, reason: muteReason, critical: muteCritical } = muteOf(day, act);
    return updateRule(day.parts, day.organisation, id, { name: act.text, mutedUntil, muteReason, muteCritical });
  }),
  'mute a rule': to(rules, (day, rule, act) =>
    day.parts.mutes.set(day.organisation, day.parts.rules.muted(day.organisation, rule), muteOf(day, act)),
  ),
  'unmute a rule': to(rules, ({ parts, organisation }, rule) =>
    parts.mutes.set(organisation, parts.rules.muted(organisation, rule), null),
  ),
  'delete a rule': to(rules, async ({ parts, organisation }, { id }) => {
    await parts.rules.remove(organisation, id);
    await parts.mutes.endOfDeleted(organisation, 'rule', id);
  }),
  'create a webhook': ({ parts, organisation }, { n }) =>
    createWebhook(
      parts,
      organisation,
      CreateWebhook.parse({ url: `http://127.0.0.1:9/hooks/${n}`, events: ['alert.fired'] }),
    ),
  'change a webhook': to(webhooks, ({ parts, organisation }, { id }, { n }) =>
    updateWebhook(parts, organisation, id, { isActive: n % 2 === 0, url: `http://127.0.0.1:9/other/${n}` }),
  ),
  'delete a webhook': to(webhooks, ({ parts, organisation }, { id }) => parts.webhooks.remove(organisation, id)),
  'create a destination': ({ parts, organisation }, { text, n }) =>
    createDestination(parts, organisation, {
      ...{ name: text, kind: 'slack', config: slackOf(n), isActive: true },
      match: n % 2 === 0 ? {} : { severities: ['critical'] },
    }),
  'change a destination': to(destinations, ({ parts, organisation }, { id }, { text, n }) =>
    updateDestination(parts, organisation, id, {
      ...{ name: text, isActive: n % 2 === 0, match: { severities: ['info'] } },
      ...(n % 3 === 0 && { config: slackOf(n) }),
    }),
  ),
  'delete a destination': to(destinations, ({ parts, organisation }, { id }) =>
    parts.destinations.remove(organisation, id),
  ),
  'create a wallet': (day, { text, n }) => {
    const address = day.address();
    const body = CreateWallet.parse({ label: text, address, chains: ['ethereum'], tags: [`t${n}`] });
    return day.parts.wallets.create(day.organisation, body, { address, destinationTag: null });
  },
  'create wallets': (day, { text, n }) => {
    const rows = Array.from({ length: 1 + (n % 15) }, (_, row) => {
      const address = day.address();
      const more = row % 2 === 0 ? {} : { type: 'cold', color: '#1a2b3c', externalId: address, managedBy: text };
      return { label: text, address, chains: ['base', 'ethereum'], tags: [`t${n}`], watch: row % 3 > 0, ...more };
    });
    return createWallets(day.deps, day.organisation, rows);
  },
  'change a wallet': to(wallets, ({ parts, organisation }, { id }, { text, n }) =>
    parts.wallets.update(organisation, id, { label: text, tags: n % 2 === 0 ? [] : ['a.b', `t${n}`] }),
  ),
  'mute and change a wallet': to(wallets, (day, { id }, act) => {
    const { parts, organisation } = day;
    const planMute = parts.mutes.planOf(organisation, 'wallet', id, muteOf(day, act));
    return parts.wallets.update(organisation, id, { label: act.text }, planMute);
  }),
  'mute a wallet': to(wallets, (day, wallet, act) =>
    day.parts.mutes.set(day.organisation, day.parts.wallets.muted(day.organisation, wallet), muteOf(day, act)),
  ),
  'unmute a wallet': to(wallets, ({ parts, organisation }, wallet) =>
    parts.mutes.set(organisation, parts.wallets.muted(organisation, wallet), null),
  ),
  'delete a wallet': to(wallets, async ({ parts, organisation }, { id }) => {
    await parts.wallets.remove(organisation, id);
    await parts.mutes.endOfDeleted(organisation, 'wallet', id);
  }),
  'create a key': ({ deps, organisation }, { text }) => createKey(deps, organisation, { name: text, scope: 'read' }),
  'revoke a key': to(apiKeys, ({ parts, organisation }, { id }) => parts.keys.revoke(organisation, id)),
  'change the settings': ({ parts, organisation }, { n }) =>
    parts.settings.change(organisation, { emails: EMAILS.slice(0, n % (EMAILS.length + 1)) }),
  'ask an address': ({ parts, organisation }, act) => parts.emails.ask(organisation, emailOf(act), 'secret', true),
  'follow a link': ({ parts, organisation: organisationId }, act) =>
    followEmailLink(
      { emailAddresses: parts.emails, sealer: parts.sealer },
      {
        ...{ purpose: 'confirm', organisationId, proof: 'secret' },
        addressId: emailAddressId(organisationId, emailOf(act)),
      },
    ),
  'create a list': ({ parts, organisation }, { n }) =>
    parts.lists.create(
      organisation,
      CreateAddressList.parse({ name: nth(LISTS, n), purpose: 'info', source: n % 3 === 0 ? sourceOf(n) : null }),
    ),
  'change a list': to(lists, ({ parts, organisation }, { id }, { n }) =>
    parts.lists.update(organisation, id, {
      ...(n % 3 !== 0 && { purpose: n % 2 === 0 ? 'allow' : 'deny' }),
      ...(n % 3 === 0 && { source: n % 2 === 0 ? sourceOf(n) : null }),
    }),
  ),
  'refresh a list': to(lists, ({ parts, organisation }, { id }) => parts.lists.refresh(organisation, id)),
  'delete a list': to(lists, async ({ parts, organisation }, { id, name }) =>
    parts.lists.remove(organisation, id, await assertUnused(parts.rules, organisation, name)),
  ),
  'create an entry': (day, act) =>
    day.parts.book.create(
      day.organisation,
      CreateBookEntry.parse({ address: day.address(), label: act.text, note: act.text, lists: listsOf(act) }),
    ),
  'create entries': (day, act) =>
    createEntries(
      day.deps,
      day.organisation,
      Array.from({ length: 1 + 5 * act.n }, (_, row) => ({
        ...{ address: day.address(), label: act.text, note: `${act.text} ${row}` },
        lists: row % 4 === 0 ? listsOf(act) : [],
      })),
    ),
  'change an entry': to(book, ({ parts, organisation }, { id }, act) =>
    parts.book.update(organisation, id, { label: act.text, note: '', lists: listsOf(act) }),
  ),
  'delete an entry': to(book, ({ parts, organisation }, { id }) => parts.book.remove(organisation, id)),
  'acknowledge an alert': to(events, ({ deps, parts, organisation }, id, { text, n, by }) =>
    parts.events.review(
      organisation,
      id,
      acknowledge({ id: by.id, name: 'Ada', at: deps.now() }, n % 2 === 0 ? null : text),
      async () => ({ deliveryIds: [], writes: [] }),
    ),
  ),
  'resolve an alert': to(events, ({ deps, parts, organisation }, id, { text, n, by }) =>
    parts.events.review(
      organisation,
      id,
      resolve({ id: by.id, name: 'Ada', at: deps.now() }, n % 2 === 0 ? null : text),
      async () => ({ deliveryIds: [], writes: [] }),
    ),
  ),
  'import a record': async ({ deps, parts, organisation, address, seen }, { n }) => {
    const [id, walletId] = [deps.newId(), deps.newId()];
    const record = aStoredTransaction({ id, walletId, hash: `${address()}${'0'.repeat(24)}`, tokenAmount: String(n) });
    await parts.transactions.record(organisation, record);
    seen.transactions.push(id);
  },
  'annotate a record': to(transactions, ({ parts, organisation }, id, { text, n }) =>
    parts.transactions.annotate(organisation, id, n % 2 === 0 ? { notes: text } : { tags: [text, `t${n}`] }),
  ),
  ...jobActs,
  'set limits': ({ deps, organisation: organisationId }, { n }) =>
    setLimits(deps, { organisationId, limits: { wallets: n % 3 === 0 ? null : 100 + n, rules: 100 } }),
  suspend: ({ parts, organisation }) => parts.suspensions.suspend(organisation),
  resume: ({ parts, organisation }) => parts.suspensions.resume(organisation),
} satisfies Record<string, Do>;

const person: Changer = { kind: 'person', id: 'ada@example.com', name: 'Ada' };
const key: Changer = { kind: 'key', id: 'key-admin', name: 'admin' };
const OF_OPERATORS: readonly string[] = ['set limits', 'suspend', 'resume'];
const byOf = (kind: string, isPerson: boolean): Changer => {
  if (OF_OPERATORS.includes(kind)) return { kind: 'operator', id: null, name: null };
  if (kind === 'follow a link') return { kind: 'link', id: null, name: null };
  return isPerson ? person : key;
};
const kinds = Object.keys(acts).filter((kind): kind is keyof typeof acts => kind in acts);

/** One of the acts. */
interface Act extends Doing {
  readonly kind: keyof typeof acts;
}

export const act: fc.Arbitrary<Act> = fc
  .record({
    kind: fc.constantFrom(...kinds),
    isPerson: fc.boolean(),
    n: fc.nat(20),
    text: fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(...'ab.é漢"\\{') }),
  })
  .map(({ isPerson, ...rest }) => ({ ...rest, by: byOf(rest.kind, isPerson) }));
