import * as z from 'zod';
import { ChainId } from '../chains/registry.ts';
import { bothOrNeither, MuteShown, muteInput } from '../organisations/mutes/schema.ts';
import { Instant, name, notEmpty, PageMeta, pageOfSchema, paging, text } from '../values/fields.ts';
import { Uuid } from '../values/ids.ts';

const Color = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #1a2b3c');
const Chains = z
  .array(ChainId)
  .min(1, 'needs at least one chain')
  .max(20)
  .overwrite((chains) => [...new Set(chains)]);

/** 0 is a tag. */
const DestinationTag = z.int().min(0).max(0xffffffff);

const Tags = z
  .array(name(64))
  .max(10)
  .overwrite((tags) => [...new Set(tags)]);
/** White space around an id would make two wallets of one id that people read. */
const ExternalId = name(128)
  .refine((id) => id === id.trim(), 'must not begin or end with white space')
  .nullable();

/** A wallet as stored. A deleted wallet stays, so that its transactions keep their label. */
export const StoredWallet = z.object({
  id: Uuid,
  label: z.string(),
  type: z.string(),
  color: z.string(),
  address: z.string(),
  destinationTag: z.number().int().nullable(),
  chains: z.array(z.string()),
  watch: z.boolean(),
  // Wallets of earlier versions lack these fields.
  tags: z.array(z.string()).default([]),
  externalId: z.string().nullable().default(null).describe('The id of the wallet in a system of the organisation'),
  managedBy: z.string().nullable().default(null).describe('The name of what writes the wallet, such as a file'),
  createdAt: Instant,
  updatedAt: Instant,
  deletedAt: Instant.nullable(),
});
export type StoredWallet = z.output<typeof StoredWallet>;

const WalletStatus = z.enum(['active', 'throttled']);

/** A wallet as answered; only a wallet of the XRP Ledger may have a `destinationTag`. */
export const Wallet = StoredWallet.omit({ deletedAt: true })
  .extend({
    destinationTag: z
      .number()
      .int()
      .optional()
      .describe('The wallet has only the payments of this tag: received with it, or sent with it as source tag'),
    status: WalletStatus.describe(
      'throttled: more transactions than the budget allows; they are kept and recorded later, in order',
    ),
    throttledSince: Instant.nullable(),
    ...MuteShown.shape,
  })
  .meta({ id: 'Wallet' });
export type Wallet = z.output<typeof Wallet>;

/** The fields of a wallet that a transaction and an alert show. Events of earlier versions lack the last two. */
export const WalletSummary = z.object({
  label: z.string(),
  type: z.string(),
  color: z.string(),
  tags: z.array(z.string()).default([]),
  externalId: z.string().nullable().default(null),
});
export type WalletSummary = z.output<typeof WalletSummary>;

export const CreateWallet = z
  .strictObject({
    label: name(64),
    type: name(32).default('hot'),
    color: Color.optional(),
    address: z.string().min(1).max(128),
    destinationTag: DestinationTag.optional().describe(
      'XRP Ledger: the wallet has only the payments of this tag. An X-address states its tag itself',
    ),
    chains: Chains,
    watch: z.boolean().default(true),
    tags: Tags.optional().meta({ default: [] }),
    externalId: ExternalId.optional().describe('Unique in the organisation'),
    managedBy: name(64).nullable().optional(),
  })
  .meta({ id: 'CreateWallet' });
export type CreateWallet = z.output<typeof CreateWallet>;

export const UpdateWallet = bothOrNeither(
  notEmpty(
    z.strictObject({
      label: name(64).optional(),
      type: name(32).optional(),
      color: Color.optional(),
      chains: Chains.optional(),
      watch: z.boolean().optional(),
      tags: Tags.optional(),
      externalId: ExternalId.optional(),
      managedBy: name(64).nullable().optional(),
      ...muteInput,
    }),
  ),
).meta({ id: 'UpdateWallet' });
export type UpdateWallet = z.output<typeof UpdateWallet>;
/** A change of the wallet itself. Its mute is a state beside it. */
export type WalletChange = Omit<UpdateWallet, keyof typeof muteInput>;

/** The filter of records by their wallet. */
export const WalletTag = text(64).min(1).describe('A tag that the wallet of the record carries now, exactly');

export const WalletQuery = z.strictObject({
  ...paging,
  chain: ChainId.optional(),
  type: text(32).min(1).optional().describe('In any case'),
  tag: text(64).min(1).optional().describe('A tag that the wallet has, exactly'),
  status: WalletStatus.optional(),
  watch: z.enum(['true', 'false']).optional(),
  externalId: text(128).min(1).optional(),
  managedBy: text(64).min(1).optional().describe('What writes the wallet, exactly'),
  q: text(128).min(1).optional().describe('Words of the label, or the beginning of the address'),
});
export type WalletQuery = z.output<typeof WalletQuery>;

/** A page of the list. `q` searches long lists in parts, so the answer says how far the search came. */
export const WalletPage = pageOfSchema(Wallet).extend({
  meta: PageMeta.extend({
    searched: z.int().optional().describe('With `q`: how many wallets this request looked through'),
    totalIsExact: z.literal(false).optional().describe('With `q`: false when `meta.next` continues the search'),
  }),
});
