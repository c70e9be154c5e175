/** The instance of a function that signed a request. */
export interface Caller {
  readonly functionName: string;
  /** Counts the instances of the function from 1. */
  readonly instance: number;
}

/** The access key of an instance. Names of functions contain no dot, so the key names the function and the instance. */
export const accessKeyOf = ({ functionName, instance }: Caller): string => `${functionName}.${instance}`;

/** The caller whose access key signed a request; undefined for the keys of the stack itself and of its users. */
export function callerIn(authorization: string): Caller | undefined {
  const [, functionName, instance] = /Credential=([\w-]+)\.(\d+)\//.exec(authorization) ?? [];
  return functionName === undefined ? undefined : { functionName, instance: Number(instance) };
}
