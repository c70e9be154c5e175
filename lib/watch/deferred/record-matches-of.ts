import type { ChainId } from '../../chains/registry.ts';
import type { Suspended } from '../../organisations/suspension/suspended.ts';
import type { Deps } from '../../platform/deps.ts';
import { log } from '../../platform/log.ts';
import { mapConcurrent } from '../../values/concurrent.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { plusSeconds } from '../../values/time.ts';
import type { CursorRepo } from '../cursor.ts';
import type { DeferredMatches } from '../deferred-matches.ts';
import { PACK_KEPT_SECONDS } from '../deferred-packs.ts';
import type { HourlyBudget } from '../hourly-budget.ts';
import type { MatchesMessage, MatchQueue } from '../match-queue.ts';
import type { Urgency } from '../touches.ts';
import type { matchLeases } from './match-lease.ts';
import { type Place, type RecordMatchesDeps, recordBlockMatches } from './record-block-matches.ts';
import type { Throttle } from './throttle.ts';

/** Shorter than the time-out of `record-matches`: the rest is for the last step of each wallet. */
const MATCHES_RUN_SECONDS = 40;
/** While matches of other classes are recorded, a run looks for urgent matches again after this time. */
const URGENT_SECONDS = 1;
/** Wallets of an organisation whose matches are recorded side by side. */
const WALLETS_AT_ONCE = 8;
/** Wallets of a round. */
const MOST_WALLETS = 1_000;
/** A wallet records about this many matches in a round, whole blocks only. Then other wallets have their turn. */
const TURN = 100;
/** Blocks that a wallet reads at a time. */
const BLOCKS = 20;
/** A throttled organisation is asked again after this time, or when its budget allows a record, whichever is later. */
const PAUSE_SECONDS = 60;
/** Matches that wait for longer are reported. */
const OVERDUE_SECONDS = PACK_KEPT_SECONDS / 3;

export interface RecordMatchesOfDeps extends RecordMatchesDeps, Pick<Deps, 'now' | 'newId'> {
  readonly cursors: Pick<CursorRepo, 'get'>;
  readonly leases: ReturnType<typeof matchLeases>;
  readonly hourly: HourlyBudget;
  readonly throttle: Throttle;
  readonly queue: MatchQueue;
  readonly suspended: Suspended;
}

/** Why a run of an organisation ended. */
type End = { readonly because: 'nothing is left' | 'the time is over' | 'a block is not yet scanned' } | Throttled;
type Throttled = { readonly because: 'the budget is used up'; readonly seconds: number };

/**
 * Records the deferred matches of an organisation on a chain: the wallets side by side, what is urgent before the
 * rest, and each class of a wallet in the order of the blocks. Stops anywhere without loss: deferred matches stay until
 * they are recorded, and handover sends the message again. A repeated message changes nothing, and so does the message
 * of a suspended organisation.
 */
export async function recordMatchesOf(deps: RecordMatchesOfDeps, message: MatchesMessage): Promise<void> {
  const { deferred, leases, now } = deps;
  const { organisationId, chain } = message;
  if (await deps.suspended(organisationId)) return;
  const until = plusSeconds(now(), MATCHES_RUN_SECONDS);
  const owner = deps.newId();
  for (;;) {
    const version = await deferred.pending(organisationId, chain);
    if (version === null || !(await leases.take(organisationId, chain, owner))) return;
    let end: End;
    try {
      end = await new Run(deps, message, until).end();
    } finally {
      await leases.release(organisationId, chain, owner);
    }
    if (end.because === 'the time is over') return deps.queue.send([message]);
    if (end.because === 'a block is not yet scanned') return;
    if (end.because === 'the budget is used up') {
      // What was deferred meanwhile may be urgent. Its message came while the lease lasted.
      if ((await deferred.pending(organisationId, chain)) !== version) continue;
      const at = plusSeconds(now(), Math.max(PAUSE_SECONDS, end.seconds));
      return deferred.postpone(organisationId, chain, version, at);
    }
    const calm = await deps.throttle.drained(organisationId, chain);
    if (calm !== null) return deferred.postpone(organisationId, chain, version, calm);
    // The lease has ended by now. A message that came while the lease lasted has changed the version.
    if (await deferred.settle(organisationId, chain, version)) return;
  }
}

/** One run of an organisation on a chain, which has the lease. */
class Run {
  readonly #deps: RecordMatchesOfDeps;
  readonly #organisationId: OrganisationId;
  readonly #chain: ChainId;
  readonly #until: Date;
  /** By class, after the budget of the class was used up. */
  readonly #throttled: { [K in Urgency]?: Throttled } = {};
  /** What is urgent is being recorded, or was a moment ago. */
  #urgent: { readonly until: Date; readonly recorded: Promise<number> } | null = null;

  constructor(deps: RecordMatchesOfDeps, { organisationId, chain }: MatchesMessage, until: Date) {
    this.#deps = deps;
    this.#organisationId = organisationId;
    this.#chain = chain;
    this.#until = until;
  }

  async end(): Promise<End> {
    const { throttle } = this.#deps;
    for (let rounds = 0; ; rounds++) {
      this.#urgent = null;
      const urgent = await this.#urgentFirst();
      const others = await this.#addresses('other');
      if (others.length === 0 && (await this.#addresses('urgent')).length === 0) return { because: 'nothing is left' };
      // Each minute another wallet begins, so that the budget of a minute serves each wallet in turn.
      const first = (Math.floor(this.#deps.now().getTime() / 60_000) + rounds) % Math.max(1, others.length);
      const recorded = urgent + (await this.#turns([...others.slice(first), ...others.slice(0, first)], 'other'));
      // The other class may go on when the budget of a class is used up.
      if (recorded > 0 && !this.#isOver()) continue;
      const [throttled] = Object.values(this.#throttled).toSorted((a, b) => a.seconds - b.seconds);
      if (throttled !== undefined) {
        const waiting = [...(await this.#addresses('urgent')), ...(await this.#addresses('other'))];
        await throttle.exceeded(this.#organisationId, this.#chain, [...new Set(waiting)]);
      }
      if (recorded > 0) return { because: 'the time is over' };
      return throttled ?? { because: this.#isOver() ? 'the time is over' : 'a block is not yet scanned' };
    }
  }

  #addresses(urgency: Urgency): Promise<string[]> {
    return this.#deps.deferred.addresses(this.#organisationId, this.#chain, urgency, MOST_WALLETS);
  }

  /** Records what is urgent, once in a while. Returns the number of blocks. */
  #urgentFirst(): Promise<number> {
    const at = this.#deps.now();
    if (this.#urgent === null || this.#urgent.until <= at) {
      const recorded = this.#addresses('urgent').then((addresses) => this.#turns(addresses, 'urgent'));
      this.#urgent = { until: plusSeconds(at, URGENT_SECONDS), recorded };
    }
    return this.#urgent.recorded;
  }

  /** Gives each wallet a turn, some wallets side by side. Returns the number of blocks. */
  async #turns(addresses: readonly string[], urgency: Urgency): Promise<number> {
    // A block that the cursor has not passed is scanned again if its watcher died.
    const scanned = (await this.#deps.cursors.get(this.#chain))?.height ?? -1;
    const recorded = await mapConcurrent(addresses, WALLETS_AT_ONCE, async (address) => {
      if (urgency === 'other') await this.#urgentFirst();
      return this.#turn({ address, urgency }, scanned);
    });
    return recorded.reduce((sum, blocks) => sum + blocks, 0);
  }

  /** Records the oldest matches of a wallet and class. Returns the number of blocks. */
  async #turn(of: Pick<DeferredMatches, 'address' | 'urgency'>, scanned: number): Promise<number> {
    const organisationId = this.#organisationId;
    const chain = this.#chain;
    const place: Place = { organisationId, chain, allows: (records) => this.#allows(records, of.urgency) };
    if (this.#throttled[of.urgency] !== undefined || this.#isOver()) return 0;
    const oldest = await this.#deps.deferred.oldest(organisationId, chain, of, BLOCKS);
    // The last block of a full page may go on in the next page.
    const last = oldest.length === BLOCKS ? oldest.at(-1)?.height : undefined;
    const heights = Map.groupBy(oldest, ({ height }) => height);
    let blocks = 0;
    let recorded = 0;
    for (const [height, matches] of heights) {
      if (height > scanned || recorded >= TURN || (height === last && heights.size > 1)) break;
      if (blocks === 0) this.#reportOverdue(matches[0]?.at, of.address);
      const step = await recordBlockMatches(this.#deps, place, matches);
      if (!step.isDone) break;
      recorded += step.recorded;
      blocks++;
    }
    return blocks;
  }

  async #allows(records: number, urgency: Urgency): Promise<boolean> {
    if (this.#throttled[urgency] !== undefined || this.#isOver()) return false;
    const seconds = await this.#deps.hourly.take(this.#organisationId, this.#chain, records, urgency);
    if (seconds === 0) return true;
    this.#throttled[urgency] = { because: 'the budget is used up', seconds };
    return false;
  }

  #isOver(): boolean {
    return this.#deps.now() >= this.#until;
  }

  #reportOverdue(at: string | undefined, address: string): void {
    if (at === undefined || plusSeconds(new Date(at), OVERDUE_SECONDS) > this.#deps.now()) return;
    log.error('matches.overdue', { chain: this.#chain, organisation: this.#organisationId, address, since: at });
  }
}
