import { id } from 'ethers';
import type { Operation, OperationCall } from '../port/chain.ts';
import { bytesFrom, elementsFrom, placeFrom, wordFrom } from './abi-data.ts';
import { accountCalls } from './account-calls.ts';
import { calledMethod } from './called-method.ts';
import { checksumOf } from './evm-address.ts';
import { isTransferCall } from './evm-decode.ts';
import { addressIn, type LowerLog, loweredLog, wordIn } from './log-words.ts';
import { selectorOf } from './method-selector.ts';
import type { EvmLog, EvmReceipt } from './schema.ts';

/**
 * The EntryPoints of ERC-4337, which have the same address on every chain. Any other contract can log the same event.
 * @see https://github.com/eth-infinitism/account-abstraction/releases
 */
const ENTRY_POINTS: ReadonlySet<string> = new Set([
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789', // 0.6
  '0x0000000071727de22e5e9d8baf0edac6f37da032', // 0.7
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108', // 0.8
  '0x433709009b8330fda32311df1c2afa402ed8d009', // 0.9
]);

const EVENT = id('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)');
export const OPERATION_EVENTS: readonly string[] = [EVENT];

/** The account and the paymaster of an operation, in lower case; null when no EntryPoint wrote the log. */
export function partiesOfOperation({ address, topics }: LowerLog): string[] | null {
  if (topics[0] !== EVENT || !ENTRY_POINTS.has(address)) return null;
  const [account, paymaster] = [addressIn(topics[2]), addressIn(topics[3])];
  if (account === null) return null;
  return paymaster === null || BigInt(paymaster) === 0n ? [account] : [account, paymaster];
}

/**
 * The operations that EntryPoints carried out in a transaction, in order. What an account called stands in the input of
 * the transaction, where it calls the same EntryPoint; account and nonce identify an operation. Another contract may
 * call the EntryPoint in between, and what the account called is then unknown.
 * @param of addresses in lower case: only the operations of these accounts and paymasters. Without `of`, all.
 * @throws Error when a field that the function reads is not hex.
 */
export function operationsIn(
  { to, input = '0x' }: { readonly to?: string | null; readonly input?: string },
  { status, logs }: Pick<EvmReceipt, 'status' | 'logs'>,
  of?: ReadonlySet<string>,
): Operation[] {
  if (status === 0n) return [];
  const named = logs.flatMap((log) => namedIn(log, of));
  if (named.length === 0) return [];
  const target = to?.toLowerCase() ?? '';
  const callData = named.some(({ entryPoint }) => entryPoint === target) ? callDataIn(input.toLowerCase()) : new Map();
  return named.map(({ entryPoint, account, paymaster, nonce, succeeded }) => {
    const data = entryPoint === target ? callData.get(`${account} ${nonce}`) : undefined;
    return {
      account: checksumOf(account),
      paymaster: paymaster === undefined ? null : checksumOf(paymaster),
      status: succeeded ? 'success' : 'failed',
      calls: data === undefined ? [] : accountCalls(account, data).map(callOf),
    };
  });
}

function namedIn(given: EvmLog, of: ReadonlySet<string> | undefined) {
  const parties = given.topics[0]?.toLowerCase() === EVENT ? partiesOfOperation(loweredLog(given)) : null;
  if (parties === null || (of !== undefined && !parties.some((party) => of.has(party)))) return [];
  const [account = '', paymaster] = parties;
  const [nonce, success] = [wordIn(given.data, 0), wordIn(given.data, 1)];
  return [{ entryPoint: given.address.toLowerCase(), account, paymaster, nonce, succeeded: success === 1n }];
}

/** Hex digits of call data that may decide between two names: one transaction has thousands of calls. */
const MOST_DIGITS = 2_048;

function callOf({ to, data }: { readonly to: string; readonly data: string }): OperationCall {
  const selector = data.length < 8 ? null : `0x${data.slice(0, 8)}`;
  return {
    to: checksumOf(to),
    kind: data === '' || isTransferCall(selector) ? 'transfer' : 'contract_call',
    methodName: selector === null ? null : (calledMethod(selector, `0x${data.slice(0, MOST_DIGITS)}`) ?? selector),
    methodSelector: selector,
  };
}

/** The first fields of an operation are the same in all versions: account, nonce, init code, call data. */
const HANDLE_OPS: ReadonlySet<string> = new Set(
  [
    'handleOps((address,uint256,bytes,bytes,uint256,uint256,uint256,uint256,uint256,bytes,bytes)[],address)',
    'handleOps((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],address)',
  ].map(selectorOf),
);
/** The same for operations with a common signature: a list of lists. */
const HANDLE_AGGREGATED: ReadonlySet<string> = new Set(
  [
    'handleAggregatedOps(((address,uint256,bytes,bytes,uint256,uint256,uint256,uint256,uint256,bytes,bytes)[],' +
      'address,bytes)[],address)',
    'handleAggregatedOps(((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes)[],' +
      'address,bytes)[],address)',
  ].map(selectorOf),
);

/** The call data of the operations in the input of a transaction, by account and nonce: hex digits without `0x`. */
function callDataIn(input: string): Map<string, string> {
  const [selector, args] = [input.slice(0, 10), input.slice(10)];
  const first = placeFrom(args, 0, 0);
  const lists = HANDLE_OPS.has(selector) ? [first] : HANDLE_AGGREGATED.has(selector) ? listsOf(args, first) : [];
  const found = new Map<string, string>();
  for (const list of lists) {
    for (const at of elementsFrom(args, list, Number.POSITIVE_INFINITY) ?? []) {
      const operation = placeFrom(args, at, (list ?? 0) + 32);
      if (operation === null) continue;
      const [account, nonce] = [wordFrom(args, operation), wordFrom(args, operation + 32)];
      const data = bytesFrom(args, placeFrom(args, operation + 96, operation));
      if (account === null || nonce === null || data === null) continue;
      found.set(`0x${account.slice(24)} ${BigInt(`0x${nonce}`)}`, data);
    }
  }
  return found;
}

const listsOf = (args: string, aggregators: number | null): (number | null)[] =>
  (elementsFrom(args, aggregators, Number.POSITIVE_INFINITY) ?? []).map((at) => {
    const tuple = placeFrom(args, at, (aggregators ?? 0) + 32);
    return tuple === null ? null : placeFrom(args, tuple, tuple);
  });
