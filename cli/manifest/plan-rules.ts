import { checkDone, dataOf } from '../../sdk/index.ts';
import { CreateRule, type Rule, UpdateRule } from '../base/api-values.ts';
import { CommandError } from '../base/failures.ts';
import { numbersAsText } from './decimal-text.ts';
import { newKey } from './idempotency-key.ts';
import { type Labelled, withAddresses } from './labelled-addresses.ts';
import type { ManifestRule } from './manifest-schema.ts';
import { matched, type Stated } from './match.ts';
import { changedOnly, differences, type PlannedChange, type Refuse, type Run } from './planned-change.ts';
import type { PresentState } from './present-state.ts';
import type { ReadManifest } from './read-manifest.ts';
import { idOfWallet, type ReferencedWallet } from './wallet-references.ts';

interface StatedRule extends Stated<ManifestRule> {
  /** Undefined when the file does not state them. */
  readonly wallets: readonly ReferencedWallet[] | undefined;
}

interface Known {
  /** Finds the wallet that a reference names. */
  walletOf(reference: string, place: string): ReferencedWallet;
  /** What conditions may name by a label. */
  readonly labelled: readonly Labelled[];
  /** Gets each label that names no address. */
  readonly refuse: Refuse;
}

/** @throws CommandError when more than one record fits, or when a type would change. */
export function planRules(
  { manifest, at }: ReadManifest,
  { rules }: PresentState,
  { walletOf, labelled, refuse }: Known,
): { changes: PlannedChange[]; deletions: PlannedChange[] } {
  const items = (manifest.rules ?? []).map(
    ({ conditions, ...rest }, n): StatedRule => ({
      item: {
        ...rest,
        ...(conditions && {
          conditions: withAddresses(conditions, labelled, (why, ...place) =>
            refuse(`${at('rules', n, 'conditions', ...place)}: ${why}`),
          ),
        }),
      },
      identity: rest.name,
      place: at('rules', n, 'name'),
      wallets: rest.wallets?.map((reference, i) => walletOf(reference, at('rules', n, 'wallets', i))),
    }),
  );
  const { stated, others } = matched(items, rules, ({ name }) => name);
  return {
    changes: stated.flatMap((each) => (each.present === undefined ? [creation(each)] : change(each, each.present))),
    deletions: others.map(deletion),
  };
}

const creation = ({ item, wallets }: StatedRule): PlannedChange => ({
  action: 'create',
  resource: 'rule',
  name: item.name,
  id: null,
  fields: [],
  async make(run) {
    const { isActive, wallets: _, walletTags: tags, walletTypes: types, ...body } = item;
    const created = await run.api.POST('/api/alerts/rules', {
      params: newKey(),
      body: CreateRule.parse({ ...body, wallets: { ids: wallets && idsOf(wallets, run), tags, types } }),
    });
    const { id, customWebhookSecret } = dataOf(created);
    run.createdRules.set(item.name, id);
    if (customWebhookSecret !== undefined) run.showSecret(`the URL of rule ${item.name}`, customWebhookSecret);
    // The API creates every rule active.
    if (isActive === false) await update(run, id, { isActive });
  },
});

function change({ item, place, wallets }: StatedRule, present: Rule): PlannedChange[] {
  const { ruleType, wallets: named, conditions, ...stated } = item;
  const { id, name } = present;
  if (ruleType !== present.ruleType) {
    throw new CommandError(
      `${place}: is of type ${ruleType}, but rule ${id} is of type ${present.ruleType}. A type cannot change: ` +
        'give the rule another name, or delete the rule first.',
    );
  }
  const { ids: walletIds, tags: walletTags, types: walletTypes } = present.wallets;
  const conditionTexts = numbersAsText(present.conditions);
  const comparable = { ...present, conditions: conditionTexts, wallets: walletIds, walletTags, walletTypes };
  const ids = wallets?.map((wallet) => wallet.id ?? wallet.identity);
  const fields = differences({ ...stated, conditions, wallets: ids }, comparable).map((each) =>
    each.field === 'wallets' ? { ...each, to: named } : each,
  );
  if (fields.length === 0) return [];
  const { walletTags: tags, walletTypes: types, ...body } = changedOnly({ ...stated, conditions }, fields);
  const isOfWallets = fields.some(({ field }) => WALLET_FIELDS.includes(field));
  // A change of one of the three states all three.
  const walletsIn = (run: Run) => ({
    ids: wallets === undefined ? walletIds : idsOf(wallets, run),
    tags: tags ?? walletTags,
    types: types ?? walletTypes,
  });
  const make = (run: Run) => update(run, id, { ...body, ...(isOfWallets && { wallets: walletsIn(run) }) });
  return [{ action: 'change', resource: 'rule', name, id, fields, make }];
}

const WALLET_FIELDS = ['wallets', 'walletTags', 'walletTypes'];

async function update(run: Run, id: string, body: object): Promise<void> {
  const path = { params: { path: { id } } };
  const answer = await run.api.PATCH('/api/alerts/rules/{id}', { ...path, body: UpdateRule.parse(body) });
  const { name, customWebhookSecret } = dataOf(answer);
  if (customWebhookSecret !== undefined) run.showSecret(`the URL of rule ${name}`, customWebhookSecret);
}

const deletion = ({ id, name }: Rule): PlannedChange => ({
  action: 'delete',
  resource: 'rule',
  name,
  id,
  fields: [],
  make: async ({ api }) => checkDone(await api.DELETE('/api/alerts/rules/{id}', { params: { path: { id } } })),
});

const idsOf = (wallets: readonly ReferencedWallet[], { createdWallets }: Run): string[] => [
  ...new Set(wallets.map((wallet) => idOfWallet(wallet, createdWallets))),
];
