import * as z from 'zod';

/** The file of the data folder with the URLs of the running stack. */
export const RUNNING = 'running.json';

export const Running = z.object({ baseUrl: z.url(), awsEndpoint: z.url() });
