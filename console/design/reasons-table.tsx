import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table from '@cloudscape-design/components/table';
import {
  type AddressLabel,
  actualText,
  type components,
  exactFigure,
  reasonSentence,
  withWalletLabels,
} from '../../sdk/index.ts';
import { expectedText, isOfParties } from '../../sdk/reason-text.ts';
import { useBookLabels } from '../live/book-labels.ts';
import { useWallets } from '../live/wallets.ts';
import { labelOf } from './field-label.ts';
import { Foreign } from './foreign.tsx';
import { foreignText } from './foreign-text.ts';
import { addressesIn, shortReason } from './short-reason.ts';

type Reason = components['schemas']['Reason'];

interface ReasonsProps {
  readonly reasons: readonly Reason[];
}

/** A transaction without a destination tag is known to have none. */
const absentOf = ({ condition }: Reason) => (condition === 'destination_tag' ? 'none' : undefined);

/** The bounds of a balance are single amounts. */
const isAmount = ({ condition }: Reason) => condition === 'below' || condition === 'above';

const textsOf = (reason: Reason): Readonly<Record<'expected' | 'actual', string>> => {
  const expected = expectedText(reason, absentOf(reason));
  const actual = actualText(reason.expected, reason.actual, absentOf(reason));
  return isAmount(reason) ? { expected: exactFigure(expected), actual: exactFigure(actual) } : { expected, actual };
};

/** The labels of the wallets and of the address book, for the addresses that texts name. */
function useAddressLabels(texts: readonly string[]): AddressLabel {
  const { walletAt } = useWallets();
  const bookLabel = useBookLabels(texts.flatMap(addressesIn));
  return (address) => walletAt(address)?.label ?? bookLabel(address);
}

/**
 * Why the rule matched, in the one sentence of the mail. Nothing where the conditions say nothing of their own.
 * `balanceSymbol` is the symbol of the asset whose balance is judged.
 */
export function ReasonSentence({ reasons, balanceSymbol }: ReasonsProps & { readonly balanceSymbol: string | null }) {
  const addressLabel = useAddressLabels([JSON.stringify(reasons)]);
  const symbol = (text: string) => foreignText(text, 16);
  const address = (text: string) => shortReason(text, addressLabel);
  const sentence = reasonSentence(reasons, { safe: foreignText, symbol, address, balanceSymbol });
  return sentence === undefined ? null : <Foreign text={sentence} most={500} />;
}

/** Each condition of a rule: what it expects, what it found, and whether it holds. */
export function ReasonsTable({ reasons }: ReasonsProps) {
  const { labelOf: walletLabel } = useWallets();
  const rows = reasons.map((reason) => ({ ...reason, ...textsOf(withWalletLabels(reason, walletLabel)) }));
  const addressLabel = useAddressLabels(rows.flatMap(({ expected, actual }) => [expected, actual]));
  return (
    <Table
      variant="embedded"
      wrapLines
      items={rows}
      empty="The rule has no conditions."
      ariaLabels={{ tableLabel: 'Conditions' }}
      columnDefinitions={[
        {
          id: 'condition',
          header: 'Condition and verdict',
          isRowHeader: true,
          cell: ({ condition, passed }) => (
            <>
              {/* What is expected says whether the counterparty has to be one of the names. */}
              <Foreign text={isOfParties({ condition }) ? 'Counterparty' : labelOf(condition)} />
              <br />
              <StatusIndicator type={passed ? 'success' : 'error'}>{passed ? 'Holds' : 'Fails'}</StatusIndicator>
            </>
          ),
        },
        {
          id: 'expected',
          header: 'Expected',
          cell: ({ expected }) => <Value text={expected} addressLabel={addressLabel} />,
        },
        {
          id: 'actual',
          header: 'Actual',
          cell: ({ actual }) => <Value text={actual} addressLabel={addressLabel} />,
        },
      ]}
    />
  );
}

/** What the text leaves out shows when the mouse rests on it. */
function Value({ text, addressLabel }: { readonly text: string; readonly addressLabel: AddressLabel }) {
  const short = shortReason(text, addressLabel);
  return (
    <span title={short === text ? undefined : foreignText(text, 1000)}>
      <Foreign text={short} most={200} />
    </span>
  );
}
