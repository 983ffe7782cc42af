import { requirePin, type SeenKey, type Trust } from './certificate-pin.ts'
import { openFileHttp } from './file-http.ts'
import type { Guard } from './guard.ts'
import type { OpenFolder } from './open-folder.ts'
import { openWebDavFolder } from './webdav-folder.ts'
import { withinTime } from './within-time.ts'

/** A folder of a WebDAV server, and the sign-in there. */
export interface WebDavPlace extends Trust {
  readonly baseUrl: string
  readonly username: string
  readonly secret: string
  readonly folder: string
  /** The time limit of the whole call, in milliseconds. */
  readonly timeoutMs: number
}

/** Creates the access to folders of WebDAV servers. */
export function createWebDavFolders(guard: Guard) {
  const within = <T>(
    place: WebDavPlace,
    work: (folder: ReturnType<typeof openWebDavFolder>, seen: SeenKey) => Promise<T>,
  ): Promise<T> => {
    const { baseUrl, folder, username, secret, timeoutMs } = place
    const base = new URL(baseUrl)
    const change = { isStarted: false }
    const seen: SeenKey = { hostKey: '' }
    return withinTime({ host: base.host, what: `WebDAV at ${base.host}`, timeoutMs, change }, (signal) => {
      const http = openFileHttp(base, { trust: place, guard, signal, seen })
      return work(openWebDavFolder(http, { base, folder, username, secret, change }), seen)
    })
  }
  return {
    check: (place: WebDavPlace) =>
      within(place, async (folder, seen) => {
        await folder.checkFolder()
        return seen.hostKey === '' ? null : seen.hostKey
      }),
    open: async <T>(place: WebDavPlace, work: (folder: OpenFolder) => Promise<T>): Promise<T> => {
      requirePin(new URL(place.baseUrl).host, place)
      return within(place, work)
    },
  }
}
