import { addressFault, listedReason, parseAddress } from '../chains/address.ts';
import type { ParsedAddress } from '../chains/port/family.ts';
import { type ChainId, chainOf, familyOf } from '../chains/registry.ts';
import { ifValid, reporting } from '../values/dependent-checks.ts';
import { invalidField } from '../values/errors.ts';
import { hasTags } from './account-wallets.ts';
import { CreateWallet, UpdateWallet } from './schema.ts';

/**
 * The wallet's address in its canonical form, valid on all of its chains.
 * @throws ApiError `validation_failed` on `chains` when the chains are of different families, on `field` for the
 *   address.
 */
export function addressOf(text: string, chains: readonly ChainId[], field = 'address'): ParsedAddress {
  assertOneFamily(chains);
  const parsed = chains.map((chain) => ({ chain, address: parseAddress(chain, text) }));
  const [first] = parsed;
  const refused = parsed.find(({ address }) => address === null);
  if (!first?.address || refused !== undefined) {
    const families = chains.map((chain) => familyOf(chainOf(chain).family));
    throw invalidField(field, addressFault(families, text, `is not a valid address of ${refused?.chain}`));
  }
  return first.address;
}

/**
 * The address and the tag of a new wallet.
 * @throws ApiError `validation_failed` as `addressOf`, and on `destinationTag` for chains without tags and for a tag
 *   that contradicts an X-address.
 */
export function accountOf({ address: text, destinationTag: given, chains }: NewAccount): ParsedAddress {
  const parsed = addressOf(text, chains);
  if (given === undefined) return parsed;
  if (!chains.every(hasTags)) throw invalidField('destinationTag', 'is a tag of the XRP Ledger alone');
  if (parsed.destinationTag !== null && parsed.destinationTag !== given) {
    throw invalidField('destinationTag', `must be ${parsed.destinationTag}, as the address states, or missing`);
  }
  return { ...parsed, destinationTag: given };
}

type NewAccount = Pick<CreateWallet, 'address' | 'chains' | 'destinationTag'>;

/**
 * Refuses an address that is no account of a user on one of the chains. A wallet with such an address would record the
 * activity of everybody, and slow its chain for all organisations.
 * @param address in canonical form.
 * @throws ApiError `validation_failed` on `address`.
 */
export function assertAccount(address: string, chains: readonly string[]): void {
  for (const chain of chains) {
    const reason = listedReason(chain, address);
    if (reason !== null) throw invalidField('address', `${reason} on ${chain}: it is no account of a user`);
  }
}

function assertOneFamily(chains: readonly ChainId[]): void {
  const families = new Set(chains.map((chain) => chainOf(chain).family));
  if (families.size !== 1) throw invalidField('chains', 'must be of one family: an address belongs to one');
}

/**
 * The body of a new wallet with checks of the chains and of the address on these chains, each as soon as its fields are
 * valid.
 */
export const WalletBody = CreateWallet.superRefine(
  reporting(({ chains }) => assertOneFamily(chains)),
  { when: ifValid('chains') },
)
  .superRefine(
    reporting(({ address, chains }) => assertAccount(addressOf(address, chains).address, chains)),
    { when: ifValid('address', 'chains') },
  )
  .superRefine(
    reporting((account) => accountOf(account)),
    { when: ifValid('address', 'chains', 'destinationTag') },
  );

/** The body of a change with the check of the chains. The address on these chains is known from the table alone. */
export const WalletChanges = UpdateWallet.superRefine(
  reporting(({ chains }) => chains && assertOneFamily(chains)),
  { when: ifValid('chains') },
);
