import Box from '@cloudscape-design/components/box';
import StatusIndicator, { type StatusIndicatorProps } from '@cloudscape-design/components/status-indicator';
import type { components } from '../../../sdk/index.ts';
import { Amount, Usd } from '../../design/amount.tsx';
import { decimalGap } from '../../design/decimal-gap.ts';
import { Age } from '../../design/instant.tsx';

type Balance = components['schemas']['Balance'];

interface BalanceStatusProps {
  readonly shown: Balance;
  /** The same balance in the answer for which the nodes were asked; undefined while there is none. */
  readonly answer: Balance | undefined;
  /** Whether the last request for such an answer failed. */
  readonly hasFailed: boolean;
}

const STATUS: Readonly<Record<Balance['status'], { readonly type: StatusIndicatorProps.Type; readonly text: string }>> =
  {
    matched: { type: 'success', text: 'Agrees with the records' },
    difference: { type: 'error', text: 'Deviates from the records' },
    pending: { type: 'pending', text: 'Moved since the last check' },
  };
/** A status is green only while nothing contradicts it. */
const DOUBTED = { type: 'warning', text: 'Agreed with the records' } as const;

/** Twice the time between two checks. What is older says nothing of the present. */
const OLD_MS = 10 * 60_000;
const isOld = (at: string): boolean => Date.now() - Date.parse(at) > OLD_MS;

/** How the last check found a balance, and what the chain says now of a native balance. */
export function BalanceStatus({ shown, answer, hasFailed }: BalanceStatusProps) {
  const { tokenAddress, amount, asset, status, at } = shown;
  // A check compares a token once a day, and only after it moved. Nobody asks the nodes about tokens.
  const isNative = tokenAddress === null;
  // An answer from before the last movement says nothing of the amount that is shown.
  const onChain = answer?.amount === amount ? answer.onChain : undefined;
  const gap = onChain ? decimalGap(onChain.amount, amount) : null;
  const isDoubted = isNative && status === 'matched' && (gap === null ? isOld(at) : gap.sign !== 0);
  const { type, text } = isDoubted && gap !== null ? DOUBTED : STATUS[status];
  return (
    <>
      <StatusIndicator type={isDoubted ? 'warning' : type}>
        {text}, compared <Age at={at} />
      </StatusIndicator>
      {!isNative || (onChain === undefined && answer !== undefined && !hasFailed) ? null : (
        <Box>
          On the chain now:{' '}
          {onChain && gap ? (
            gap.sign === 0 ? (
              <>
                the same, asked <Age at={onChain.at} />
              </>
            ) : (
              <>
                <Amount amount={onChain.amount} symbol={asset} /> (<Usd value={onChain.valueUsd} />
                ), <Amount amount={gap.size} symbol={asset} /> {gap.sign < 0 ? 'less' : 'more'} than the records say.
                The next check compares them.
              </>
            )
          ) : answer === undefined && !hasFailed ? (
            'asking the nodes'
          ) : (
            'no node answers'
          )}
        </Box>
      )}
    </>
  );
}
