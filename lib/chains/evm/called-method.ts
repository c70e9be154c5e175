import { AbiCoder, dataLength, dataSlice, FunctionFragment } from 'ethers';
import { memo } from '../../values/memo.ts';
import more from './more-method-names.json' with { type: 'json' };
import { methodName } from './selectors.ts';

/** A selector without its 0x. */
const SELECTOR_DIGITS = 8;

/** The names of less common methods by selector. Only a decoder carries this table of some 340 KB. */
const names = memo(() => {
  const bySelector = new Map<string, string>();
  for (const [name, selectors] of Object.entries(more.names)) {
    for (let at = 0; at < selectors.length; at += SELECTOR_DIGITS) {
      bySelector.set(`0x${selectors.slice(at, at + SELECTOR_DIGITS)}`, name);
    }
  }
  return bySelector;
});
/** The signatures of each selector that several known methods share. */
const shared: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(more.shared));

/** No call whose name is in doubt is decoded beyond this length. */
const MOST_BYTES = 16_384;

/**
 * The name of the method that a call calls; undefined for an unknown selector. Where several known methods share the
 * selector, the one whose parameters the call data fit, if only one fits.
 * @param data the call data, with the selector.
 */
export function calledMethod(selector: string, data: string, among = shared): string | undefined {
  const key = selector.toLowerCase();
  const signatures = among.get(key);
  if (signatures === undefined) return methodName(key) ?? names().get(key);
  if (dataLength(data) > MOST_BYTES) return undefined;
  const [signature, other] = signatures.filter((each) => fits(each, data.toLowerCase()));
  return other === undefined ? signature?.split('(')[0] : undefined;
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
