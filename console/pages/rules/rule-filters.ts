import { labelOf } from '../../design/field-label.ts';
import type { Choice, Filter } from '../../design/filter-bar.tsx';
import { foreignText } from '../../design/foreign-text.ts';
import type { useWallets } from '../../live/wallets.ts';

const STATUSES: readonly Choice[] = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Disabled' },
];

/** The filters of the list of rules. */
export const ruleFilters = (types: readonly string[], source: ReturnType<typeof useWallets>): readonly Filter[] => [
  { name: 'ruleType', label: 'Type', choices: types.map((value) => ({ value, label: labelOf(value) })) },
  { name: 'isActive', label: 'Status', choices: STATUSES },
  {
    name: 'walletId',
    label: 'Wallet',
    choices: source.wallets.map(({ id, label }) => ({ value: id, label: foreignText(label, 40) })),
    source,
  },
];

export const RULE_FILTERS = ['ruleType', 'isActive', 'walletId'];
