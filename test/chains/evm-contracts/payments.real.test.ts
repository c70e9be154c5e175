import { getCreate2Address, id, keccak256, parseEther } from 'ethers';
import { quiet } from '../../support/quiet.ts';
import { testCases } from './contract-case.ts';
import { CREATOR, contractNode, newAddress } from './contract-node.ts';
import { etherAndTokens } from './ether-and-tokens.ts';
import { ether, paid, seen } from './expected.ts';
import { payer } from './payer.ts';

quiet();

/** Any input, so that the transaction is a call and no transfer. */
const INPUT = '0x01';
const SALT = id('salt');

testCases(contractNode(), {
  'the call of a watched forwarder, which passes on the value of the call,': async (node) => {
    const [stranger, forwarder, payee] = [await node.account(), newAddress(), newAddress()];
    await node.put(forwarder, { code: payer([{ to: payee, value: 'received' }]) });
    const received = ether('value', stranger.address, forwarder, '3', 'inbound');
    const passedOn = ether('call', forwarder, payee, '3', 'internal');
    return {
      watched: { forwarder, payee },
      transaction: await node.signed(stranger, { to: forwarder, value: parseEther('3'), data: INPUT }),
      traced: {
        records: { forwarder: paid(received, { transfers: [received, passedOn] }), payee: paid(passedOn) },
        alerts: { any_transfer: 2 },
      },
      untraced: { records: { forwarder: paid(received) }, alerts: { any_transfer: 1 } },
    };
  },

  'the call of an unwatched contract, which pays a wallet ether and tokens,': etherAndTokens,

  'the call of a splitter, which pays fifty wallets in one transaction,': async (node) => {
    const [treasury, splitter] = [await node.account('2000'), newAddress()];
    const payees = Array.from({ length: 50 }, (_, n) => ({ to: newAddress(), share: String(n + 1) }));
    await node.put(splitter, { code: payer(payees.map(({ to, share }) => ({ to, value: parseEther(share) }))) });
    const given = ether('value', treasury.address, splitter, '1275', 'internal');
    const shares = payees.map(({ to, share }) => ether('call', splitter, to, share, 'internal'));
    const ofTreasury = paid(given, { txType: 'contract_call' });
    const named = <T>(items: readonly T[]) => Object.fromEntries(items.map((item, n) => [`payee ${n}`, item]));
    return {
      watched: { treasury: treasury.address, splitter, ...named(payees.map(({ to }) => to)) },
      transaction: await node.signed(treasury, { to: splitter, value: parseEther('1275'), data: INPUT }),
      traced: {
        records: {
          treasury: ofTreasury,
          splitter: paid(given, { transfers: [given, ...shares] }),
          ...named(shares.map((share) => paid(share))),
        },
        alerts: { any_transfer: 52 },
      },
      untraced: { records: { treasury: ofTreasury, splitter: paid(given) }, alerts: { any_transfer: 2 } },
    };
  },

  'a call inside a transaction that is reverted and caught': async (node) => {
    const stranger = await node.account();
    const [outer, inner, missed, payee] = [newAddress(), newAddress(), newAddress(), newAddress()];
    await node.put(inner, { code: payer([{ to: missed, value: parseEther('1') }], 'revert') });
    const payments = [
      { to: inner, value: parseEther('1') },
      { to: payee, value: parseEther('2') },
    ];
    await node.put(outer, { code: payer(payments), ether: '10' });
    const paidOut = ether('call', outer, payee, '2', 'internal');
    return {
      watched: { outer, inner, missed, payee },
      transaction: await node.signed(stranger, { to: outer, data: INPUT }),
      traced: { records: { outer: paid(paidOut), payee: paid(paidOut) }, alerts: { any_transfer: 2 } },
      untraced: { records: { outer: seen() }, alerts: {} },
    };
  },

  'a CREATE2 with value, whose constructor pays on,': async (node) => {
    const [treasury, payee] = [await node.account(), newAddress()];
    const code = payer([{ to: payee, value: parseEther('2') }]);
    const child = getCreate2Address(CREATOR, SALT, keccak256(code));
    const given = ether('value', treasury.address, CREATOR, '5', 'outbound');
    const endowment = ether('call', CREATOR, child, '5', 'inbound');
    const paidOn = ether('call', child, payee, '2', 'internal');
    const treasuryRecord = paid(given, { txType: 'contract_call' });
    return {
      watched: { treasury: treasury.address, child, payee },
      transaction: await node.signed(treasury, {
        to: CREATOR,
        value: parseEther('5'),
        data: `${SALT}${code.slice(2)}`,
      }),
      traced: {
        records: {
          treasury: treasuryRecord,
          child: paid(endowment, { tokenAmount: '3', transfers: [endowment, paidOn] }),
          payee: paid(paidOn),
        },
        alerts: { any_transfer: 3 },
      },
      untraced: { records: { treasury: treasuryRecord }, alerts: { any_transfer: 1 } },
    };
  },

  'a SELFDESTRUCT in favour of a wallet': async (node) => {
    const [stranger, contract, heir] = [await node.account(), newAddress(), newAddress()];
    await node.put(contract, { code: payer([], { destroyedFor: heir }), ether: '7' });
    const received = ether('value', stranger.address, contract, '1', 'inbound');
    const inherited = ether('call', contract, heir, '8', 'internal');
    return {
      watched: { contract, heir },
      transaction: await node.signed(stranger, { to: contract, value: parseEther('1'), data: INPUT }),
      traced: {
        records: {
          contract: paid(inherited, { tokenAmount: '7', transfers: [received, inherited] }),
          heir: paid(inherited),
        },
        alerts: { any_transfer: 2 },
      },
      untraced: { records: { contract: paid(received) }, alerts: { any_transfer: 1 } },
    };
  },
});
