import { randomBytes, randomUUID } from 'node:crypto';
import { encodeBase58, getAddress, hexlify } from 'ethers';
import { Wallet as XrpWallet } from 'xrpl';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import type { Rule } from '../../lib/alerts/rules/schema.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import type { Transaction } from '../../lib/transactions/schema.ts';
import type { Wallet } from '../../lib/wallets/schema.ts';
import type { ApiClient } from '../support/api.ts';

/** Bytes whose first bit is set, so that their base58 always has the same length. */
function fullBytes(size: number): Uint8Array {
  const bytes = randomBytes(size);
  bytes[0] = (bytes[0] ?? 0) | 0x80;
  return bytes;
}

/** New addresses and hashes. */
export const evmAddress = (): string => getAddress(hexlify(randomBytes(20)));
export const evmHash = (): string => hexlify(randomBytes(32));
export const solanaAddress = (): string => encodeBase58(fullBytes(32));
export const solanaHash = (): string => encodeBase58(fullBytes(64));
export const xrpAddress = (): string => XrpWallet.generate().classicAddress;
export const xrpHash = (): string => randomBytes(32).toString('hex').toUpperCase();

/** An id that no record has. */
export const UNKNOWN_ID = '6f0cdd3e-2f0a-4c0f-9a44-5c1a7d1f6d53';

/** Path parameters of the right form. No record has the ids. */
export const wellFormed = ({ path }: Route) => ({
  id: path.startsWith('/api/chains/') ? 'anvil' : UNKNOWN_ID,
  backfillId: UNKNOWN_ID,
  token: 'unknown',
});

/** A match with the most values that each field can have, as long as the values can be. */
export function largestMatch() {
  const values = <T>(make: (n: number) => T): T[] => Array.from({ length: 100 }, (_, n) => make(n));
  const names = () => values((n) => `${n}`.padStart(32, '金'));
  return {
    ruleIds: values(() => randomUUID()),
    walletIds: values(() => randomUUID()),
    walletTypes: names(),
    walletTags: names(),
  };
}

/** The body of a wallet on Ethereum. */
export const walletBody = (more: object = {}) => ({
  label: 'Treasury',
  address: evmAddress(),
  chains: ['ethereum'],
  ...more,
});

export const addWallet = (api: ApiClient, more: object = {}): Promise<Wallet> =>
  api.ok(routes.createWallet, { body: walletBody(more) });

/** The body of an import that pays the wallet 1.5 ETH. `more` changes fields; `undefined` leaves a field out. */
export const importBody = ({ id, address }: Pick<Wallet, 'id' | 'address'>, more: object = {}) => ({
  walletId: id,
  hash: evmHash(),
  chain: 'ethereum',
  blockNumber: 19_000_000,
  blockTimestamp: '2026-03-01T11:00:00.000Z',
  fromAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  toAddress: address,
  valueDecimal: '1.5',
  ...more,
});

export const importInto = (
  api: ApiClient,
  wallet: Pick<Wallet, 'id' | 'address'>,
  more: object = {},
): Promise<Transaction> => api.ok(routes.importTransaction, { body: importBody(wallet, more) });

/** A rule without a cooldown and without e-mails. It fires on every transfer unless `more` changes it. */
export const ruleBody = (more: object = {}) => ({
  name: 'Anything that moves',
  ruleType: 'any_transfer',
  notifyEmail: false,
  cooldownMinutes: 0,
  ...more,
});

export const addRule = async (api: ApiClient, more: object = {}): Promise<Rule & CustomSecret> =>
  withCustomSecret(await api.ok(routes.createRule, { body: ruleBody(more) }));

const CustomSecret = z.object({ customWebhookSecret: z.string().optional() });
type CustomSecret = z.output<typeof CustomSecret>;

/** The static types of rules leave out the fields of the channels. */
export const withCustomSecret = <R extends object>(rule: R): R & CustomSecret => ({
  ...rule,
  ...CustomSecret.parse(rule),
});
