import * as z from 'zod';
import { type EvmChain, type EvmContent, evmContent } from './evm-recordings.ts';
import { recordingFiles } from './recording-files.ts';
import { type Method, RpcError } from './rpc-method.ts';

const { textOf, pathsIn } = recordingFiles('evm');
const read = (path: string): unknown => JSON.parse(textOf(path));

/** The calls inside a transaction, as `callTracer` states them. */
const CallTrace = z.object({ txHash: z.string(), result: z.unknown() });
const CallTracer = z.object({ callTracer: z.array(CallTrace) });
const ParityTrace = z.object({ result: z.array(z.unknown()) });

/** The traces of a whole block. */
export interface BlockTraces {
  readonly form: 'callTracer' | 'parityTrace';
  /** The name of the recorded block. */
  readonly block: string;
  /** The answer of `debug_traceBlockByHash` or of `trace_block`. */
  readonly answer: readonly unknown[];
}

const CALL_TRACER = 'traces/ethereum-12505500.json.gz';
const nameOf = (path: string): string => path.replace(/^traces\/|\..*$/g, '');

export const blockTraces = (): BlockTraces[] => [
  { form: 'callTracer', block: nameOf(CALL_TRACER), answer: CallTracer.parse(read(CALL_TRACER)).callTracer },
  ...pathsIn('traces')
    .filter((path) => path.endsWith('.trace_block.json.gz'))
    .map((path) => ({
      form: 'parityTrace' as const,
      block: nameOf(path),
      answer: ParityTrace.parse(read(path)).result,
    })),
];

/** The recorded block whose transactions, receipts and traces are all known. */
export const tracedBlock = (): EvmContent => evmContent(CALL_TRACER);

/** The methods of a node that traces, for a chain that repeats `tracedBlock`. */
export function withTraces(chain: EvmChain, methods: Readonly<Record<string, Method>>): Record<string, Method> {
  const traces = CallTracer.parse(read(CALL_TRACER)).callTracer;
  return {
    ...methods,
    debug_traceBlockByHash([hash]) {
      if (chain.byHash(z.string().parse(hash)) === undefined) throw new RpcError(-32000, 'header not found');
      return traces;
    },
    debug_traceTransaction: ([hash]) => traces.find(({ txHash }) => txHash === hash)?.result ?? null,
  };
}
