import { describe, expect, it } from '@jest/globals';
import { chainOf } from '../../../lib/chains/registry.ts';
import { decodeTransaction } from '../../../lib/chains/solana/solana-decode.ts';
import { viewOf } from '../../../lib/transactions/view.ts';
import { filesIn, transactionIn } from './recorded.ts';

const solana = chainOf('solana');
const decoded = (file: string) => decodeTransaction(solana, transactionIn(file));
/** Decodes a transaction of the local node. */
const decodedLocal = (name: string) => decoded(`synthetic-surfpool/${name}.json.json`);
const noOtherWallet = () => false;

/** The sender of all transactions of the local node. */
const ALICE = 'JMgLHUbCTAAUcDVPdL6SwCLZPkrHLDLy6YNfbPZoKSi';
const SPL = 'B61J5jfBhypMpA8TYmv3G2HN8Bpe5YxTURprqPDnaM6k';
const WSOL = 'So11111111111111111111111111111111111111112';

const tokensIn = (name: string) => decodedLocal(name).movements.filter(({ standard }) => standard !== 'native');

describe('a Solana token', () => {
  it('moves from its mint to the owner when it is minted, and the movement is marked as a mint', () => {
    const minted = decodedLocal('spl-mint-to');
    expect(minted).toMatchObject({ kind: 'contract_call', methodName: 'mintTo' });
    expect(tokensIn('spl-mint-to')).toEqual([
      {
        asset: SPL,
        tokenAddress: SPL,
        tokenId: null,
        standard: 'SPL',
        from: SPL,
        to: ALICE,
        amount: '5',
        isMint: true,
      },
    ]);
    const view = viewOf(minted, ALICE, noOtherWallet);
    expect(view.txType).toBe('token_mint');
    expect(view.transfers.find(({ tokenAddress }) => tokenAddress === SPL)).toMatchObject({
      asset: SPL,
      tokenAddress: SPL,
      tokenId: null,
      standard: 'SPL',
      from: SPL,
      to: ALICE,
      amount: '5',
      direction: 'inbound',
    });
  });

  it('moves from the owner to its mint when it is burned, and the record is a contract call', () => {
    expect(decodedLocal('spl-burn')).toMatchObject({ kind: 'contract_call', methodName: 'burn' });
    expect(tokensIn('spl-burn')).toMatchObject([{ from: ALICE, to: SPL, amount: '0.25' }]);
    expect(viewOf(decodedLocal('spl-burn'), ALICE, noOtherWallet)).toMatchObject({
      txType: 'contract_call',
      direction: 'outbound',
    });
  });

  it('moves to the owner of the token account and not to the token account when it is sent', () => {
    expect(decodedLocal('spl-transfer')).toMatchObject({
      kind: 'transfer',
      methodName: 'transferChecked',
      status: 'success',
    });
    expect(tokensIn('spl-transfer')).toMatchObject([{ from: ALICE, amount: '1', standard: 'SPL' }]);
    const [{ to } = { to: '' }] = tokensIn('spl-transfer');
    expect(viewOf(decodedLocal('spl-transfer'), to, noOtherWallet)).toMatchObject({
      direction: 'inbound',
      txType: 'transfer',
      fromAddress: ALICE,
      toAddress: to,
      tokenSymbol: SPL,
      tokenAmount: '1',
    });
  });

  it('has a second movement of the withheld fee to its mint when it is a token of Token-2022', () => {
    expect(decodedLocal('t22-transfer')).toMatchObject({ kind: 'transfer', methodName: 'transferCheckedWithFee' });
    const [sent, withheld] = tokensIn('t22-transfer');
    expect(sent).toMatchObject({ standard: 'Token-2022', from: ALICE, amount: '0.995' });
    expect(withheld).toMatchObject({ from: ALICE, to: sent?.tokenAddress, amount: '0.005' });
    expect(withheld).not.toHaveProperty('isMint');
  });

  it('has a movement when its owner sends it to the same owner, although no balance changes', () => {
    const { movements, fromAddress } = decoded('tx/12-mm-send-jup-transfer-checked-to-self.json');
    expect(movements).toMatchObject([{ from: fromAddress, to: fromAddress, amount: '1', standard: 'SPL' }]);
  });
});

describe('wrapped SOL on Solana', () => {
  it('moves from its mint to the owner when the owner wraps SOL, and the record is a transfer', () => {
    const { movements } = decodedLocal('wsol-wrap');
    expect(movements.map(({ standard, amount }) => [standard, amount])).toEqual([
      ['native', '2'],
      ['native', '0.00203928'],
      ['SPL', '2'],
    ]);
    expect(movements[2]).toMatchObject({ from: WSOL, to: ALICE });
    expect(viewOf(decodedLocal('wsol-wrap'), ALICE, noOtherWallet).txType).toBe('transfer');
  });

  it('moves back to its mint when its account is closed, although the node still lists its tokens', () => {
    expect(decodedLocal('wsol-unwrap').movements).toMatchObject([
      { standard: 'native', to: ALICE, amount: '2.00203928' },
      { standard: 'SPL', from: ALICE, to: WSOL, amount: '2' },
    ]);
  });

  it('moves to the pool and not to a temporary account when a swap wraps SOL', () => {
    const { movements, methodName } = decoded('tx/21-mm-swap-sol-to-sahur.json');
    const payer = 'FQT9SSwEZ6UUQxsmTzgt5JzjrS4M5zm13M1QiYF8TEo6';
    const pool = '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1';
    expect(movements.map(({ standard, from, amount, seenBy }) => [standard, from, amount, seenBy])).toEqual([
      ['native', payer, '0.01', 'sender'],
      ['native', payer, '0.01', 'receiver'],
      ['native', payer, '0.00203928', undefined],
      ['SPL', payer, '0.01', 'receiver'],
      ['SPL', pool, '4036.960523', undefined],
    ]);
    expect(movements[0]?.to).toBe(pool);
    expect(movements[3]).toMatchObject({ tokenAddress: WSOL, to: pool, seenBy: 'receiver' });
    expect(methodName).toBeNull();
  });
});

describe('a Solana program', () => {
  it.each([
    ['synthetic-surfpool/loader-deploy.json.json', 'deployWithMaxDataLen'],
    ['tx/98-loader-upgrade.json', 'upgrade'],
  ])('is deployed by %s', (file, methodName) => {
    expect(decoded(file)).toMatchObject({ kind: 'contract_deploy', toAddress: null, methodName });
    expect(viewOf(decoded(file), decoded(file).fromAddress, noOtherWallet).txType).toBe('contract_deploy');
  });

  it.each([
    ['loader-initialize-buffer', 'initializeBuffer'],
    ['loader-write', 'write'],
  ])('is not deployed by %s', (name, methodName) => {
    expect(decodedLocal(name)).toMatchObject({ kind: 'contract_call', methodName });
  });
});

describe('the method of a Solana call', () => {
  it.each([
    ['tx/72-tp-jupiterAggregatorV6_sharedAccountsRoute_1.json', 'sharedAccountsRoute'],
    // The earlier instructions of these transactions only prepare accounts.
    ['tx/44-rk-jupiter-test-exact-out-route-v2-5XYf7V6r.json', 'exactOutRouteV2'],
    ['tx/41-rk-jupiter-test-deposit-collateral-token-2D9xoA7o.json', 'operate'],
    ['tx/59-rk-stake-test-stake-creation-and-delegation-2BhH7DcQ.json', 'delegateStake'],
    // These transactions also pay a tip, which does not decide the name.
    ['tx/86-tp-pumpfun_sell_0.json', 'sell'],
    ['tx/80-tp-photon_pumpfun_buy_1.json', 'pumpBuy'],
    // This program logs no name.
    ['tx/87-tp-raydiumLiquidityPoolV4_swap_0.json', null],
  ])('in %s is %s', (file, methodName) => {
    expect(decoded(file)).toMatchObject({ kind: 'contract_call', methodName });
  });

  it.each([
    ['spl-create-mint', 'initializeMint'],
    ['t22-create-mint', 'initializeTransferFeeConfig'],
    ['t22-mint-to', 'mintTo'],
    ['t22-burn', 'burn'],
  ])('in the token transaction %s is %s', (name, method) => {
    expect(decodedLocal(name).methodName).toBe(method);
  });

  it('is the transfer when the other instructions only prepare the payment or add a memo', () => {
    expect(decoded('tx/02-ex-devnet-single-sol-memo.json')).toMatchObject({ kind: 'transfer', methodName: 'transfer' });
    expect(decoded('tx/04-ex-devnet-transfer-with-seed.json')).toMatchObject({
      kind: 'transfer',
      methodName: 'transferWithSeed',
      toAddress: '6S1VL44mL4WZrLGF9f7qQN5CFJ3PTVFxpnt1GdSe4uMs',
    });
  });
});

describe('a Solana payment to several receivers', () => {
  it('starts with its greatest movement, whose receiver the record names beside the sum', () => {
    const paid = decoded('tx/29-rk-solana-transactions-test-query-solana-transactions-2ZYFMzQM.json');
    expect(paid.movements.map(({ amount }) => amount)).toEqual(['3.25490395', '2.46946888', '0.56659016']);
    const view = viewOf(paid, paid.fromAddress, noOtherWallet);
    expect(view).toMatchObject({ tokenAmount: '6.29096299', direction: 'outbound' });
    expect(view.toAddress).toBe(paid.movements[0]?.to);
  });

  it('has separate movements for each of several payers', () => {
    const { movements } = decoded('tx/84-tp-pumpfun_buy_bundle.json');
    const payers = ['8rL9', 'GdCF', '7SPk', 'Gh6D'];
    expect(movements.filter(({ standard }) => standard === 'native')).toHaveLength(12);
    for (const payer of payers) {
      const of = movements.filter(({ standard, from }) => standard === 'native' && from.startsWith(payer));
      expect(of).toHaveLength(3); // the price, the fee of the exchange, the deposit of the token account
    }
  });
});

it('the Solana decoder reads the same amounts from both encodings of a transaction', () => {
  for (const file of filesIn('synthetic-surfpool').filter((each) => each.endsWith('.json.json'))) {
    const [json, parsed] = [decoded(file), decoded(file.replace('.json.json', '.jsonParsed.json'))];
    const tokens = ({ movements }: typeof json) =>
      movements.filter(({ standard }) => standard !== 'native').map(({ from, to, amount }) => [from, to, amount]);
    expect([file, parsed.feeAmount, parsed.kind, tokens(parsed)]).toEqual([
      file,
      json.feeAmount,
      json.kind,
      tokens(json),
    ]);
  }
});
