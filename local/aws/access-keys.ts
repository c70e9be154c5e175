import type { IncomingMessage } from 'node:http';

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

/** Whether a header signs the request. The stack accepts any credentials, but a page cannot send this header. */
export const isSigned = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') ?? false;

/** The headers of a signed request of the stack itself. The emulators check only their form. */
export const signedFor = (service: string) => ({
  'x-amz-date': '20260101T000000Z',
  authorization:
    `AWS4-HMAC-SHA256 Credential=local/20260101/eu-central-1/${service}/aws4_request, ` +
    'SignedHeaders=host, Signature=0',
});
