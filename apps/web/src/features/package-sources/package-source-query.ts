import { api } from '@millrace/contract'
import { queryOptions } from '@tanstack/react-query'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'

export const pathOfPackageSource = (id: string) => `/admin/package-sources/${encodeURIComponent(id)}`

/** A source, asked for again and again until the look that somebody ordered was made. */
export const packageSourceQuery = (id: string) =>
  queryOptions({
    ...callQuery(api.packageSources.get, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.isAsked === true ? 1_000 : false),
  })

/** What the page of one says: what it is for, and why it may not exist. */
export function describePackageSource(t: Translate) {
  return {
    help: t('packageSources.helpOne'),
    failed: t('packageSources.failedOne'),
    gone: { title: t('packageSources.goneTitle'), text: t('packageSources.goneText') },
  }
}
