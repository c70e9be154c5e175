import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

const ALGORITHM = 'RS256';

/** Signs the tokens of an identity provider with a key that is made at each start. */
export async function tokenSigner() {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM);
  const kid = crypto.randomUUID();
  return {
    /** The document of the public keys. */
    keys: { keys: [{ ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: 'sig' }] },

    sign: (claims: JWTPayload, seconds: number): Promise<string> =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid })
        .setIssuedAt()
        .setExpirationTime(`${seconds} s`)
        .sign(privateKey),
  };
}

export type TokenSigner = Awaited<ReturnType<typeof tokenSigner>>;
