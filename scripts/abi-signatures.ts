import { FunctionFragment } from 'ethers';
import * as z from 'zod';

/**
 * The types of a contract's ABI. A library's ABI has other types, such as `IERC20`, but no transaction calls a library.
 */
interface Parameter {
  readonly type: string;
  readonly components?: readonly Parameter[] | null | undefined;
}
const Parameter: z.ZodType<Parameter> = z
  .looseObject({
    type: z.string().regex(/^(tuple|address|bool|string|function|bytes\d*|u?int\d+)[[\]\d]*$/),
    components: z.lazy(() => z.array(Parameter).nullish()),
  })
  .refine(({ type, components }) => !type.startsWith('tuple') || Array.isArray(components));
const Method = z.looseObject({ type: z.literal('function'), name: z.string(), inputs: z.array(Parameter) });

/** The signatures of all state-changing methods, at any depth of an artifact or of the exports of a module. */
export function signaturesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const method = Method.safeParse(value);
  if (!method.success) return Object.values(value).flatMap(signaturesIn);
  const fragment = FunctionFragment.from(method.data);
  return fragment.constant ? [] : [fragment.format('sighash')];
}
