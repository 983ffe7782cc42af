import type { AdapterSettings, ConnectionSettings } from '@millrace/contract'
import { integratePaths } from '../../config/integrate-paths.ts'

interface Connection {
  readonly kind: ConnectionSettings['kind']
  readonly id: string
}

/**
 * Returns the path of the page of a connection.
 * @param apiId an API that uses the connection; `new` when none does. Only paths of file connections contain it.
 */
export function pathOfConnection(systemId: string, { kind, id }: Connection, apiId: string): string {
  return kind === 'file'
    ? integratePaths.fileConnection(systemId, apiId, id)
    : integratePaths.connection(systemId, kind, id)
}

interface Adapter {
  readonly kind: AdapterSettings['kind']
  readonly id: string
}

/** Returns the path of the page of an adapter. @param apiId the API of the adapter. */
export function pathOfAdapter(systemId: string, { kind, id }: Adapter, apiId: string): string {
  return kind === 'file' ? integratePaths.fileAdapter(systemId, apiId, id) : integratePaths.adapter(systemId, kind, id)
}
