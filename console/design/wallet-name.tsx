import { Foreign } from './foreign.tsx';

interface WalletNameProps {
  readonly label: string;
  /** Such as `#1a2b3c`. */
  readonly color: string;
}

/** The label of a wallet beside the colour that its owner chose. */
export function WalletName({ label, color }: WalletNameProps) {
  return (
    <span>
      <svg className="dot" width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
        <circle cx="5" cy="5" r="5" fill={color} />
      </svg>
      <Foreign text={label} />
    </span>
  );
}
