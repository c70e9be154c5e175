import { addressFrom, bytesFrom, elementsFrom, placeFrom, wordFrom } from './abi-data.ts';
import { selectorOf } from './method-selector.ts';

/** A call that a smart account makes. */
export interface AccountCall {
  /** In lower case. */
  readonly to: string;
  /** Hex digits without `0x`. */
  readonly data: string;
}

/** More calls than an honest batch has. */
export const MOST_CALLS = 32;

/** Reads the calls from the arguments of a method; null where the arguments do not fit. */
type Read = (args: string) => AccountCall[] | null;

const call = (to: string | null, data: string | null): AccountCall[] | null =>
  to === null || data === null ? null : [{ to, data }];
const all = (calls: readonly (AccountCall[] | null)[] | undefined): AccountCall[] | null =>
  calls?.some((each) => each === null) === false ? calls.flatMap((each) => each ?? []) : null;

/** A target, a value, and data. */
const one: Read = (args) => call(addressFrom(args, 0), bytesFrom(args, placeFrom(args, 64, 0)));

/** As `one`, then the way of the call. A delegatecall to MultiSend makes the calls of its list. */
const oneOfSafe: Read = (args) => {
  const [only] = one(args) ?? [];
  const isDelegated = BigInt(`0x${wordFrom(args, 96) ?? '0'}`) === 1n;
  if (only === undefined || !isDelegated || !only.data.startsWith(MULTI_SEND))
    return only === undefined ? null : [only];
  const data = only.data.slice(MULTI_SEND.length);
  return packedCalls(bytesFrom(data, placeFrom(data, 0, 0))) ?? [only];
};
const MULTI_SEND = selectorOf('multiSend(bytes)').slice(2);

/** Calls without padding: a byte, the target, the value, the length of the data, the data. */
function packedCalls(packed: string | null): AccountCall[] | null {
  if (packed === null) return null;
  const calls: AccountCall[] = [];
  for (let at = 0; at * 2 < packed.length && calls.length < MOST_CALLS; ) {
    const data = bytesFrom(packed, at + 53);
    if (data === null) return null;
    calls.push({ to: `0x${packed.slice((at + 1) * 2, (at + 21) * 2)}`, data });
    at += 85 + data.length / 2;
  }
  return calls;
}

/** A list of targets, and a list of data in the n-th argument. */
const lists =
  (n: number): Read =>
  (args) => {
    const data = placeFrom(args, n * 32, 0);
    const ofData = elementsFrom(args, data, MOST_CALLS);
    const targets = elementsFrom(args, placeFrom(args, 0, 0), MOST_CALLS);
    if (data === null || ofData === null || ofData.length !== targets?.length) return null;
    return all(targets.map((at, place) => call(addressFrom(args, at), dataOf(args, ofData[place], data))));
  };
const dataOf = (args: string, at: number | undefined, list: number): string | null =>
  at === undefined ? null : bytesFrom(args, placeFrom(args, at, list + 32));

/** A list of tuples of target, value and data. */
const tuples: Read = (args) => {
  const list = placeFrom(args, 0, 0);
  return all(
    elementsFrom(args, list, MOST_CALLS)?.map((at) => {
      const tuple = placeFrom(args, at, (list ?? 0) + 32);
      return tuple === null
        ? null
        : call(addressFrom(args, tuple), bytesFrom(args, placeFrom(args, tuple + 64, tuple)));
    }),
  );
};

/** ERC-7579 and ERC-7821: a mode whose first byte states the form of the calls. */
const byMode: Read = (args) => {
  const [mode, calls] = [wordFrom(args, 0)?.slice(0, 2), bytesFrom(args, placeFrom(args, 32, 0))];
  if (calls === null) return null;
  if (mode === '01') return tuples(calls);
  const start = { '00': 52, ff: 20, fe: 20 }[mode ?? ''];
  return start === undefined || calls.length < start * 2
    ? null
    : [{ to: `0x${calls.slice(0, 40)}`, data: calls.slice(start * 2) }];
};

/** The methods by which smart accounts make calls, each of the accounts that are named. */
const methods: ReadonlyMap<string, Read> = new Map(
  Object.entries({
    // SimpleAccount, LightAccount, Coinbase Smart Wallet, Modular Account; Nexus and Biconomy with a name of its own.
    'execute(address,uint256,bytes)': one,
    'execute_ncC(address,uint256,bytes)': one,
    'executeBatch((address,uint256,bytes)[])': tuples,
    'executeBatch(address[],bytes[])': lists(1),
    'executeBatch(address[],uint256[],bytes[])': lists(2),
    'executeBatch_y6U(address[],uint256[],bytes[])': lists(2),
    // Kernel 2. A delegatecall has the same target.
    'execute(address,uint256,bytes,uint8)': oneOfSafe,
    // Kernel 3, Nexus, Safe7579 and others after ERC-7579.
    'execute(bytes32,bytes)': byMode,
    // Safe4337Module.
    'executeUserOp(address,uint256,bytes,uint8)': oneOfSafe,
    'executeUserOpWithErrorString(address,uint256,bytes,uint8)': oneOfSafe,
  }).map(([signature, read]) => [selectorOf(signature).slice(2), read]),
);

/** Coinbase Smart Wallet: calls of the account on itself. */
const ON_ITSELF = selectorOf('executeWithoutChainIdValidation(bytes[])').slice(2);
/** EntryPoint 0.7: the account gets the whole operation, whose call data begin behind this selector. */
const WITH_OPERATION = selectorOf(
  'executeUserOp((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes),bytes32)',
).slice(2);

/** Hex digits of a selector. */
const SELECTOR = 8;

/**
 * The calls that a smart account makes when it is called with these data, at most `MOST_CALLS`. A method that this code
 * does not know is a call of the account itself.
 * @param account in lower case.
 * @param data hex digits in lower case, without `0x`.
 */
export function accountCalls(account: string, data: string): AccountCall[] {
  const own = data.startsWith(WITH_OPERATION) ? data.slice(SELECTOR) : data;
  const [selector, args] = [own.slice(0, SELECTOR), own.slice(SELECTOR)];
  const calls = selector === ON_ITSELF ? onItself(account, args) : methods.get(selector)?.(args);
  return calls?.length ? calls : [{ to: account, data: own }];
}

function onItself(account: string, args: string): AccountCall[] | null {
  const list = placeFrom(args, 0, 0);
  return all(elementsFrom(args, list, MOST_CALLS)?.map((at) => call(account, dataOf(args, at, list ?? 0))));
}
