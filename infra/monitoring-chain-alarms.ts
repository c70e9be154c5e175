import { watcherName } from './chain-watchers.ts';
import { type AlarmRow, atFirstLine } from './monitoring-alarm.ts';
import { watcherAlarms } from './monitoring-watcher-alarms.ts';
import type { Stage } from './stages.ts';

/**
 * Chains: what the watchers, and the functions that share their code, found wrong. Trouble with a chain does not fail
 * the run of its watcher, so a single line raises the alarm. A line names the chain.
 */
export function chainAlarms(stage: Stage): AlarmRow[] {
  const watchers = stage.watches.map(({ chain }) => watcherName(chain));
  return [...stage.watches.flatMap(({ chain }) => watcherAlarms(stage, chain)), ...rowsOf(watchers)];
}

/** The alarms about all chains together. */
const rowsOf = (watchers: readonly string[]): AlarmRow[] => [
  {
    name: 'chain-stopped',
    severity: 'page',
    ...atFirstLine,
    watches: { kind: 'events', event: 'chain.stopped', loggedBy: watchers },
    breaks:
      'All nodes of a chain have reported for ten minutes that a reorganisation was too deep. The chain is not ' +
      'scanned any more, and nothing of it is recorded for any organisation.',
    act:
      '`chain.stopped` in the log of `watch-<chain>` states the chain and the reason. Then continue as under ' +
      '[Watching](#watching).',
  },
  {
    name: 'chain-lagging',
    severity: 'page',
    ...atFirstLine,
    watches: { kind: 'events', event: 'chain.lagging', loggedBy: watchers },
    breaks:
      'The scanned blocks of a chain are over 5 min behind the confirmed blocks, or a network of value has shown ' +
      'no new block for 15 min. The alerts of the chain are late for everybody.',
    act: [
      '`chain.lagging` in the log states the chain and by how much it is behind.',
      '',
      '- Are nodes slow, or do they limit the rate (`chain.rpc_failed`)? After an outage the watcher catches up: ' +
        'watch `blocks` fall.',
      '- If `blocks` is 0, all nodes stand still: put others into the secret.',
      '- Do the answers contradict each other (`chain.contradiction`)? Find out which node is wrong, and remove it.',
      '- A wallet whose address nearly every transaction touches (a router, a token, a program) slows its chain ' +
        'for everybody. Ask its organisation not to watch it. The API refuses the addresses in ' +
        '`lib/chains/<family>/*-listed.json`: add the address there.',
    ].join('\n'),
  },
  {
    name: 'transaction-decode-failed',
    severity: 'ticket',
    ...atFirstLine,
    watches: {
      kind: 'events',
      event: 'transaction.decode_failed',
      also: ['block.authorizations_unread'],
      loggedBy: [...watchers, 'backfill-blocks'],
    },
    breaks:
      'A transaction that touches a wallet could not be decoded. Its organisation sees it with what is known of ' +
      'it, mostly without amounts. Nothing is delayed.',
    act: [
      '`transaction.decode_failed` in the log states chain, hash and reason. This is a fault of the decoder: fix ' +
        'and deploy. The record stays as it is.',
      '',
      '`block.authorizations_unread` states how many authorizations (EIP-7702) of a block were not read, because ' +
        'the block has too many. Somebody may hide the delegation of an account behind them: look at the block in ' +
        'an explorer.',
    ].join('\n'),
  },
  {
    // A trace that fails in a backfill raises no alarm: the caller of the backfill sees `detail: logs`.
    name: 'transaction-trace-failed',
    severity: 'ticket',
    ...atFirstLine,
    watches: {
      kind: 'events',
      event: 'transaction.trace_failed',
      also: ['authority.unread'],
      loggedBy: watchers,
    },
    breaks:
      'For two minutes, no node stated what a transaction did beside its logs. Its organisation sees the ' +
      'transaction without these facts.',
    act: [
      '`transaction.trace_failed` in the log states chain, hash and reason. The record has `detail: logs`: value ' +
        'that the calls moved is missing. Put a node that traces into the secret (`debug_traceTransaction` or ' +
        '`trace_transaction`). A backfill of that block for the wallet then completes the record.',
      '',
      '`authority.unread` with `what: slot` states that no node gave storage slot 0 of a Safe that executed the ' +
        "transaction. The record lacks a change of the Safe's implementation, if there was one. Compare the slot " +
        'after the block with the slot after its parent, at a node that keeps the state (`eth_getStorageAt`). Put ' +
        'such a node into the secret.',
      '',
      '`authority.unread` with `what: proposal` states that no node told what the members of a multisig of Squads ' +
        'changed. The record says `signer_list_set` in place of the changes. An explorer shows them at the account ' +
        'in the log. Put a node into the secret that keeps the history (`getSignaturesForAddress`).',
      '',
      'Failures in a backfill raise no alarm. They only log the events, in the group of `backfill-blocks`.',
    ].join('\n'),
  },
  {
    name: 'transaction-record-failed',
    severity: 'ticket',
    ...atFirstLine,
    watches: { kind: 'events', event: 'transaction.record_failed', loggedBy: [...watchers, 'record-matches'] },
    breaks:
      'An item of one organisation cannot be read, so a transaction of its wallet was not recorded. The chain ' +
      'continues for everybody.',
    act:
      'The line in the log of `watch-<chain>` names organisation, record, hash and what is wrong. Repair the item. ' +
      'A backfill of that block for the wallet then records the transaction.',
  },
  {
    name: 'transaction-retract-failed',
    severity: 'ticket',
    ...atFirstLine,
    watches: { kind: 'events', event: 'transaction.retract_failed', loggedBy: watchers },
    breaks:
      'An item of one organisation cannot be read, so the alert of an orphaned transaction was not retracted. ' +
      'The chain continues for everybody.',
    act: 'As for `transaction-record-failed`.',
  },
  {
    name: 'balance-difference',
    severity: 'ticket',
    ...atFirstLine,
    watches: { kind: 'events', event: 'balance.difference', loggedBy: watchers },
    breaks:
      'The balance of a wallet deviates from its records, and no transaction explains why. The organisation has ' +
      'been told.',
    act:
      'Find the lines `balance.difference` in the log of `watch-<chain>`: they name the chain, the blocks and the ' +
      'reconciliation. Look the blocks up in an explorer. Does the node trace (`debug_traceBlockByHash` or ' +
      '`trace_block`)? If it does not, add a node that does: the next check traces the block again and explains ' +
      'the difference. If the trace shows no movement, a decoder has a fault: repair the decoder, and start a ' +
      'backfill of the blocks.',
  },
  {
    name: 'balance-check-failed',
    severity: 'ticket',
    ...atFirstLine,
    watches: {
      kind: 'events',
      event: 'balance.check_failed',
      also: ['balance.not_bisected'],
      loggedBy: watchers,
    },
    breaks:
      'A check of balances failed with an error of ours (`balance.check_failed`), or no node gave an old state ' +
      'for two minutes (`balance.not_bisected`). Payments that only a check finds are late. The scan goes on, ' +
      'and the check is repeated after each scan. A line with `organisation` means that stored data of this ' +
      'organisation cannot be read: the check goes on without it.',
    act:
      'Read the error in the log of `watch-<chain>`. Differences over many blocks mean that the nodes forget ' +
      'states before the next check: use a node that keeps them, or lower `reconcileEvery` of the chain.',
  },
  {
    name: 'watched-pack-failed',
    severity: 'ticket',
    ...atFirstLine,
    watches: { kind: 'events', event: 'watched.pack_failed', loggedBy: watchers },
    breaks:
      'A watcher could not pack the watched addresses of its chain (`watched.pack_failed`). It tries again after ' +
      'five minutes, and no block and no alert is missing. After a day without a success, each process that ' +
      'starts reads the balances of all watched addresses: 50,000 read units and half a minute for a million ' +
      'addresses.',
    act: 'Read the error in the log of `watch-<chain>`. If the table is throttled, wait or raise its limits.',
  },
];
