import type { RpcError } from '../port/rpc.ts';

/*
 * How nodes and providers say that they cannot run a call now. The texts of halts are not listed anywhere: each maker
 * of nodes has its own, and a halt that is not listed would stop the chain.
 */

/** Malformed or unknown requests, missing or unavailable resources, and limits: JSON-RPC 2.0 and EIP-1474. */
const CODES: ReadonlySet<number> = new Set([
  -32_700, -32_600, -32_601, -32_602, -32_001, -32_002, -32_004, -32_005, -32_006,
]);
/** HTTP statuses as codes, and Nethermind's code of a pruned state (4444). */
const isStatus = (code: number): boolean => (code >= 400 && code < 600) || code === 4_444;

const TEXTS = [
  // An unknown block, or a block of another branch.
  /\b(block|header)\b.*\b(not|unknown|unavailable|missing|invalid|future)\b/i,
  /\b(unknown|missing|no such|could not find|invalid) (block|header)/i,
  /not currently canonical/i,
  // A missing state.
  /\btrie\b|\bprun(ed|ing)\b|\barchive\b|\bhistorical\b/i,
  /\bstate\b.*\b(not|unavailable|missing|no longer)\b|\b(no|missing|unavailable)\b.*\bstate\b/i,
  // Limits of requests.
  /^limit exceeded|\b(rate|request|requests|daily|monthly|throughput|usage|quota|capacity|credits?)\b/i,
  /too many|throttl|slow down|compute units/i,
  // A node that is overloaded, starts, or lost the node behind it.
  /\btimed? ?-?out\b|deadline|context cancell?ed|\bsyncing\b|not (ready|synced)|overload|\bbusy\b/i,
  /temporar|unavailable|try again|\bretry\b|\bbackend\b|\bupstream\b|connection|no healthy|no available/i,
  // Accounts and methods.
  /unauthori[sz]ed|forbidden|permission|\bapi[ -]?key\b|\bproject id\b|\b(plan|tier|upgrade|whitelist)\b/i,
  /\bmethod\b|unsupported (request|call)|invalid (argument|param|request)|too many arguments/i,
];

const VAGUE = /^internal (json-rpc |server )?error\.?$|\bpanic\b|handler crashed/i;

/** Whether an error says only that the node failed. A call to a contract of a stranger may have made the node fail. */
export const isVague = ({ code, message }: RpcError): boolean =>
  VAGUE.test(message) && !CODES.has(code) && !isStatus(code);

/** Whether an error speaks of the node, so that another node or a later call may succeed. */
export const isOfNode = ({ code, message }: RpcError): boolean =>
  CODES.has(code) || isStatus(code) || VAGUE.test(message) || TEXTS.some((text) => text.test(message));
