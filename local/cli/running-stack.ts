import * as z from 'zod';

/** The file of the data folder that says where the running stack listens. */
export const RUNNING = 'running.json';

export const Running = z.object({ baseUrl: z.url(), awsEndpoint: z.url() });
