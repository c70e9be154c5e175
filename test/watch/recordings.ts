import { evmReader } from '../../lib/chains/evm/evm-reader.ts';
import type { ChainReader } from '../../lib/chains/port/chain.ts';
import { type ChainId, chainOf } from '../../lib/chains/registry.ts';
import { solanaReader } from '../../lib/chains/solana/solana-reader.ts';
import { xrpReader } from '../../lib/chains/xrp/xrp-reader.ts';
import { allEvmContents, evmChain, evmContent, evmMethods } from '../../local/chains/recorded/evm-recordings.ts';
import type { Content, MadeChain } from '../../local/chains/recorded/made-chain.ts';
import type { Method } from '../../local/chains/recorded/rpc-method.ts';
import {
  allSolanaContents,
  solanaChain,
  solanaContent,
  solanaMethods,
} from '../../local/chains/recorded/solana-recordings.ts';
import { allXrpContents, xrpChain, xrpContent, xrpMethods } from '../../local/chains/recorded/xrp-recordings.ts';
import { evmExpected } from '../support/recorded-chain/evm-truths.ts';
import { solanaExpected } from '../support/recorded-chain/solana-truths.ts';
import type { Expected } from '../support/recorded-chain/truth.ts';
import { xrpExpected } from '../support/recorded-chain/xrp-truths.ts';

/** A chain of recorded blocks, its nodes and the watcher’s reader of these nodes. */
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
 * Recordings for tests that repeat a scan for each call of the scan. The first three recordings of a family touch
 * wallets, and the fourth recording touches no wallet. The scan reads token contracts for the first two EVM recordings.
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

/** The first `blocks` blocks of a short chain of a family. */
export const short: Readonly<Record<FamilyName, (blocks?: number) => Recording>> = {
  EVM: (blocks) => recordings.EVM(SHORT.EVM.slice(0, blocks).map(evmContent)),
  Solana: (blocks) => recordings.Solana(SHORT.Solana.slice(0, blocks).map(solanaContent)),
  'XRP Ledger': (blocks) => recordings['XRP Ledger'](SHORT['XRP Ledger'].slice(0, blocks).map(xrpContent)),
};
