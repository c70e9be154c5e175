import { useRules } from '../live/rules.ts';
import { useWallets } from '../live/wallets.ts';
import { Foreign } from './foreign.tsx';
import { heardWords, type Match } from './match-words.ts';

interface HeardProps {
  readonly match: Match;
  readonly events: readonly string[];
}

/** What a destination or a subscription hears, in words. */
export function Heard({ match, events }: HeardProps) {
  const rules = useRules();
  const wallets = useWallets();
  const words = heardWords(match, events, { ruleName: rules.nameOf, walletLabel: wallets.labelOf });
  return (
    <>
      {words.map(({ text, isForeign }, n) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of a sentence have no other name
        isForeign === true ? <Foreign key={n} text={text} most={40} /> : text,
      )}
    </>
  );
}
