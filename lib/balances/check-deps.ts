import type { JudgeCheckedDeps } from '../alerts/checked/judge-checked.ts';
import type { ChainReader } from '../chains/port/chain.ts';
import type { Channels } from '../channels/channel-registry.ts';
import type { DestinationRepo } from '../channels/destinations/repo.ts';
import type { SettingsRepo } from '../channels/settings/repo.ts';
import type { FirstAttemptDeps } from '../deliveries/pending-delivery.ts';
import type { DeliveryRepo } from '../deliveries/repo.ts';
import type { Table } from '../platform/table/table.ts';
import type { TransactionRepo } from '../transactions/repo.ts';
import type { WalletRepo } from '../wallets/repo.ts';
import type { WalletListing } from '../wallets/wallet-listing.ts';
import type { BlockRepo } from '../watch/block-records.ts';
import type { DeferredPacks } from '../watch/deferred-packs.ts';
import type { JoinDeps } from '../watch/wallet-matches.ts';
import type { WebhookRepo } from '../webhooks/repo.ts';
import type { DifferenceRepo } from './difference-repo.ts';
import type { BalanceRepo } from './repo.ts';

/** What a check of balances works with. */
export interface BalanceCheckDeps extends FirstAttemptDeps, JoinDeps, JudgeCheckedDeps {
  readonly deliveries: DeliveryRepo;
  readonly table: Table;
  readonly reader: ChainReader;
  readonly balances: BalanceRepo;
  readonly differences: DifferenceRepo;
  readonly blocks: BlockRepo;
  /** The transactions whose records wait for the budgets of their organisations. */
  readonly deferred: Pick<DeferredPacks, 'between'>;
  readonly transactions: TransactionRepo;
  readonly wallets: WalletRepo;
  readonly walletListing: Pick<WalletListing, 'selected'>;
  readonly webhooks: Pick<WebhookRepo, 'all'>;
  readonly destinations: Pick<DestinationRepo, 'all'>;
  readonly settings: Pick<SettingsRepo, 'get'>;
  readonly channels: Channels;
}
