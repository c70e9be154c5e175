import type { Call } from './intercepted-call.ts';
import type { FaultKind, Kill, Plan, Reply, When } from './plan.ts';

/** The fault and the kill that hit a call; undefined for none. */
export interface InjectedFault {
  readonly kill: When | undefined;
  readonly fault: FaultKind | undefined;
}

const NO_FAULT: InjectedFault = { kill: undefined, fault: undefined };

/** A call to be overtaken continues after this many later calls of the same function. */
const OVERTAKERS = 2;

export interface FaultInjectorOptions {
  /** Kills the stack. */
  kill(): void;
  /** Called for each fault and kill, in order. The list helps to analyse a failure. */
  onInjected(what: string): void;
}

/**
 * Decides which calls fail, according to a plan. One injector runs in the harness, for calls of the stack itself, calls
 * of its node and posts to receivers. Another injector runs in the process of the stack, for calls of functions.
 */
export class FaultInjector {
  readonly #options: FaultInjectorOptions;
  #plan: Plan | undefined;
  #life = 0;
  #kills: Kill[] = [];
  #counts = new Map<string, number>();
  #invocations = new Map<string, { fault: FaultKind | undefined; tries: number }>();
  #waiting: { who: string; left: number; go: () => void }[] = [];

  constructor(options: FaultInjectorOptions) {
    this.#options = options;
  }

  /**
   * Starts with another plan.
   * @param life the number of kills before this process. Each process counts calls from 1.
   */
  begin(plan: Plan, kills: readonly Kill[], life = 0): void {
    this.#plan = plan;
    this.#life = life;
    this.#kills = [...kills];
    this.#counts.clear();
    this.#invocations.clear();
    this.#armTimer();
  }

  /** Stops faults and kills. Receivers keep their behaviour. No call may wait for calls of a later run. */
  end(): void {
    this.#kills = [];
    this.#plan = undefined;
    for (const { go } of this.#waiting.splice(0)) go();
  }

  /** The next kill. */
  get nextKill(): Kill | undefined {
    return this.#kills[0];
  }

  /** Reports that the other injector has done the next kill. */
  killed(): void {
    this.#kills.shift();
    this.#armTimer();
  }

  next(call: Call): InjectedFault {
    const { who, operation, invocation } = call;
    this.#releaseOvertaken(who);
    if (this.#plan === undefined) return NO_FAULT;
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
    if (kill !== undefined) this.#options.onInjected(`killed ${kill} ${name} ${nth}`);
    if (fault !== undefined) this.#options.onInjected(`${fault} ${name} ${nth}`);
    return { kill, fault };
  }

  /** How a receiver answers its next post, and whether this post kills the stack. */
  nextPost(receiver: string, nth: number, plan: Plan): { reply: Reply; kill: When | undefined } {
    const kill = this.#killAt(({ at }) => at === 'post', 'posts');
    if (kill !== undefined) this.#options.onInjected(`killed ${kill} post ${nth} to ${receiver}`);
    return { reply: plan.reply(receiver, nth), kill };
  }

  /** Kills the stack. The call gets no answer. */
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

  /** Resolves after enough later calls of the same function. */
  overtaken({ who }: Call): Promise<void> {
    return new Promise((go) => this.#waiting.push({ who, left: OVERTAKERS, go }));
  }

  #releaseOvertaken(who: string): void {
    for (const waiting of this.#waiting) if (waiting.who === who && --waiting.left === 0) waiting.go();
    this.#waiting = this.#waiting.filter(({ left }) => left > 0);
  }

  #count(name: string): number {
    const nth = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, nth);
    return nth;
  }

  /** Whether the next kill is of this kind and due now. Calls are counted by name, from the previous kill. */
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
      this.#options.onInjected(`killed after ${kill.ms} ms`);
      this.kill();
    }, kill.ms);
  }
}
