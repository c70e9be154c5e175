import * as z from 'zod';
import type { Sealer } from '../../platform/sealer.ts';
import type { OrganisationId } from '../../values/ids.ts';
import { type Fields, NO_CHANGE, type SettingsFields, settingsOwner } from './channel-fields.ts';

interface SecretUrlNames {
  /** The kind of the channel. */
  readonly kind: string;
  /** The name in the API. */
  readonly field: string;
  /** The names in the table, which never change. */
  readonly sealed: string;
  readonly masked: string;
  /** What a form shows in the empty field. */
  readonly example: string;
}

/** A URL in the settings to which a channel posts. */
export interface SecretUrl {
  readonly settingsFields: SettingsFields;
  /** The masked form; null when the settings have no URL. */
  maskedIn(settings: Fields): string | null;
  /** Decrypts the URL; null when the settings have none. */
  openIn(settings: Fields, sealer: Sealer, organisationId: OrganisationId): string | null;
}

/** The masked form of a secret URL: its host and its last four characters. The result is a URL of the same host. */
export const maskedUrl = (url: string): string => `${new URL(url).origin}/…${url.slice(-4)}`;

const StoredText = z.string().nullable().default(null);

/**
 * The field of a URL that is a secret: each holder can post. So the table stores the sealed URL, and a masked
 * form. The response to the request that sets the URL shows the URL whole. All other responses show the masked form.
 */
export function secretUrl({ kind, field, sealed, masked, example }: SecretUrlNames): SecretUrl {
  const input = { [field]: z.string().min(1).max(2048).nullable() };
  const Given = z.object(input).partial();
  const Stored = z.object({ [sealed]: StoredText, [masked]: StoredText });
  const storedIn = (settings: Fields, name: string): string | null => Stored.parse(settings)[name] ?? null;
  const maskedIn: SecretUrl['maskedIn'] = (settings) => storedIn(settings, masked);
  return {
    maskedIn,
    openIn(settings, sealer, organisationId) {
      const text = storedIn(settings, sealed);
      return text === null ? null : sealer.open(text, settingsOwner(organisationId));
    },
    settingsFields: {
      input,
      urls: [field],
      secretUrl: { field, example },
      response: { [field]: z.string().nullable() },
      stored: Stored.shape,
      sealed: [sealed],
      async change({ outbound, sealer }, owner, given, before) {
        const url = Given.parse(given)[field];
        // A caller that reads the settings, changes another field and sends all fields back keeps the URL.
        if (url === undefined || url === maskedIn(before)) return NO_CHANGE;
        if (url === null) return { stored: { [sealed]: null, [masked]: null }, shownOnce: {} };
        await outbound.assertDestination(field, outbound.vendorUrl(kind, url));
        const stored = { [sealed]: (await sealer()).seal(url, owner), [masked]: maskedUrl(url) };
        return { stored, shownOnce: { [field]: url } };
      },
      shown: async (_deps, _owner, stored) => ({ [field]: maskedIn(stored) }),
    },
  };
}
