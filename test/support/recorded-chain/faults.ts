import fc from 'fast-check';

/** How a call of a node may fail. */
export const RPC_FAULTS = [
  'HTTP 500',
  'rate limited',
  'reset',
  'JSON-RPC error',
  'truncated',
  'silent',
  'null',
  'other block',
  'stale head',
  'part missing',
  'part of another block',
] as const;
export type RpcFault = (typeof RPC_FAULTS)[number];

/** What a node's own bookkeeping gets wrong, in a well-formed answer; what does not apply to a method leaves it as it is. */
export type WrongAnswer = Extract<RpcFault, 'other block' | 'stale head' | 'part missing' | 'part of another block'>;

/** Which of a node's calls fails, and how; calls count from 1. */
export type FaultPlan = (call: number, method: string) => RpcFault | undefined;

export const HEALTHY_NODE: FaultPlan = () => undefined;

/** One call fails. */
export const failing =
  (at: number, fault: RpcFault): FaultPlan =>
  (call) =>
    call === at ? fault : undefined;

/** Every call fails from this one on. */
export const failingFrom =
  (at: number, fault: RpcFault): FaultPlan =>
  (call) =>
    call >= at ? fault : undefined;

/** The first calls fail as listed, or not; the later ones do not. */
export const inOrder =
  (faults: readonly (RpcFault | undefined)[]): FaultPlan =>
  (call) =>
    faults[call - 1];

/** Orders of faults over the first `calls` calls, about a half of which fail. */
export const faultOrders = (calls: number, faults: readonly RpcFault[] = RPC_FAULTS) =>
  fc.array(fc.option(fc.constantFrom(...faults), { nil: undefined, freq: 2 }), { maxLength: calls });
