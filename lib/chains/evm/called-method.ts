import { AbiCoder, dataLength, dataSlice, FunctionFragment } from 'ethers';
import { memo } from '../../values/memo.ts';
import sources from './methods.json' with { type: 'json' };

/** `0x` and 8 hex digits. */
const SELECTOR = 10;

/** The known methods by selector, as lines such as `0xa9059cbb transfer(address,uint256)`. Only decoders carry them. */
const table = memo(
  (): ReadonlyMap<string, readonly string[]> =>
    Map.groupBy(
      sources.flatMap(({ methods }) => methods),
      (line) => line.slice(0, SELECTOR),
    ),
);

/** No call whose name is in doubt is decoded beyond this length. */
const MOST_BYTES = 16_384;

/**
 * The name of the method that a call calls; undefined for an unknown selector. Where several known methods share the
 * selector, the one whose parameters the call data fit, if only one fits.
 * @param data the call data, with the selector.
 */
export function calledMethod(selector: string, data: string, among = table()): string | undefined {
  const lines = among.get(selector.toLowerCase()) ?? [];
  const isShared = lines.length > 1;
  if (isShared && dataLength(data) > MOST_BYTES) return undefined;
  const [line, other] = isShared ? lines.filter((each) => fits(each.slice(SELECTOR + 1), data.toLowerCase())) : lines;
  return line === undefined || other !== undefined ? undefined : line.slice(SELECTOR + 1, line.indexOf('('));
}

/** Whether the call data are exactly what this method would be called with. */
function fits(signature: string, data: string): boolean {
  const { inputs } = FunctionFragment.from(`function ${signature}`);
  const coder = AbiCoder.defaultAbiCoder();
  try {
    const given = dataSlice(data, 4);
    return coder.encode(inputs, coder.decode(inputs, given)) === given;
  } catch {
    return false; // ethers throws for data that state no such parameters
  }
}
