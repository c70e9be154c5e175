import * as z from 'zod';
import { Uuid } from '../../values/ids.ts';

/** The path parameter of a route that addresses one record. */
export const ById = z.strictObject({ id: Uuid });

/** The body of an operation that takes no input: the caller sends no body or an empty object. */
export const Nothing = z.strictObject({});

/**
 * Settings of a route whose response may exceed the 6 MB that a function can return. API Gateway sends everything after
 * the first 10 MB at 2 MB a second, and the function must wait until the transfer ends.
 */
export const LONG_ANSWER = { stream: true, timeoutSeconds: 60 } as const;

/** Settings of a route that returns up to 100 records of up to 400 KB each: reading and parsing 40 MB takes 600 MB. */
export const MANY_RECORDS = { ...LONG_ANSWER, memoryMb: 1024 } as const;
