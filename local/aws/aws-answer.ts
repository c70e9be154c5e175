import type * as z from 'zod';
import { messageOf } from '../processes/user-error.ts';

/** The HTTP response of a service. */
export interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: string;
}

/** An error that a service answers; the SDKs read its code. */
export class AwsError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const ok = (body: unknown): Answer => ({ status: 200, body: JSON.stringify(body) });

/** Parses the body of a request. @throws AwsError when the request is malformed, as the services answer. */
export function parsed<S extends z.ZodType>(schema: S, body: string, fromPath?: object): z.output<S> {
  try {
    const value: unknown = JSON.parse(body);
    return schema.parse(fromPath === undefined ? value : Object.assign({}, value, fromPath));
  } catch (error) {
    throw new AwsError(400, 'ValidationException', messageOf(error));
  }
}

/** The answer that tells an error to the SDKs. */
export const errorAnswer = ({ status, code, message }: AwsError): Answer => ({
  status,
  headers: { 'x-amzn-ErrorType': code },
  body: JSON.stringify({ __type: code, message, Message: message }),
});
