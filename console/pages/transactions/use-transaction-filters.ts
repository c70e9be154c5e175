import { labelOf } from '../../design/field-label.ts';
import type { Choice, Filter } from '../../design/filter-bar.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import { useChains } from '../../live/chains.ts';
import { useWallets } from '../../live/wallets.ts';
import type { FilterName } from './transaction-filters.ts';

type NamedFilter = Filter & { readonly name: FilterName };

const choices = (...values: readonly string[]): readonly Choice[] =>
  values.map((value) => ({ value, label: labelOf(value) }));

/** Every filter of the list of transactions. */
export function useTransactionFilters(): readonly NamedFilter[] {
  const chains = useChains();
  const wallets = useWallets();
  const ofWallets = wallets.wallets.map(({ id, label }) => ({ value: id, label: foreignText(label, 40) }));
  return [
    { name: 'q', label: 'Search', type: 'search', placeholder: 'Hash, notes, memo or wallet' },
    { name: 'walletId', label: 'Wallet', choices: ofWallets, source: wallets },
    { name: 'walletTag', label: 'Wallet tag', placeholder: 'The whole tag', isRare: true },
    {
      name: 'chain',
      label: 'Chain',
      choices: chains.chains.map(({ id, name }) => ({ value: id, label: name })),
      source: chains,
    },
    { name: 'direction', label: 'Direction', choices: choices('inbound', 'outbound', 'internal') },
    { name: 'from', label: 'From', type: 'datetime-local', isRare: true },
    { name: 'to', label: 'To', type: 'datetime-local', isRare: true },
    { name: 'tokenSymbol', label: 'Token symbol', placeholder: 'USDC', isRare: true },
    { name: 'status', label: 'Status', choices: choices('success', 'failed'), isRare: true },
    {
      name: 'txType',
      label: 'Type',
      choices: choices('transfer', 'contract_call', 'contract_deploy', 'token_mint'),
      isRare: true,
    },
    { name: 'tag', label: 'Tag', placeholder: 'The whole tag', isRare: true },
    { name: 'counterparty', label: 'Counterparty', placeholder: 'An address', isRare: true },
    { name: 'minValueUsd', label: 'Least value in USD', placeholder: '50,000 or 2.5m', type: 'amount', isRare: true },
    {
      name: 'valueStatus',
      label: 'Value in USD',
      choices: choices('known', 'pending', 'unpriced'),
      isRare: true,
    },
    { name: 'destinationTag', label: 'Destination tag', placeholder: 'A number, or none', isRare: true },
    { name: 'reference', label: 'Reference', placeholder: 'The whole memo, invoice or key', isRare: true },
    {
      name: 'lookalike',
      label: 'Lookalike addresses',
      choices: [{ value: 'true', label: 'Only transactions with one' }],
      isRare: true,
    },
    {
      name: 'includeReorged',
      label: 'Reorged transactions',
      choices: [{ value: 'true', label: 'Included' }],
      isRare: true,
    },
  ];
}
