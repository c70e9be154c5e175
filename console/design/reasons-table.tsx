import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Table from '@cloudscape-design/components/table';
import { actualText, type components, isOfWallets, reasonText, withWalletLabels } from '../../sdk/index.ts';
import { useWallets } from '../live/wallets.ts';
import { labelOf } from './field-label.ts';
import { Foreign } from './foreign.tsx';

type Reason = components['schemas']['Reason'];

interface ReasonsProps {
  readonly reasons: readonly Reason[];
}

/** A transaction without a destination tag is known to have none. */
const absentOf = ({ condition }: Reason) => (condition === 'destination_tag' ? 'none' : undefined);

/** Each condition of a rule: what it expects, what it found, and whether it holds. */
export function ReasonsTable({ reasons }: ReasonsProps) {
  return reasons.some(isOfWallets) ? <LabelledReasons reasons={reasons} /> : <Reasons reasons={reasons} />;
}

/** Only a reason that names wallets asks for their labels. */
function LabelledReasons({ reasons }: ReasonsProps) {
  const { labelOf: walletLabel } = useWallets();
  return <Reasons reasons={reasons.map((reason) => withWalletLabels(reason, walletLabel))} />;
}

function Reasons({ reasons }: ReasonsProps) {
  return (
    <Table
      variant="embedded"
      wrapLines
      items={reasons}
      empty="The rule has no conditions."
      ariaLabels={{ tableLabel: 'Conditions' }}
      columnDefinitions={[
        {
          id: 'condition',
          header: 'Condition and verdict',
          isRowHeader: true,
          cell: ({ condition, passed }) => (
            <>
              <Foreign text={labelOf(condition)} />
              <br />
              <StatusIndicator type={passed ? 'success' : 'error'}>{passed ? 'Holds' : 'Fails'}</StatusIndicator>
            </>
          ),
        },
        {
          id: 'expected',
          header: 'Expected',
          cell: (reason) => <Foreign text={reasonText(reason.expected, absentOf(reason))} most={200} />,
        },
        {
          id: 'actual',
          header: 'Actual',
          cell: (reason) => <Foreign text={actualText(reason.expected, reason.actual, absentOf(reason))} most={200} />,
        },
      ]}
    />
  );
}
