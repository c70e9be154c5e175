import { Interface } from 'ethers';
import * as z from 'zod';
import type { RawNet } from './rule.ts';

const Quantity = z.string().transform(BigInt);
const Address = z.string().toLowerCase();
const Transaction = z.object({
  from: Address,
  to: Address.nullish(),
  value: Quantity,
  /** Coins that a deposit from layer 1 creates. */
  mint: Quantity.nullish(),
});
const Log = z.object({ address: Address, topics: z.array(z.string()), data: z.string() });
const Receipt = z.object({
  status: Quantity.optional(),
  contractAddress: Address.nullish(),
  logs: z.array(Log),
});
const Frame = z.object({
  type: z.string(),
  from: Address,
  to: Address.nullish(),
  value: Quantity.nullish(),
  error: z.string().nullish(),
  get calls() {
    return z.array(Frame).nullish();
  },
});
type Frame = z.output<typeof Frame>;

const ZERO = `0x${'0'.repeat(40)}`;
const ENDS = 'address indexed from, address indexed to';
/** One event in the forms of ERC-20, ERC-721 and contracts from before them, and the events of ERC-1155. */
const EVENTS = [
  `event Transfer(${ENDS}, uint256 amount)`,
  `event Transfer(${ENDS}, uint256 indexed id)`,
  'event Transfer(address from, address to, uint256 amount)',
  `event TransferSingle(address indexed operator, ${ENDS}, uint256 id, uint256 amount)`,
  `event TransferBatch(address indexed operator, ${ENDS}, uint256[] ids, uint256[] amounts)`,
];
/** The other end of these events is the contract. */
const WRAPPED = [
  'event Deposit(address indexed to, uint256 amount)',
  'event Withdrawal(address indexed from, uint256 amount)',
];

/** Monerium's old contracts log what their successors log too. */
const SUCCESSORS: Readonly<Record<string, string>> = {
  '0x3231cb76718cdef2155fc47b5286d82e6eda273f': '0x39b8b6385416f4ca36a20319f70d28621895279d',
  '0x18ec0a6e18e5bc3784fdd3a3634b31245ab704f6': '0xe0aea583266584dafbb3f9c3211d5588c73fea8d',
};

interface Leg {
  readonly asset: string;
  readonly from: string;
  readonly to: string;
  readonly units: bigint;
}

/**
 * The sums of each address in a transaction, from the answers of a node.
 * @param trace of `callTracer`, if the node traces.
 * @param wrapped the contract of the wrapped coin.
 * @param decimalsOf the decimals of a token, by its address in lower case.
 */
export function evmNets(
  answers: { readonly transaction: unknown; readonly receipt: unknown; readonly trace?: unknown },
  wrapped: string | null,
  decimalsOf: (token: string) => number | null,
): ReadonlyMap<string, readonly RawNet[]> {
  const legs = legsOf(answers, wrapped?.toLowerCase());
  const ends = new Set(legs.flatMap(({ from, to }) => [from, to]));
  return new Map(
    [...ends].map((address) => {
      const own = legs.filter(({ from, to }) => from === address || to === address);
      return [address, [...Map.groupBy(own, ({ asset }) => asset)].map(([asset, of]) => netOf(address, asset, of))];
    }),
  );

  function netOf(address: string, asset: string, legs: readonly Leg[]): RawNet {
    const received = total(legs.filter(({ to }) => to === address));
    const units = received - total(legs.filter(({ from }) => from === address));
    const onSide = legs.filter(({ from, to }) => units === 0n || (units > 0n ? to : from) === address);
    const across = onSide.filter(({ from, to }) => units === 0n || from !== to);
    const [largest] = across.toSorted((a, b) => Number(b.units - a.units));
    const decimals = asset === 'native' ? 18 : asset.includes(' ') ? 0 : decimalsOf(asset);
    return { asset, units, decimals, received, other: (largest?.to === address ? largest.from : largest?.to) ?? null };
  }
}

const total = (legs: readonly Leg[]): bigint => legs.reduce((sum, { units }) => sum + units, 0n);

function legsOf(answers: Parameters<typeof evmNets>[0], wrapped: string | undefined): Leg[] {
  const { from, to, value, mint } = Transaction.parse(answers.transaction);
  const { status, contractAddress, logs } = Receipt.parse(answers.receipt);
  if (status === 0n) return [];
  const native = { asset: 'native' };
  const top = [
    { ...native, from, to: to ?? contractAddress ?? ZERO, units: value },
    { ...native, from: ZERO, to: from, units: mint ?? 0n },
  ];
  const inner = answers.trace === undefined ? [] : callsIn(Frame.parse(answers.trace)).slice(1);
  const legs = [...top, ...inner, ...logs.flatMap((log) => legsOfLog(log, wrapped))];
  const stated = legs.map((leg) => JSON.stringify([leg.asset, leg.from, leg.to, String(leg.units)]));
  return legs.filter((leg) => {
    const twin = JSON.stringify([SUCCESSORS[leg.asset], leg.from, leg.to, String(leg.units)]);
    return leg.units > 0n && !stated.includes(twin);
  });
}

/** The calls that moved coins, first the frame itself. Nothing below a failed call took effect. */
function callsIn(frame: Frame): Leg[] {
  if (frame.error) return [];
  const { type, from, to, value } = frame;
  const isMoving = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'].includes(type);
  const own = { asset: 'native', from, to: to ?? ZERO, units: isMoving ? (value ?? 0n) : 0n };
  return [own, ...(frame.calls ?? []).flatMap(callsIn)];
}

function legsOfLog(log: z.output<typeof Log>, wrapped: string | undefined): Leg[] {
  const events = log.address === wrapped ? [...EVENTS, ...WRAPPED] : EVENTS;
  const [event] = events.flatMap((each) => argumentsOf(each, log) ?? []);
  if (event === undefined) return [];
  const { from = log.address, to = log.address, id = null, amount = 1n, ids = [id], amounts = [amount] } = event;
  return ids.map((tokenId, n) => ({
    asset: tokenId === null ? log.address : `${log.address} ${tokenId}`,
    units: amounts[n] ?? 0n,
    from,
    to,
  }));
}

const Arguments = z.object({
  from: Address.optional(),
  to: Address.optional(),
  id: z.bigint().optional(),
  amount: z.bigint().optional(),
  ids: z.array(z.bigint()).optional(),
  amounts: z.array(z.bigint()).optional(),
});

/** Null for the log of another event, and for a log whose arguments do not fit. */
function argumentsOf(event: string, { topics, data }: z.output<typeof Log>): z.output<typeof Arguments> | null {
  const parser = new Interface([event]);
  const indexed = event.split(' indexed ').length - 1;
  if (topics.length !== indexed + 1) return null;
  try {
    const values = parser.parseLog({ topics, data })?.args.toObject();
    return values === undefined ? null : Arguments.parse(values);
  } catch {
    return null;
  }
}
