import * as z from 'zod';

export const Severity = z.enum(['info', 'warning', 'critical']);
export type Severity = z.output<typeof Severity>;
