import fc from 'fast-check';

/** The ways in which a call of a node can fail. The last four faults are wrong answers, see `WrongAnswer`. */
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

/** Returns the fault of a call, or undefined when the call succeeds. The count of calls starts at 1. */
export type FaultPlan = (call: number, method: string) => RpcFault | undefined;

export const HEALTHY_NODE: FaultPlan = () => undefined;

/** Exactly one call fails. */
export const failing =
  (at: number, fault: RpcFault): FaultPlan =>
  (call) =>
    call === at ? fault : undefined;

/** Every call from number `at` fails. */
export const failingFrom =
  (at: number, fault: RpcFault): FaultPlan =>
  (call) =>
    call >= at ? fault : undefined;

/** The nth call has the nth fault of the list. Calls beyond the list succeed. */
export const inOrder =
  (faults: readonly (RpcFault | undefined)[]): FaultPlan =>
  (call) =>
    faults[call - 1];

/** Arbitrary lists for `inOrder` over the first `calls` calls. About half of these calls fail. */
export const faultOrders = (calls: number, faults: readonly RpcFault[] = RPC_FAULTS) =>
  fc.array(fc.option(fc.constantFrom(...faults), { nil: undefined, freq: 2 }), { maxLength: calls });
