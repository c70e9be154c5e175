import type { FaultKind, Kill, Plan, Reply, When } from './plan.ts';
import type { Call } from './proxy.ts';

/** What the storm has for a call. */
export interface Weather {
  readonly kill: When | undefined;
  readonly fault: FaultKind | undefined;
}

const CALM: Weather = { kill: undefined, fault: undefined };

/** After that many calls of its function, one that is to be overtaken goes on. */
const OVERTAKERS = 2;

/** A fault or kill that was met. */
export type Met = string;

/** Has the calls of a stack meet what a plan says. */
export class Storm {
  /** What happened, in order: for who looks into a failure. */
  readonly met: Met[] = [];
  #plan: Plan | undefined;
  #kills: Kill[] = [];
  #counts = new Map<string, number>();
  #invocations = new Map<string, { fault: FaultKind | undefined; tries: number }>();
  #waiting: { who: string; left: number; go: () => void }[] = [];
  readonly #killStack: () => void;

  constructor(killStack: () => void) {
    this.#killStack = killStack;
  }

  /** Begins under another plan. */
  begin(plan: Plan): void {
    this.#plan = plan;
    this.#kills = [...plan.kills];
    this.#counts.clear();
    this.#invocations.clear();
    this.met.length = 0;
    this.#armTimer();
  }

  /** No more faults and kills; receivers stay what they are. */
  end(): void {
    this.#kills = [];
    this.#plan = undefined;
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
    const kill = this.#killAt(({ at, ...of }) => at === 'call' && 'who' in of && of.who === who, `calls of ${who}`);
    const name = `${who} ${operation}`;
    const nth = this.#count(name);
    const fault = kill === undefined ? this.#plan.fault(call, nth) : undefined;
    if (invocation !== undefined) this.#invocations.set(invocation, { fault, tries: 1 });
    if (kill !== undefined) this.met.push(`killed ${kill} ${name} ${nth}`);
    if (fault !== undefined) this.met.push(`${fault} ${name} ${nth}`);
    return { kill, fault };
  }

  /** How a receiver answers its next post, and whether the stack dies of it. */
  nextPost(receiver: string, nth: number, plan: Plan): { reply: Reply; kill: When | undefined } {
    const kill = this.#killAt(({ at }) => at === 'post', 'posts');
    if (kill !== undefined) this.met.push(`killed ${kill} post ${nth} to ${receiver}`);
    return { reply: plan.reply(receiver, nth), kill };
  }

  /** Kills the stack, whose call is never answered. */
  kill(): undefined {
    this.#killStack();
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
      this.met.push(`killed after ${kill.ms} ms`);
      this.kill();
    }, kill.ms);
  }
}
