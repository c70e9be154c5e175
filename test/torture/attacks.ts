import { concat, getAddress, type JsonRpcProvider, toBeHex } from 'ethers';
import { HALTS, misbehaving } from '../chains/evm-contracts/halts.ts';
import { caller, EVENT_BYTES, eventOf, LOGGER } from '../chains/evm-contracts/loggers.ts';
import { NAMED_TOKEN } from './tenant.ts';
import type { Truth } from './truth.ts';

/* The contracts of an attacker, who makes them log what he likes about the wallets of others. */

const addressAt = (n: number): string => getAddress(toBeHex(0xbad00000n + BigInt(n), 20));

/** Tokens that misbehave when somebody asks for their symbol. */
const BAD_TOKENS = Object.values(HALTS).map((body, n) => ({ address: addressAt(100 + n), code: misbehaving(body) }));
/** Contracts that log any transfer that their caller asks for. There are more of them than a record has transfers. */
const FAKE_TOKENS = Array.from({ length: 510 }, (_, n) => addressAt(1_000 + n));
/** Contracts that log a transfer of the named token at this place among the fakes. */
const HIDERS = [0, 255, FAKE_TOKENS.length].map((place, n) => ({ address: addressAt(10 + n), place }));

/** Puts the contracts on the chain. No reorganisation may reach back behind the next block. */
export async function putContracts(node: JsonRpcProvider): Promise<void> {
  const put = (address: string, code: string): Promise<unknown> => node.send('anvil_setCode', [address, code]);
  const fakes = FAKE_TOKENS.map((to) => ({ to, from: 0, bytes: EVENT_BYTES }));
  const real = { to: NAMED_TOKEN, from: EVENT_BYTES, bytes: EVENT_BYTES };
  await Promise.all([
    ...[NAMED_TOKEN, ...FAKE_TOKENS].map((address) => put(address, LOGGER)),
    ...BAD_TOKENS.map(({ address, code }) => put(address, code)),
    ...HIDERS.map(({ address, place }) => put(address, caller(fakes.toSpliced(place, 0, real)))),
  ]);
}

/** A call of a contract of the attacker, and what the call does to a wallet. */
export interface Attack {
  readonly to: string;
  readonly data: string;
  readonly truth: Truth;
}

/** A misbehaving token logs that the wallet got or sent some of it. */
export function badToken(wallet: string, choice: number): Attack {
  const { address = '' } = BAD_TOKENS[choice % BAD_TOKENS.length] ?? {};
  const isOut = choice % 2 === 1;
  const [from, to] = isOut ? [wallet, address] : [address, wallet];
  const words = `0x${eventOf('Transfer', from, to, 1_000n).slice(2 + 64)}`;
  return {
    to: address,
    data: words,
    truth: { directions: [isOut ? 'outbound' : 'inbound'], ether: null, named: false },
  };
}

/** The wallet loses some of the named token, among more fakes than a record holds. */
export function hiddenTheft(wallet: string, choice: number): Attack {
  const { address = '' } = HIDERS[choice % HIDERS.length] ?? {};
  const lost = eventOf('Transfer', wallet, addressAt(2), 1n);
  return { to: address, data: concat([lost, lost]), truth: { directions: ['outbound'], ether: null, named: true } };
}
