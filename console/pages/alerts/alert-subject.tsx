import type { KeyValuePairsProps } from '@cloudscape-design/components/key-value-pairs';
import { Amount } from '../../design/amount.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Hash } from '../../design/hash.tsx';
import { AgeAndInstant } from '../../design/instant.tsx';
import { WalletName } from '../../design/wallet-name.tsx';
import { useWallets } from '../../live/wallets.ts';
import type { AlertEvent } from './alert-status.tsx';

/** In place of what an alert without a transaction does not have. */
export const NOTHING = '–';

/** The wallet of an alert: as its transaction states it, or else as it is called now. */
export function AlertWallet({ alert: { transaction, walletId } }: { readonly alert: AlertEvent }) {
  const { labelOf } = useWallets();
  return transaction === null ? (
    <Foreign text={labelOf(walletId) ?? walletId} />
  ) : (
    <WalletName {...transaction.wallet} />
  );
}

/** The chain of an alert. An alert without a transaction may be about all chains of its wallet. */
export function chainText({ transaction, subject }: AlertEvent, nameOf: (chain: string) => string): string {
  const chain = transaction?.chain ?? subject?.chain;
  return typeof chain === 'string' ? nameOf(chain) : 'All chains of the wallet';
}

/** The symbol of the native coin of a chain; undefined while the chains are not read. */
type UnitOf = (chain: string) => string | undefined;

/** What a rule about a state of the wallet has measured. */
export function subjectPairs({ subject, transaction }: AlertEvent, unitOf: UnitOf): readonly KeyValuePairsProps.Item[] {
  if (subject === null) return [];
  const { asset, level, chain } = subject;
  const moved = transaction?.transfers.find(({ tokenAddress }) => asset !== null && tokenAddress === asset);
  const symbol = asset === 'native' ? chain && unitOf(chain) : moved?.asset;
  const shown = asset === 'native' ? 'Native coin' : asset === null ? 'Any' : <Hash text={asset} />;
  return [
    { label: 'Asset', value: shown },
    {
      label: 'Level',
      value: level === null ? 'Unknown' : <Amount amount={level} {...(typeof symbol === 'string' && { symbol })} />,
    },
  ];
}

/** The facts of an alert that no transaction caused. */
export const pairsWithoutTransaction = (
  alert: AlertEvent,
  nameOf: (chain: string) => string,
  unitOf: UnitOf,
): readonly KeyValuePairsProps.Item[] => [
  { label: 'Wallet', value: <AlertWallet alert={alert} /> },
  { label: 'Chain', value: chainText(alert, nameOf) },
  ...subjectPairs(alert, unitOf),
  { label: 'Time', value: <AgeAndInstant at={alert.firedAt} /> },
];
