import { evmReader } from '../../lib/chains/evm/evm-reader.ts';
import type { ChainReader } from '../../lib/chains/port/chain.ts';
import { type ChainId, chainOf } from '../../lib/chains/registry.ts';
import { solanaReader } from '../../lib/chains/solana/solana-reader.ts';
import { xrpReader } from '../../lib/chains/xrp/xrp-reader.ts';
import { allEvmContents, evmChain, evmContent, evmMethods } from '../support/recorded-chain/evm.ts';
import { evmExpected } from '../support/recorded-chain/evm-truths.ts';
import type { Content, MadeChain } from '../support/recorded-chain/made-chain.ts';
import type { Method } from '../support/recorded-chain/node.ts';
import { allSolanaContents, solanaChain, solanaContent, solanaMethods } from '../support/recorded-chain/solana.ts';
import { solanaExpected } from '../support/recorded-chain/solana-truths.ts';
import type { Expected } from '../support/recorded-chain/truth.ts';
import { allXrpContents, xrpChain, xrpContent, xrpMethods } from '../support/recorded-chain/xrp.ts';
import { xrpExpected } from '../support/recorded-chain/xrp-truths.ts';

/** A made chain of recorded blocks, as its nodes serve it and as the watcher reads it. */
export interface Recording {
  readonly id: ChainId;
  readonly chain: MadeChain<Content>;
  readonly methods: Record<string, Method>;
  readonly reader: (...urls: string[]) => ChainReader;
  readonly expected: readonly Expected[];
}

const recordings = {
  EVM: (contents: Parameters<typeof evmChain>[0]): Recording => {
    const chain = evmChain(contents);
    const reader = (...urls: string[]) => evmReader(chainOf('ethereum'), urls);
    return { id: 'ethereum', chain, methods: evmMethods(chain), reader, expected: evmExpected(chain) };
  },
  Solana: (contents: Parameters<typeof solanaChain>[0]): Recording => {
    const chain = solanaChain(contents);
    const reader = (...urls: string[]) => solanaReader(chainOf('solana'), urls);
    return { id: 'solana', chain, methods: solanaMethods(chain), reader, expected: solanaExpected(chain) };
  },
  'XRP Ledger': (contents: Parameters<typeof xrpChain>[0]): Recording => {
    const chain = xrpChain(contents);
    const reader = (...urls: string[]) => xrpReader(chainOf('xrp'), urls);
    return { id: 'xrp', chain, methods: xrpMethods(chain), reader, expected: xrpExpected(chain) };
  },
};

export const families = ['EVM', 'Solana', 'XRP Ledger'] as const;
export type FamilyName = (typeof families)[number];

/** Every recorded block and transaction of a family. */
export const whole: Readonly<Record<FamilyName, () => Recording>> = {
  EVM: () => recordings.EVM(allEvmContents()),
  Solana: () => recordings.Solana(allSolanaContents()),
  'XRP Ledger': () => recordings['XRP Ledger'](allXrpContents()),
};

/**
 * Recordings for what is done to each call of a scan. The first three touch wallets, the fourth is one that touches nobody;
 * tokens have to be asked for the first two of an EVM chain.
 */
const SHORT = {
  EVM: [
    'tx/07-erc20-usdc-proxy-transfer.json',
    'tx/24-erc721-mint.json',
    'tx/36-failed-stake.json',
    'blocks/ethereum-1000000.json',
    'blocks/stable-testnet-59083166.json',
    'tx/03-native-legacy.json',
  ],
  Solana: [
    'tx/60-rk-stake-test-stake-deactivation-5jgnWXmT.json',
    'tx/13-mm-send-spl-token-and-create-token-account.json',
    'tx/05-ex-mainnet-multi-sol.json',
    'synthetic-surfpool/spl-transfer.json.json',
  ],
  'XRP Ledger': [
    'tx/007-js-paymentTokenRedeem.json',
    'tx/143-tec-Payment-tecNO_DST_INSUF_XRP.json',
    'tx/082-ex-Payment-PaymentWithDestinationTag.json',
    'ledgers/11616400.json',
  ],
};

/** The first `blocks` of a few short blocks of a family. */
export const short: Readonly<Record<FamilyName, (blocks?: number) => Recording>> = {
  EVM: (blocks) => recordings.EVM(SHORT.EVM.slice(0, blocks).map(evmContent)),
  Solana: (blocks) => recordings.Solana(SHORT.Solana.slice(0, blocks).map(solanaContent)),
  'XRP Ledger': (blocks) => recordings['XRP Ledger'](SHORT['XRP Ledger'].slice(0, blocks).map(xrpContent)),
};
