import type { AllowedAddresses } from './addresses.ts'
import type { FtpsPlace } from './ftps-folders.ts'
import { createGuard } from './guard.ts'
import type { OpenFolder } from './open-folder.ts'
import type { S3Place } from './s3-folders.ts'
import { createSftpClient, type SftpPlace } from './sftp-client.ts'
import type { WebDavPlace } from './webdav-folders.ts'

/** A folder on another machine, with the settings of its protocol. */
export interface RemotePlace extends SftpPlace, FtpsPlace, S3Place, WebDavPlace {
  readonly place: 'sftp' | 'ftps' | 's3' | 'webdav'
}

/** The only access to files on other machines. The library of a protocol is loaded at the first call. */
export interface RemoteFolders {
  /**
   * Checks that the folder exists.
   *
   * @returns the key of the host, or the digest of its pinned certificate; null when nothing is pinned.
   * @throws OutgoingFailure otherwise.
   */
  check(place: RemotePlace): Promise<string | null>
  /**
   * Opens a folder for the time of a function. A pinned key or certificate has to be known.
   *
   * @throws OutgoingFailure when an action fails or takes too long.
   */
  open<T>(place: RemotePlace, work: (folder: OpenFolder) => Promise<T>): Promise<T>
}

/** Creates the access to files on other machines, at the addresses that are also allowed for HTTP calls. */
export function createRemoteFolders({ allowed }: { readonly allowed: AllowedAddresses }): RemoteFolders {
  const guard = createGuard(allowed)
  const open = {
    sftp: async () => createSftpClient({ allowed }),
    ftps: async () => (await import('./ftps-folders.ts')).createFtpsFolders(guard),
    s3: async () => (await import('./s3-folders.ts')).createS3Folders(guard),
    webdav: async () => (await import('./webdav-folders.ts')).createWebDavFolders(guard),
  } as const satisfies Record<RemotePlace['place'], () => Promise<RemoteFolders>>
  return {
    check: async (place) => (await open[place.place]()).check(place),
    open: async (place, work) => (await open[place.place]()).open(place, work),
  }
}
