import { OrganisationId } from '../../lib/values/ids.ts';
import { walletChanges } from '../../lib/wallets/change-wallet.ts';
import { CreateWallet, type StoredWallet } from '../../lib/wallets/schema.ts';
import type { TestDeps } from '../support/deps.ts';
import { EXCHANGE } from './tagged-payments.ts';

/** What a test says of a wallet at the account of the exchange. */
export interface Given {
  readonly tag: number | null;
  readonly watch?: boolean;
  readonly address?: string;
}

export async function makeWallet(
  deps: TestDeps,
  organisation: OrganisationId,
  { tag, watch = true, address = EXCHANGE }: Given,
) {
  const input = CreateWallet.parse({ label: `Tag ${tag}`, address, chains: ['xrp'], watch });
  return walletChanges(deps).create(organisation, input, { address, destinationTag: tag });
}

/** A new organisation with these wallets. */
export async function organisationWith(deps: TestDeps, ...all: readonly Given[]) {
  const organisation = OrganisationId.parse(deps.newId());
  const wallets: StoredWallet[] = [];
  for (const given of all) wallets.push(await makeWallet(deps, organisation, given));
  return { organisation, wallets };
}
