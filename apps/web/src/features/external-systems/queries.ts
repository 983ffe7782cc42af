import { api } from '@millrace/contract'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'

export const systemQuery = (id: string) => callQuery(api.externalSystems.get, { params: { id } })
export const connectionQuery = (id: string) => callQuery(api.externalSystems.getConnection, { params: { id } })
export const apiQuery = (id: string) => callQuery(api.externalSystems.getApi, { params: { id } })
export const healthQuery = (id: string) => callQuery(api.externalCalls.health, { params: { id } })
export const adapterQuery = (id: string) => callQuery(api.externalSystems.getAdapter, { params: { id } })

/** Returns the texts of every page of external systems for the case that the object does not exist. */
export function describeExternal(t: Translate) {
  return {
    failed: t('externalSystems.failedOne'),
    gone: { title: t('externalSystems.goneTitle'), text: t('externalSystems.goneText') },
  }
}
