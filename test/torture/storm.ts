import type { Call } from './calls.ts';
import type { FaultKind, Kill, Plan, Reply, When } from './plan.ts';

/** What the storm has for a call. */
export interface Weather {
  readonly kill: When | undefined;
  readonly fault: FaultKind | undefined;
}

const CALM: Weather = { kill: undefined, fault: undefined };

/** After that many calls of its function, one that is to be overtaken goes on. */
const OVERTAKERS = 2;

export interface StormOptions {
  /** Kills the stack. */
  kill(): void;
  /** Told of each fault and kill, in order: for who looks into a failure. */
  meets(what: string): void;
}

/**
 * Has calls meet what a plan says: in the harness those of the stack and its node, and posts to receivers; in the stack's
 * own process those of its functions.
 */
export class Storm {
  readonly #options: StormOptions;
  #plan: Plan | undefined;
  #life = 0;
  #kills: Kill[] = [];
  #counts = new Map<string, number>();
  #invocations = new Map<string, { fault: FaultKind | undefined; tries: number }>();
  #waiting: { who: string; left: number; go: () => void }[] = [];

  constructor(options: StormOptions) {
    this.#options = options;
  }

  /** Begins under another plan. `life`: of the process, which does not know what those before it have counted. */
  begin(plan: Plan, kills: readonly Kill[], life = 0): void {
    this.#plan = plan;
    this.#life = life;
    this.#kills = [...kills];
    this.#counts.clear();
    this.#invocations.clear();
    this.#armTimer();
  }

  /** No more faults and kills; receivers stay what they are. */
  end(): void {
    this.#kills = [];
    this.#plan = undefined;
  }

  /** The kill that comes next. */
  get nextKill(): Kill | undefined {
    return this.#kills[0];
  }

  /** The kill that comes next was done by another. */
  killed(): void {
    this.#kills.shift();
    this.#armTimer();
  }

  next(call: Call): Weather {
    const { who, operation, invocation } = call;
    this.#letGo(who);
    if (this.#plan === undefined) return CALM;
    const known = invocation === undefined ? undefined : this.#invocations.get(invocation);
    if (known !== undefined) {
      known.tries++;
      const lasts = known.fault === 'failing' || known.fault === 'losing';
      return { kill: undefined, fault: lasts ? known.fault : undefined };
    }
    const kill = this.#killAt((next) => next.at === 'call' && next.who === who, `calls of ${who}`);
    const name = `${who} ${operation}`;
    const nth = this.#count(name);
    const fault = kill === undefined ? this.#plan.fault(call, this.#life, nth) : undefined;
    if (invocation !== undefined) this.#invocations.set(invocation, { fault, tries: 1 });
    if (kill !== undefined) this.#options.meets(`killed ${kill} ${name} ${nth}`);
    if (fault !== undefined) this.#options.meets(`${fault} ${name} ${nth}`);
    return { kill, fault };
  }

  /** How a receiver answers its next post, and whether the stack dies of it. */
  nextPost(receiver: string, nth: number, plan: Plan): { reply: Reply; kill: When | undefined } {
    const kill = this.#killAt(({ at }) => at === 'post', 'posts');
    if (kill !== undefined) this.#options.meets(`killed ${kill} post ${nth} to ${receiver}`);
    return { reply: plan.reply(receiver, nth), kill };
  }

  /** Kills the stack, whose call is never answered. */
  kill(): undefined {
    this.#options.kill();
    this.#armTimer();
  }

  isFirstTry({ invocation }: Call): boolean {
    return invocation === undefined || this.#invocations.get(invocation)?.tries === 1;
  }

  delayMs({ who, operation }: Call): number {
    return this.#plan?.whole(20, 600, 'delay', who, operation, this.#counts.get(`${who} ${operation}`) ?? 0) ?? 0;
  }

  /** When enough calls of the same function have been made. */
  overtaken({ who }: Call): Promise<void> {
    return new Promise((go) => this.#waiting.push({ who, left: OVERTAKERS, go }));
  }

  #letGo(who: string): void {
    for (const waiting of this.#waiting) if (waiting.who === who && --waiting.left === 0) waiting.go();
    this.#waiting = this.#waiting.filter(({ left }) => left > 0);
  }

  #count(name: string): number {
    const nth = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, nth);
    return nth;
  }

  /** Whether the kill that comes next, if it is of this kind, is now. Counted by name from the one before it. */
  #killAt(isOf: (kill: Kill) => boolean, name: string): When | undefined {
    const [kill] = this.#kills;
    if (kill === undefined || kill.at === 'time' || !isOf(kill)) return undefined;
    if (this.#count(`kill ${this.#kills.length} ${name}`) < kill.nth) return undefined;
    this.#kills.shift();
    return kill.when;
  }

  #armTimer(): void {
    const [kill] = this.#kills;
    if (kill?.at !== 'time') return;
    setTimeout(() => {
      if (this.#kills[0] !== kill) return;
      this.#kills.shift();
      this.#options.meets(`killed after ${kill.ms} ms`);
      this.kill();
    }, kill.ms);
  }
}
