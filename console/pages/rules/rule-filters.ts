import { labelOf } from '../../design/field-label.ts';
import type { Choice, Filter } from '../../design/filter-bar.tsx';

const STATUSES: readonly Choice[] = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Disabled' },
];

/** The filters of the list of rules. */
export const ruleFilters = (types: readonly string[], wallets: readonly Choice[]): readonly Filter[] => [
  { name: 'ruleType', label: 'Type', choices: types.map((value) => ({ value, label: labelOf(value) })) },
  { name: 'isActive', label: 'Status', choices: STATUSES },
  { name: 'walletId', label: 'Wallet', choices: wallets },
];

export const RULE_FILTERS = ['ruleType', 'isActive', 'walletId'];
