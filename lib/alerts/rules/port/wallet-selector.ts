import * as z from 'zod';
import { coversWallet } from '../../../../sdk/wallet-selector.ts';
import { ifValid } from '../../../values/dependent-checks.ts';
import { name } from '../../../values/fields.ts';
import { type OrganisationId, Uuid } from '../../../values/ids.ts';

/** The most tags of a rule, and the most types. */
const MOST_GROUPS = 100;

/** The most wallets of a rule whose wallets are all read again and again: a silence, or a token that checks read. */
export const MOST_SWEPT_WALLETS = 1_000;

const distinct = (values: string[]): string[] => [...new Set(values)];
const Ids = z.array(Uuid).max(1000).overwrite(distinct);
const Tags = z.array(name(64)).max(MOST_GROUPS).overwrite(distinct);
const Types = z.array(name(32)).max(MOST_GROUPS).overwrite(distinct);

/** The wallets of a rule as stored. A rule from before the groups has none. */
export const storedSelector = {
  walletIds: z.array(z.string()),
  walletTags: z.array(z.string()).default([]),
  walletTypes: z.array(z.string()).default([]),
};
export interface StoredSelector {
  readonly walletIds: readonly string[];
  readonly walletTags: readonly string[];
  readonly walletTypes: readonly string[];
}

/** The wallets of a rule as a request states them: by both fields or by the older name of the ids. */
export const selectorInput = {
  wallets: z
    .strictObject({ ids: Ids, tags: Tags, types: Types })
    .partial()
    .optional()
    .describe(
      'A wallet that has one of the ids, one of the tags or one of the types (in any case). Without any: all ' +
        'wallets. A wallet that gets the tag later belongs to the rule from then on',
    )
    .meta({ id: 'WalletSelectorInput' }),
  walletIds: Ids.optional().describe('The same as `wallets.ids`'),
};

export const selectorShown = {
  wallets: z.object({ ids: Ids, tags: Tags, types: Types }).meta({ id: 'WalletSelector' }),
  walletIds: Ids.describe('The same as `wallets.ids`'),
};

type Input = z.output<z.ZodObject<typeof selectorInput>>;

/** Refuses a request that states the ids by both names. */
export const statesIdsOnce = <S extends z.ZodType<Partial<Input>>>(schema: S) =>
  schema.refine(({ wallets, walletIds }) => wallets === undefined || walletIds === undefined, {
    path: ['wallets'],
    message: 'states the same as walletIds: give one of them',
    when: ifValid('wallets', 'walletIds'),
  });

/** The part of the selector that a request states: all of it by `wallets`, the ids alone by `walletIds`. */
export function statedSelector({ wallets, walletIds }: Partial<Input>): Partial<z.output<typeof Selector>> {
  if (wallets === undefined) return walletIds === undefined ? {} : { walletIds };
  const { ids = [], tags = [], types = [] } = wallets;
  return { walletIds: ids, walletTags: tags, walletTypes: types };
}

const Selector = z.object(storedSelector);

/** The selector of a new rule. */
export const newSelector = (given: Partial<Input>) => Selector.parse({ walletIds: [], ...statedSelector(given) });

/** The selector as the API answers it. */
export const shownSelector = ({ walletIds, walletTags, walletTypes }: StoredSelector) => ({
  wallets: { ids: [...walletIds], tags: [...walletTags], types: [...walletTypes] },
  walletIds: [...walletIds],
});

/** What decides whether a wallet belongs to a group. */
export interface Member {
  readonly type: string;
  readonly tags: readonly string[];
}

/** A selector whose groups may be missing, as in a rule that is only tested. */
export type AnySelector = Pick<StoredSelector, 'walletIds'> & Partial<StoredSelector>;

/** Whether the answer of `covers` depends on the type or the tags of a wallet. */
export const asksForGroups = ({ walletTags = [], walletTypes = [] }: AnySelector): boolean =>
  walletTags.length + walletTypes.length > 0;

/** @param member null for a wallet that nobody knows: it belongs to no group. */
export const covers = (selector: AnySelector, walletId: string, member: Member | null): boolean =>
  coversWallet(
    { ids: selector.walletIds, tags: selector.walletTags ?? [], types: selector.walletTypes ?? [] },
    { id: walletId, ...(member ?? { type: '', tags: [] }) },
  );

/** The wallets of some that a selector is about. They are read only for a selector that asks for groups. */
export async function coveredAmong(
  wallets: { byId(organisationId: OrganisationId, ids: readonly string[]): Promise<ReadonlyMap<string, Member>> },
  organisationId: OrganisationId,
  selector: AnySelector,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const members = asksForGroups(selector) ? await wallets.byId(organisationId, ids) : new Map<string, Member>();
  return new Set(ids.filter((id) => covers(selector, id, members.get(id) ?? null)));
}
