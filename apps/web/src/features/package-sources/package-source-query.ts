import { api } from '@millrace/contract'
import { queryOptions } from '@tanstack/react-query'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'

export const pathOfPackageSource = (id: string) => `/admin/package-sources/${encodeURIComponent(id)}`

/** Returns the query of a package source, repeated until a requested check has been made. */
export const packageSourceQuery = (id: string) =>
  queryOptions({
    ...callQuery(api.packageSources.get, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.isAsked === true ? 1_000 : false),
  })

/** Returns the texts of the page of a package source. */
export function describePackageSource(t: Translate) {
  return {
    help: t('packageSources.helpOne'),
    failed: t('packageSources.failedOne'),
    gone: { title: t('packageSources.goneTitle'), text: t('packageSources.goneText') },
  }
}
