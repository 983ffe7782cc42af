/** The address of clamd: a host and port, or a local socket. */
export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string }

/** Reads `tcp://host:port` or `unix:///path`. Null for every other text. */
export function readClamdAddress(text: string): ClamdAddress | null {
  const url = URL.parse(text)
  if (url?.protocol === 'unix:' && url.host === '' && url.pathname.startsWith('/'))
    return { path: text.slice('unix://'.length) }
  if (url?.protocol === 'tcp:' && url.hostname !== '' && url.port !== '' && /^\/?$/.test(url.pathname))
    return { host: url.hostname.replaceAll(/^\[|\]$/g, ''), port: Number(url.port) }
  return null
}
