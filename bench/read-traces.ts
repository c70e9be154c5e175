import { CallTracerBlockAnswer, ParityBlockAnswer } from '../lib/chains/evm/call-trace.ts';
import { blockTraces } from '../local/chains/recorded/evm-traces.ts';
import { figure, median } from './figures.ts';
import { ratiosOf, rounds } from './rounds.ts';

/**
 * Measures the time to read the traces of recorded blocks. The baseline is `JSON.parse` of the same text. A row per
 * block.
 */
export async function readTraces(): Promise<string[][]> {
  const rows: string[][] = [];
  for (const { form, block, answer } of blockTraces()) {
    const text = JSON.stringify(answer);
    const Answer = form === 'callTracer' ? CallTracerBlockAnswer([]) : ParityBlockAnswer;
    const [parsed, read] = await rounds([
      { name: 'JSON.parse alone', run: () => parsedLength(text) },
      { name: 'read', run: () => Answer.parse(JSON.parse(text)).size },
    ]);
    if (parsed === undefined || read === undefined) throw new Error('a variant was not measured');
    const megabytes = text.length / 1e6;
    const ratios = ratiosOf(read.took, parsed.took);
    rows.push([
      `${form}: ${block}`,
      figure(megabytes),
      figure(read.count),
      figure((megabytes / median(read.took)) * 1000),
      figure(median(ratios)),
      `${figure(Math.min(...ratios))}–${figure(Math.max(...ratios))}`,
    ]);
  }
  return rows;
}

/** The number of entries of a JSON list. */
function parsedLength(text: string): number {
  const parsed: unknown = JSON.parse(text);
  return Array.isArray(parsed) ? parsed.length : 0;
}
