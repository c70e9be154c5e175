import * as z from 'zod';
import { AnyAddress, anyCanonical, anyMatchForm } from '../../../chains/any-address.ts';

/** The native coin of a chain, or a token by its address, as conditions name an asset. */
export const Asset = z
  .string()
  .refine((text) => text === 'native' || AnyAddress.safeParse(text).success, 'must be native or the address of a token')
  .describe('`native`, or the address of a token');

/** The spelling in which assets are compared. */
export const assetForm = (asset: string): string => (asset === 'native' ? asset : anyMatchForm(asset));

/** The spelling in which answers and messages name an asset: that of `tokenAddress`. */
export const shownAsset = (asset: string): string => (asset === 'native' ? asset : anyCanonical(assetForm(asset)));

/** Whether a transfer is of an asset in its form. Null stands for every asset. */
export const isOfAsset = ({ tokenAddress }: { readonly tokenAddress: string | null }, asset: string | null): boolean =>
  asset === null || (tokenAddress === null ? 'native' : anyMatchForm(tokenAddress)) === asset;
