import Multiselect from '@cloudscape-design/components/multiselect';
import { foreignText } from '../../design/foreign-text.ts';
import { pickerStatus } from '../../design/picker-status.ts';
import { useWallets } from '../../live/wallets.ts';

interface WalletsFieldProps {
  readonly ids: readonly string[];
  /** What no wallet means. */
  readonly placeholder: string;
  readonly isReadOnly: boolean;
  readonly select: (ids: readonly string[]) => void;
}

/** The wallets that a rule applies to. Without a wallet the rule applies to all. */
export function WalletsField({ ids, placeholder, isReadOnly, select }: WalletsFieldProps) {
  const source = useWallets();
  const known = source.wallets.map(({ id, label, address }) => ({
    value: id,
    label: foreignText(label, 40),
    description: address,
  }));
  const selected = ids.map((id) => known.find(({ value }) => value === id) ?? { value: id, label: id });
  return (
    <Multiselect
      {...pickerStatus(source)}
      options={known}
      selectedOptions={selected}
      placeholder={placeholder}
      filteringType="auto"
      disabled={isReadOnly}
      deselectAriaLabel={({ label = '' }) => `Remove ${label}`}
      onChange={({ detail }) => select(detail.selectedOptions.flatMap(({ value }) => value ?? []))}
    />
  );
}
