/** Passkeys: translate between the server's and the browser's encoding of bytes. */

/** Whether this browser supports passkeys on this page. */
export const possible = () => isSecureContext && "PublicKeyCredential" in globalThis;

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** The message for a cancelled or impossible passkey. @param {unknown} error */
function told(error) {
  const name = error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") return new Error("This device already has a passkey for your name.");
  if (name === "NotAllowedError") return new Error("No passkey was used. Try again or choose another way to sign in.");
  return new Error("This device can't use passkeys here. Choose another way to sign in.");
}

/** Create a passkey. @param {any} options from the server @returns {Promise<object>} */
export async function make(options) {
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: (options.excludeCredentials ?? []).map((/** @type {any} */ one) => ({
      ...one,
      id: bytes(one.id),
    })),
  };
  const made = await navigator.credentials.create({ publicKey }).catch((error) => Promise.reject(told(error)));
  const { id, response } = /** @type {PublicKeyCredential} */ (made);
  const { clientDataJSON, attestationObject } = /** @type {AuthenticatorAttestationResponse} */ (response);
  return { id, client_data: text(clientDataJSON), attestation: text(attestationObject) };
}

/** Sign with a passkey. @param {any} options from the server @returns {Promise<object>} */
export async function sign(options) {
  const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: [] };
  const signed = await navigator.credentials.get({ publicKey }).catch((error) => Promise.reject(told(error)));
  const { id, response } = /** @type {PublicKeyCredential} */ (signed);
  const { clientDataJSON, authenticatorData, signature } = /** @type {AuthenticatorAssertionResponse} */ (response);
  return {
    id,
    client_data: text(clientDataJSON),
    authenticator_data: text(authenticatorData),
    signature: text(signature),
  };
}
