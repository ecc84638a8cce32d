/** Text with one code unit for each byte, so that bytes which are no UTF-8 survive an edit. */
export type ByteText = string

const pieceBytes = 8192

/** Bytes as text, one code unit each. */
export const byteText = (bytes: Uint8Array): ByteText => {
  let text = ""
  for (let at = 0; at < bytes.length; at += pieceBytes)
    text += String.fromCharCode(...bytes.subarray(at, at + pieceBytes))
  return text
}

/** The bytes of such a text. */
export const bytesOf = (text: ByteText): Uint8Array =>
  Uint8Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))

/** UTF-8 of ordinary text, as such a text. */
export const utf8Text = (text: string): ByteText => byteText(new TextEncoder().encode(text))

/** Such a text as it is read: UTF-8, a byte order mark kept, what is none replaced. */
export const readable = (bytes: Uint8Array): string =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)
