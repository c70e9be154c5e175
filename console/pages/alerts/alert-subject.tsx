import type { KeyValuePairsProps } from '@cloudscape-design/components/key-value-pairs';
import { levelUnit } from '../../../sdk/index.ts';
import { Amount } from '../../design/amount.tsx';
import { Foreign } from '../../design/foreign.tsx';
import { Hash } from '../../design/hash.tsx';
import { AgeAndInstant } from '../../design/instant.tsx';
import { WalletName } from '../../design/wallet-name.tsx';
import { useWallets } from '../../live/wallets.ts';
import type { AlertEvent } from './alert-status.tsx';

/** In place of what an alert without a transaction does not have. */
export const NOTHING = '–';

/** The wallet of an alert as it was then. An alert of an earlier version of the service may know its id alone. */
export function AlertWallet({ alert: { wallet, walletId } }: { readonly alert: AlertEvent }) {
  const { labelOf } = useWallets();
  return wallet === null ? <Foreign text={labelOf(walletId) ?? walletId} /> : <WalletName {...wallet} />;
}

/** The chain of an alert. An alert without a transaction may be about all chains of its wallet. */
export function chainText({ transaction, subject }: AlertEvent, nameOf: (chain: string) => string): string {
  const chain = transaction?.chain ?? subject?.chain;
  return typeof chain === 'string' ? nameOf(chain) : 'All chains of the wallet';
}

/** What a rule about a state of the wallet has measured. */
export function subjectPairs(alert: AlertEvent): readonly KeyValuePairsProps.Item[] {
  if (alert.subject === null) return [];
  const { level } = alert.subject;
  const symbol = levelUnit(alert);
  return [
    { label: 'Asset', value: <JudgedAsset {...alert.subject} /> },
    {
      label: 'Level',
      value: level === null ? 'Unknown' : <Amount amount={level} {...(symbol !== null && { symbol })} />,
    },
  ];
}

/** Anybody can use any symbol, so that the address of a token stands beside it. */
function JudgedAsset({ asset, symbol }: NonNullable<AlertEvent['subject']>) {
  if (asset === null) return <>Any</>;
  const name = symbol === null ? null : <Foreign text={symbol} most={16} />;
  if (asset === 'native') return name ?? <>Native coin</>;
  return (
    <>
      {name} <Hash text={asset} />
    </>
  );
}

/** The facts of an alert that no transaction caused. */
export const pairsWithoutTransaction = (
  alert: AlertEvent,
  nameOf: (chain: string) => string,
): readonly KeyValuePairsProps.Item[] => [
  { label: 'Wallet', value: <AlertWallet alert={alert} /> },
  { label: 'Chain', value: chainText(alert, nameOf) },
  ...subjectPairs(alert),
  { label: 'Time', value: <AgeAndInstant at={alert.firedAt} /> },
];
