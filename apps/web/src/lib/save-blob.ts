/**
 * Milliseconds in which a busy browser has started to read what it is to save: until then its address has to be good.
 */
const patience = 60_000

/** Lets the browser save a blob as a file. */
export function saveBlob(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  setTimeout(() => URL.revokeObjectURL(url), patience)
}
