import * as z from 'zod';

/** File of the data folder by which others find the stack that runs on it. */
export const RUNNING = 'running.json';

export const Running = z.object({ baseUrl: z.url(), awsEndpoint: z.url() });
