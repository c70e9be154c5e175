import euCentral1 from '../bench/prices/eu-central-1.json' with { type: 'json' };
import usEast1 from '../bench/prices/us-east-1.json' with { type: 'json' };

/** What the services of AWS cost in a region, in USD. */
export type Prices = typeof usEast1;

/** The regions whose prices are known. The tables of single pieces of work have the prices of the first. */
export const regions: readonly Prices[] = [usEast1, euCentral1];

export { usEast1 };
