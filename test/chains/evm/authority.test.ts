import { describe, expect, it } from '@jest/globals';
import { AbiCoder, id, zeroPadValue } from 'ethers';
import { AUTHORITY_EVENTS, authorityChanges } from '../../../lib/chains/evm/authority.ts';
import { type Event, recordedAuthority, recordedEventBlocks } from './recorded-events.ts';

/** The changes that an event means, from the facts of the source; none for an event that changes no authority. */
function meantBy({ event, contract, ...facts }: Event) {
  const change = (kind: string, values: { before?: unknown; after?: unknown }) => ({
    kind,
    subject: contract,
    before: null,
    after: null,
    ...values,
  });
  const { address, account, previousOwner, newOwner, owner, owners, implementation, beacon } = facts;
  const threshold = change('threshold_changed', { after: String(facts.threshold) });
  const meant: Readonly<Record<string, unknown[]>> = {
    SafeSetup: [...[owners].flat().map((owner) => change('owner_added', { after: owner })), threshold],
    AddedOwner: [change('owner_added', { after: address })],
    AddOwner: [change('owner_added', { after: owner })],
    RemovedOwner: [change('owner_removed', { before: address })],
    ChangedThreshold: [threshold],
    EnabledModule: [change('module_enabled', { after: address })],
    DisabledModule: [change('module_disabled', { before: address })],
    ChangedGuard: [change('guard_changed', { after: address })],
    ChangedFallbackHandler: [change('fallback_handler_changed', { after: address })],
    OwnershipTransferred: [change('ownership_transferred', { before: previousOwner, after: newOwner })],
    RoleGranted: [change('role_granted', { after: account })],
    RoleRevoked: [change('role_revoked', { before: account })],
    Upgraded: [change('implementation_changed', { after: implementation })],
    BeaconUpgraded: [change('implementation_changed', { after: beacon })],
  };
  return meant[event] ?? [];
}

describe('the changes of authority of recorded transactions', () => {
  it.each(recordedAuthority)('are those of $name', ({ logs, authority }) => {
    expect(authorityChanges(logs)).toEqual(authority.flatMap(meantBy));
  });

  it.each(recordedEventBlocks)('are those of the block $file', ({ transactions }) => {
    for (const { logs, authority } of transactions) expect(authorityChanges(logs)).toEqual(authority.flatMap(meantBy));
  });
});

const SAFE = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const topic = (address: string) => zeroPadValue(address.toLowerCase(), 32);
const encode = (types: string[], values: unknown[]) => AbiCoder.defaultAbiCoder().encode(types, values);
const log = (signature: string, indexed: string[], data = '0x') => ({
  address: SAFE,
  topics: [id(signature), ...indexed],
  data,
});
const joined = (kind: string) => [{ kind, subject: SAFE, before: null, after: ALICE }];
const left = (kind: string) => [{ kind, subject: SAFE, before: ALICE, after: null }];

describe('an event with one address', () => {
  it.each([
    ['AddedOwner(address)', joined('owner_added')],
    ['RemovedOwner(address)', left('owner_removed')],
    ['EnabledModule(address)', joined('module_enabled')],
    ['DisabledModule(address)', left('module_disabled')],
    ['ChangedGuard(address)', joined('guard_changed')],
    ['ChangedModuleGuard(address)', joined('guard_changed')],
    ['ChangedFallbackHandler(address)', joined('fallback_handler_changed')],
    ['ChangedMasterCopy(address)', joined('implementation_changed')],
    ['Upgraded(address)', joined('implementation_changed')],
    ['BeaconUpgraded(address)', joined('implementation_changed')],
  ])('%s means the same with the address in the topics and in the data', (signature, changes) => {
    expect(authorityChanges([log(signature, [topic(ALICE)])])).toEqual(changes);
    expect(authorityChanges([log(signature, [], encode(['address'], [ALICE]))])).toEqual(changes);
  });

  it.each(['AddedOwner(address)', 'RemovedOwner(address)', 'RoleGranted(bytes32,address,address)'])(
    '%s is ignored without an address',
    (signature) => {
      expect(authorityChanges([log(signature, [])])).toEqual([]);
      expect(authorityChanges([log(signature, Array(2).fill(`0x${'f'.repeat(64)}`))])).toEqual([]);
    },
  );
});

describe('an event with two addresses', () => {
  it.each([
    ['OwnershipTransferred(address,address)', 'ownership_transferred'],
    ['AdminChanged(address,address)', 'admin_changed'],
  ])('%s states the value before and the value after', (signature, kind) => {
    const changes = [{ kind, subject: SAFE, before: ALICE, after: BOB }];
    expect(authorityChanges([log(signature, [topic(ALICE), topic(BOB)])])).toEqual(changes);
    expect(authorityChanges([log(signature, [], encode(['address', 'address'], [ALICE, BOB]))])).toEqual(changes);
  });
});

describe('the authority of smart accounts', () => {
  const manifest = '((bytes4,bool,bool)[],(bytes4,uint32,bool,bool)[],bytes4[])';
  const empty = [[], [], []];
  const index = zeroPadValue('0x07', 32);

  it.each([
    ['ModuleInstalled(uint256,address)', [], encode(['uint256', 'address'], [1, ALICE]), joined('module_enabled')],
    ['ModuleUninstalled(uint256,address)', [], encode(['uint256', 'address'], [2, ALICE]), left('module_disabled')],
    [
      'PluginInstalled(address,bytes32,bytes21[])',
      [topic(ALICE)],
      encode(['bytes32', 'bytes21[]'], [topic(BOB), []]),
      joined('module_enabled'),
    ],
    ['PluginUninstalled(address,bool)', [topic(ALICE), zeroPadValue('0x01', 32)], '0x', left('module_disabled')],
    [`ExecutionInstalled(address,${manifest})`, [topic(ALICE)], encode([manifest], [empty]), joined('module_enabled')],
    [
      `ExecutionUninstalled(address,bool,${manifest})`,
      [topic(ALICE)],
      encode(['bool', manifest], [true, empty]),
      left('module_disabled'),
    ],
    ['ValidationInstalled(address,uint32)', [topic(ALICE), index], '0x', joined('module_enabled')],
    [
      'ValidationUninstalled(address,uint32,bool)',
      [topic(ALICE), index],
      encode(['bool'], [true]),
      left('module_disabled'),
    ],
    [
      'RootValidatorUpdated(bytes21)',
      [],
      encode(['bytes21'], [`0x01${ALICE.slice(2)}`]),
      joined('ownership_transferred'),
    ],
    ['AddOwner(uint256,bytes)', [index], encode(['bytes'], [topic(ALICE)]), joined('owner_added')],
    ['RemoveOwner(uint256,bytes)', [index], encode(['bytes'], [topic(ALICE)]), left('owner_removed')],
  ])('changes by %s', (signature, indexed, data, changes) => {
    expect(authorityChanges([log(signature, indexed, data)])).toEqual(changes);
  });

  it('names an owner with a passkey by the public key', () => {
    const key = `0x${'ab'.repeat(32)}${'cd'.repeat(32)}`;
    const added = log('AddOwner(uint256,bytes)', [index], encode(['bytes'], [key]));
    expect(authorityChanges([added])).toEqual([{ kind: 'owner_added', subject: SAFE, before: null, after: key }]);
  });

  it('names the permission that signs for a Kernel, and ignores a root of another kind', () => {
    const root = (bytes: string) => log('RootValidatorUpdated(bytes21)', [], encode(['bytes21'], [bytes]));
    expect(authorityChanges([root(`0x0212345678${'0'.repeat(32)}`)])).toEqual([
      { kind: 'ownership_transferred', subject: SAFE, before: null, after: '0x12345678' },
    ]);
    expect(authorityChanges([root(`0x03${'1'.repeat(40)}`), log('RootValidatorUpdated(bytes21)', [])])).toEqual([]);
  });

  it.each([
    ['of another length', encode(['bytes'], [`0x${'ab'.repeat(33)}`])],
    ['without end', encode(['bytes'], [`0x${'ab'.repeat(64)}`]).slice(0, -64)],
    ['that are no address', encode(['bytes'], [`0x${'ab'.repeat(32)}`])],
    ['that are missing', '0x'],
  ])('ignores an owner in bytes %s', (_what, data) => {
    expect(authorityChanges([log('AddOwner(uint256,bytes)', [index], data)])).toEqual([]);
  });

  it('knows the topic that Modular Account logs', () => {
    expect(AUTHORITY_EVENTS).toContain('0xfaa447b433b10d3cedff587bf1c996e5c2d62c8bda30ca3956de7ebb207206c2');
  });
});

describe('the set-up of a Safe', () => {
  const SETUP = 'SafeSetup(address,address[],uint256,address,address)';
  const types = ['address[]', 'uint256', 'address', 'address'];

  it('adds each owner, then states the threshold', () => {
    const data = encode(types, [[ALICE, BOB], 2n, SAFE, SAFE]);
    expect(authorityChanges([log(SETUP, [topic(BOB)], data)])).toEqual([
      ...joined('owner_added'),
      { kind: 'owner_added', subject: SAFE, before: null, after: BOB },
      { kind: 'threshold_changed', subject: SAFE, before: null, after: '2' },
    ]);
  });

  it('is ignored when its data is of another form', () => {
    for (const data of ['0x', `0x${'f'.repeat(256)}`]) {
      expect(authorityChanges([log(SETUP, [topic(BOB)], data)])).toEqual([]);
    }
  });
});

describe('authorityChanges', () => {
  it('keeps the changes of the given subjects only', () => {
    const logs = [log('AddedOwner(address)', [topic(ALICE)])];
    expect(authorityChanges(logs, new Set([SAFE.toLowerCase()]))).toHaveLength(1);
    expect(authorityChanges(logs, new Set([ALICE.toLowerCase()]))).toEqual([]);
  });
});
