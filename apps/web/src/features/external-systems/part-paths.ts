import type { AdapterSettings, ConnectionSettings } from '@millrace/contract'
import { integratePaths } from '../../config/integrate-paths.ts'

interface Connection {
  readonly kind: ConnectionSettings['kind']
  readonly id: string
}

/** @param apiId one that is reached by the connection; `new` where none is. Only file connections are below one. */
export function pathOfConnection(systemId: string, { kind, id }: Connection, apiId: string): string {
  return kind === 'file'
    ? integratePaths.fileConnection(systemId, apiId, id)
    : integratePaths.connection(systemId, kind, id)
}

interface Adapter {
  readonly kind: AdapterSettings['kind']
  readonly id: string
}

/** @param apiId of the API that the adapter belongs to. */
export function pathOfAdapter(systemId: string, { kind, id }: Adapter, apiId: string): string {
  return kind === 'file' ? integratePaths.fileAdapter(systemId, apiId, id) : integratePaths.adapter(systemId, kind, id)
}
